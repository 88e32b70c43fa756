package dev.rmtwin.scenarios.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Maps positive values to a length, logarithmically.
 *
 * @param low value at position 0
 * @param high value at position {@code length}
 * @param length length in drawing units; negative to run the other way
 */
record LogScale(double low, double high, double length) {
    private static final double[] STEPS = {1, 2, 5, 10};

    /** A scale over at least this range, widened to the next of 1, 2, 5 in each decade. */
    static LogScale around(double low, double high, double length) {
        double from = StrictMath.pow(10, Math.floor(StrictMath.log10(low)));
        double lower = from;
        for (double step : STEPS) {
            lower = from * step <= low * 1.000001 ? from * step : lower;
        }
        double upperDecade = StrictMath.pow(10, Math.floor(StrictMath.log10(high)));
        double upper = upperDecade * 10;
        for (int i = STEPS.length - 1; i >= 0; i--) {
            upper = upperDecade * STEPS[i] >= high * 0.999999 ? upperDecade * STEPS[i] : upper;
        }
        return new LogScale(lower, upper <= lower ? lower * 2.5 : upper, length);
    }

    /** Position of a value, held inside the scale. */
    double at(double value) {
        double held = Math.clamp(value, low, high);
        return length * StrictMath.log(held / low) / StrictMath.log(high / low);
    }

    /** Values to label: whole decades when there are more than two of them, else 1, 2, 5 of each. */
    List<Double> ticks() {
        boolean wide = StrictMath.log10(high / low) > 2.4;
        List<Double> ticks = new ArrayList<>();
        int first = (int) Math.floor(StrictMath.log10(low));
        for (int decade = first; StrictMath.pow(10, decade) <= high * 1.000001; decade++) {
            for (double step : wide ? new double[] {1} : new double[] {1, 2, 5}) {
                double tick = StrictMath.pow(10, decade) * step;
                if (tick >= low * 0.999999 && tick <= high * 1.000001) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }
}
