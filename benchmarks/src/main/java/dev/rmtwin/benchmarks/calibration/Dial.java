package dev.rmtwin.benchmarks.calibration;

import dev.rmtwin.scenarios.model.Measure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A parameter that a fit turns until one measure of one mode meets the reference. The measure has to grow with the
 * parameter, or to fall with it, all the way between the ends.
 *
 * @param path in the scenario, e.g. {@code host.polling.tidyUp}
 * @param unit {@code ns} or {@code %}
 * @param low lower end of the search, in the unit
 * @param high upper end of the search, in the unit
 * @param target what has to come out
 */
record Dial(String path, String unit, double low, double high, Target target) {
    /**
     * A number of the reference.
     *
     * @param mode in which mode
     * @param measure which of its measures
     * @param value in microseconds or percent
     */
    record Target(Mode mode, Measure measure, double value) {}

    /** Numbers that a search may ask for: whole nanoseconds, hundredths of a percent. */
    private double rounded(double value) {
        return unit.equals("%") ? Math.rint(value * 100) / 100 : Math.rint(value);
    }

    /**
     * Halves the interval so many times. When the target lies beyond an end, the end it is.
     *
     * @param base the run that the parameter is changed in
     * @return the value found, in the unit
     */
    double solve(Lab lab, Lab.Run base, int halvings) throws InterruptedException {
        double left = low;
        double right = high;
        boolean rising = measured(lab, base, right) > measured(lab, base, left);
        for (int i = 0; i < halvings; i++) {
            double middle = rounded((left + right) / 2);
            boolean above = measured(lab, base, middle) > target.value();
            if (above == rising) {
                right = middle;
            } else {
                left = middle;
            }
        }
        return rounded((left + right) / 2);
    }

    private double measured(Lab lab, Lab.Run base, double value) throws InterruptedException {
        return Mode.value(lab.run(base.with(List.of(set(value)))), target.measure());
    }

    /** The parameter set to a value, as the command line writes it. */
    String set(double value) {
        return String.format(Locale.ROOT, unit.equals("%") ? "%s=%.2f %s" : "%s=%.0f %s", path, value, unit);
    }

    /** Where a search starts that knows nothing: the middle. */
    double middle() {
        return rounded((low + high) / 2);
    }

    /** Turns several dials one after the other, again and again, each with the others where they stand. */
    static Map<Dial, Double> solveAll(Lab lab, List<Dial> dials, Fit how) throws InterruptedException {
        Map<Dial, Double> found = new LinkedHashMap<>();
        dials.forEach(dial -> found.put(dial, dial.middle()));
        for (int round = 0; round < how.rounds(); round++) {
            for (Dial dial : dials) {
                List<String> sets = new ArrayList<>(how.fixed());
                found.forEach((other, value) -> {
                    if (!other.equals(dial)) {
                        sets.add(other.set(value));
                    }
                });
                Lab.Run base = new Lab.Run(dial.target().mode(), sets, how.duration(), how.seed());
                found.put(dial, dial.solve(lab, base, how.halvings()));
            }
        }
        return found;
    }

    /**
     * How a fit is made.
     *
     * @param fixed what is set otherwise than in the profile, and not searched
     * @param duration simulated time of each run
     * @param seed of each run
     * @param rounds how often all dials are turned
     * @param halvings of each search
     */
    record Fit(List<String> fixed, String duration, long seed, int rounds, int halvings) {
        Fit {
            fixed = List.copyOf(fixed);
        }
    }
}
