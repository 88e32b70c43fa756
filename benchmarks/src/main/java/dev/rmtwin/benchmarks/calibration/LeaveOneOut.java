package dev.rmtwin.benchmarks.calibration;

import dev.rmtwin.benchmarks.calibration.Dial.Fit;
import dev.rmtwin.benchmarks.calibration.Dial.Target;
import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Fits the model to two rows of the reference's table and predicts the third. Fits search on runs of the simulation. What
 * only the row left out could tell is switched off, or at an estimate; what the rows tell only together (the yield loop's
 * share and the length of a look) is shown for several values.
 */
final class LeaveOneOut {
    private static final Measure MEAN = Measure.ONE_WAY_MEAN;
    private static final Measure P99 = Measure.ONE_WAY_P99;
    private static final Measure CORE = Measure.CORE_BUSY;

    private static final String NO_STALLS = "host.scheduler.slice=0 ns";
    private static final String PERIOD_KEPT = "host.polling.intervalFactor=100 %";
    private static final String NO_VARIATION = "host.polling.intervalVariation=0 %";
    /** What a wake-up on an idle core usually takes; the profile's value is fitted to the interrupt row. */
    private static final String USUAL_WAKE_UP = "host.wakeUp.schedule=1.5 us";

    private static final String NO_WAKE_TAIL = "host.wakeUp.scheduleTail={mean: 0 ns, limit: 0 ns}";
    private static final String NO_ENTRY_TAIL = "host.interrupt.entryTail={mean: 0 ns, limit: 0 ns}";

    // ---- what each row can tell

    private static final Dial LOOK_FROM_LOAD =
            new Dial("host.polling.tidyUp", "ns", 5_000, 160_000, new Target(Mode.POLL_1MS, CORE, 35));
    private static final Dial LOOK_FROM_FAST_LOAD =
            new Dial("host.polling.tidyUp", "ns", 5_000, 160_000, new Target(Mode.POLL_100US, CORE, 95));
    private static final Dial LOOK_FROM_MEAN =
            new Dial("host.polling.tidyUp", "ns", 5_000, 160_000, new Target(Mode.POLL_100US, MEAN, 48));
    private static final Dial FACTOR =
            new Dial("host.polling.intervalFactor", "%", 30, 120, new Target(Mode.POLL_1MS, MEAN, 325));
    private static final Dial VARIATION =
            new Dial("host.polling.intervalVariation", "%", 0, 50, new Target(Mode.POLL_1MS, P99, 810));
    private static final Dial SLICE =
            new Dial("host.scheduler.slice", "ns", 2_000_000, 20_000_000, new Target(Mode.POLL_100US, P99, 182));
    private static final Dial WORK_FROM_EVENT =
            new Dial("host.application.afterDelivery", "ns", 0, 120_000, new Target(Mode.EVENT, CORE, 4));
    private static final Dial WORK_FROM_POLL =
            new Dial("host.application.afterDelivery", "ns", 0, 120_000, new Target(Mode.POLL_1MS, CORE, 35));

    /**
     * One prediction.
     *
     * @param id what is predicted, e.g. {@code F2.core}
     * @param unit of the numbers
     * @param predicted by the model fitted to the other rows
     * @param reference of the row left out
     */
    record Prediction(String id, String unit, double predicted, double reference) {
        double errorPercent() {
            return 100 * (predicted - reference) / reference;
        }
    }

    /**
     * One row left out.
     *
     * @param title which row, and what is given otherwise
     * @param fitted the parameters found, {@code path=value}, with what each was fitted to
     * @param predictions what the row left out should then be
     */
    record Outcome(String title, Map<String, String> fitted, List<Prediction> predictions) {
        Outcome {
            predictions = List.copyOf(predictions);
        }
    }

    /**
     * One study.
     *
     * @param left the row left out, as figures name it, and its mode
     * @param dials the fit
     * @param fixed what is set for fit and prediction
     * @param wanted the numbers to predict: their names and references
     */
    private record Study(String title, Mode left, List<Dial> dials, List<String> fixed, List<Wanted> wanted) {}

    private record Wanted(String id, Measure measure, double reference) {}

    private final Lab lab;
    private final Fit how;

    /**
     * @param duration simulated time of each run
     * @param halvings of each search
     */
    LeaveOneOut(Lab lab, String duration, int halvings) {
        this.lab = lab;
        how = new Fit(List.of(), duration, 1, 2, halvings);
    }

    /** All studies, side by side. */
    List<Outcome> run() throws InterruptedException {
        try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Outcome>> futures = new ArrayList<>();
            for (Study study : studies()) {
                futures.add(each.submit(() -> outcome(study)));
            }
            List<Outcome> outcomes = new ArrayList<>();
            for (Future<Outcome> future : futures) {
                outcomes.add(future.get());
            }
            return outcomes;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("a fit failed: " + e.getCause(), e.getCause());
        }
    }

    private static List<Study> studies() {
        List<Study> all = new ArrayList<>();
        List<Wanted> poll100 = List.of(
                new Wanted("F2.mean", MEAN, 48), new Wanted("F2.p99", P99, 182), new Wanted("F2.core", CORE, 95));
        for (int share : new int[] {20, 23, 26}) {
            all.add(new Study(
                    "100 us row left out; yield loop at " + share + " % of a core, no stalls",
                    Mode.POLL_100US,
                    List.of(WORK_FROM_EVENT, FACTOR, VARIATION, LOOK_FROM_LOAD),
                    List.of(NO_STALLS, yieldCheck(share), yieldAway(share)),
                    poll100));
        }
        List<Wanted> poll1 = List.of(
                new Wanted("F1.mean", MEAN, 325),
                new Wanted("F1.p99", P99, 810),
                new Wanted("F1.core", CORE, 35),
                new Wanted("F4.wait", Measure.WAIT_MEAN, 300));
        all.add(new Study(
                "1 ms row left out; looks exactly at the period asked for",
                Mode.POLL_1MS,
                List.of(WORK_FROM_EVENT, LOOK_FROM_FAST_LOAD, SLICE),
                List.of(PERIOD_KEPT, NO_VARIATION),
                poll1));
        for (int share : new int[] {20, 23, 30}) {
            all.add(new Study(
                    "1 ms row left out but for its mean, which gives the interval; yield loop at " + share
                            + " % of a core, intervals all alike",
                    Mode.POLL_1MS,
                    List.of(WORK_FROM_EVENT, LOOK_FROM_MEAN, SLICE, FACTOR),
                    List.of(NO_VARIATION, yieldCheck(share), yieldAway(share)),
                    poll1));
        }
        all.add(new Study(
                "interrupt row left out; interrupt and wake-up at their estimates, without tails",
                Mode.EVENT,
                List.of(LOOK_FROM_MEAN, FACTOR, WORK_FROM_POLL),
                List.of(USUAL_WAKE_UP, NO_WAKE_TAIL, NO_ENTRY_TAIL),
                List.of(
                        new Wanted("F3.mean", MEAN, 7.8),
                        new Wanted("F3.p99", P99, 14),
                        new Wanted("F3.core", CORE, 4))));
        return all;
    }

    private static String yieldCheck(int sharePercent) {
        return "host.polling.yieldCheck=" + 10 * sharePercent + " ns";
    }

    private static String yieldAway(int sharePercent) {
        return "host.polling.yieldAway=" + (1000 - 10 * sharePercent) + " ns";
    }

    private Outcome outcome(Study study) throws InterruptedException {
        Fit fit = new Fit(study.fixed(), how.duration(), how.seed(), how.rounds(), how.halvings());
        Map<Dial, Double> found = Dial.solveAll(lab, study.dials(), fit);
        List<String> sets = new ArrayList<>(study.fixed());
        Map<String, String> fitted = new LinkedHashMap<>();
        found.forEach((dial, value) -> {
            sets.add(dial.set(value));
            Target target = dial.target();
            fitted.put(
                    dial.set(value),
                    target.mode().scenario() + " " + target.measure().label());
        });
        RunResult run = lab.run(new Lab.Run(study.left(), sets, how.duration(), how.seed()));
        List<Prediction> predictions = new ArrayList<>();
        for (Wanted wanted : study.wanted()) {
            String unit = wanted.measure() == CORE ? "%" : "us";
            double predicted = Mode.value(run, wanted.measure());
            predictions.add(new Prediction(wanted.id(), unit, predicted, wanted.reference()));
        }
        return new Outcome(study.title(), fitted, predictions);
    }
}
