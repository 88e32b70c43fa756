package dev.rmtwin.scenarios.model;

/**
 * What must hold at the end of a run: {@code low <= measured <= high}, in the measure's unit (picoseconds, percent, count).
 *
 * @param id name in reports, e.g. {@code F3.mean}
 * @param receiver name of the receiver (flow{@literal @}node)
 * @param measure what is looked at
 * @param expected the reference value; for a one-sided expectation the bound itself
 * @param low least value that passes, {@link Double#NEGATIVE_INFINITY} for none
 * @param high greatest value that passes, {@link Double#POSITIVE_INFINITY} for none
 * @param tolerance the tolerance as written, e.g. {@code 10 %}, {@code at most}
 */
public record Expectation(
        String id, String receiver, Measure measure, double expected, double low, double high, String tolerance) {

    /** Whether a measured value passes. */
    public boolean holds(double measured) {
        return measured >= low && measured <= high;
    }
}
