package dev.rmtwin.benchmarks.calibration;

/**
 * One number of a reference figure, as measured.
 *
 * @param id figure and number, e.g. {@code F1.mean}
 * @param unit of all its numbers: {@code us}, {@code %} or none
 * @param reference the reference's value; for a one-sided figure the bound
 * @param low least value inside
 * @param high greatest value inside
 * @param extreme whether it is a maximum, which a run shorter than the reference's cannot show
 * @param measured what came out of a run
 */
public record FigureValue(
        String id, String unit, double reference, double low, double high, boolean extreme, double measured) {

    /** Whether the measured value is inside the tolerance; one that is no number is not. */
    public boolean inside() {
        return measured >= low && measured <= high;
    }
}
