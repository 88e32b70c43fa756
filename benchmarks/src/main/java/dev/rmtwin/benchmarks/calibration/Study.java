package dev.rmtwin.benchmarks.calibration;

import java.util.List;

/**
 * What the study found.
 *
 * @param plan what was run
 * @param spreads the reference figures over all seeds
 * @param leftOut rows predicted from the others
 * @param sensitivity figures after one parameter was changed
 * @param runs simulation runs that it took
 */
public record Study(
        Plan plan,
        List<SeedStudy.Spread> spreads,
        List<LeaveOneOut.Outcome> leftOut,
        List<Sensitivity.Row> sensitivity,
        int runs) {

    public Study {
        spreads = List.copyOf(spreads);
        leftOut = List.copyOf(leftOut);
        sensitivity = List.copyOf(sensitivity);
    }

    /**
     * How much is run.
     *
     * @param seeds seeds 1 to this
     * @param figureDuration of the figures' runs, empty for the reference's ten minutes
     * @param fitDuration of each run of a fit
     * @param sensitivityDuration of each run of the sensitivity table
     * @param halvings of each search of a fit
     */
    public record Plan(int seeds, String figureDuration, String fitDuration, String sensitivityDuration, int halvings) {
        /** Everything at full length. */
        public static Plan full(int seeds) {
            return new Plan(seeds, "", "30 s", "30 s", 9);
        }

        /** A look: short runs, in which maxima are smaller than in ten minutes. */
        public static Plan quick(int seeds) {
            return new Plan(seeds, "10 s", "5 s", "5 s", 6);
        }

        /** Whether the figures' maxima are those of the reference's ten minutes. */
        public boolean whole() {
            return figureDuration.isEmpty();
        }

        private String shown() {
            return whole() ? "10 min" : figureDuration;
        }

        @Override
        public String toString() {
            return seeds + " seeds of " + shown() + ", fits on " + fitDuration + ", sensitivity on "
                    + sensitivityDuration;
        }
    }

    /** Told how far a study has come; must return quickly. */
    public interface Watcher {
        /** A part begins. */
        void begins(String part);

        /** What is finished until now; parts that are not are empty. */
        void has(Study soFar);
    }

    /**
     * Runs the study on two threads.
     *
     * @param lab where it is run; closing it from another thread ends the study with a CancellationException
     * @param watcher told after each part, on the caller's thread
     */
    public static Study run(Lab lab, Plan plan, Watcher watcher) throws InterruptedException {
        watcher.begins("figures at " + plan.seeds() + " seeds");
        List<SeedStudy.Spread> spreads = new SeedStudy(lab, plan.figureDuration()).run(plan.seeds());
        watcher.has(new Study(plan, spreads, List.of(), List.of(), lab.finished()));
        watcher.begins("one row left out");
        List<LeaveOneOut.Outcome> leftOut = new LeaveOneOut(lab, plan.fitDuration(), plan.halvings()).run();
        watcher.has(new Study(plan, spreads, leftOut, List.of(), lab.finished()));
        watcher.begins("sensitivity");
        List<Sensitivity.Row> rows = new Sensitivity(lab, plan.sensitivityDuration()).run();
        Study study = new Study(plan, spreads, leftOut, rows, lab.finished());
        watcher.has(study);
        return study;
    }

    /** Whether all parts are finished. */
    public boolean complete() {
        return !spreads.isEmpty() && !leftOut.isEmpty() && !sensitivity.isEmpty();
    }

    /** Whether every figure is inside its tolerance at every seed and every move is as physics says. */
    public boolean pass() {
        return complete()
                && spreads.stream().allMatch(this::passes)
                && sensitivity.stream().allMatch(Sensitivity.Row::agrees);
    }

    private boolean passes(SeedStudy.Spread spread) {
        return spread.outside().isEmpty() || !judged(spread.first());
    }

    /** Whether the runs were long enough to judge a figure. */
    boolean judged(FigureValue value) {
        return plan.whole() || !value.extreme();
    }
}
