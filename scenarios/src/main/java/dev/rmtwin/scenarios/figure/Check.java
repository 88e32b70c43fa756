package dev.rmtwin.scenarios.figure;

/**
 * One number of a figure against its bounds.
 *
 * @param name with the unit at its end, e.g. {@code meanUs}
 * @param measured what came out of a run
 * @param expected the reference's value; for a bound, the bound
 * @param low least value that passes, or minus infinity
 * @param high greatest value that passes, or plus infinity
 * @param tolerance the tolerance in words
 */
public record Check(String name, double measured, double expected, double low, double high, String tolerance) {
    /** Within so many percent of the expected value. */
    public static Check within(String name, double measured, double expected, double percent) {
        double slack = expected * percent / 100;
        String tolerance = "within " + (int) percent + " %";
        return new Check(name, measured, expected, expected - slack, expected + slack, tolerance);
    }

    /** Between two bounds, both allowed. */
    public static Check between(String name, double measured, double low, double high) {
        return new Check(name, measured, (low + high) / 2, low, high, "from " + low + " to " + high);
    }

    /** Not above a bound. */
    public static Check atMost(String name, double measured, double bound) {
        return new Check(name, measured, bound, Double.NEGATIVE_INFINITY, bound, "at most");
    }

    /** Not below a bound. */
    public static Check atLeast(String name, double measured, double bound) {
        return new Check(name, measured, bound, bound, Double.POSITIVE_INFINITY, "at least");
    }

    /** Whether it holds; a measurement that is no number does not. */
    public boolean pass() {
        return measured >= low && measured <= high;
    }
}
