package dev.rmtwin.pcie.config;

/**
 * What a PCI Express link is made of.
 *
 * @param generation 1 (2.5 GT/s) to 5 (32 GT/s): the code of the speed in link registers
 * @param lanes 1, 2, 4, 8 or 16
 */
public record LinkShape(int generation, int lanes) {
    private static final int GENERATIONS = 5;
    private static final int MOST_LANES = 16;

    /**
     * The link whose rate after line coding comes nearest to a given one; of equally near ones that of the oldest generation.
     *
     * @param bytesPerSecond rate of one direction after line coding
     */
    public static LinkShape of(long bytesPerSecond) {
        LinkShape nearest = new LinkShape(1, 1);
        for (int generation = 1; generation <= GENERATIONS; generation++) {
            for (int lanes = 1; lanes <= MOST_LANES; lanes *= 2) {
                LinkShape shape = new LinkShape(generation, lanes);
                if (shape.missBy(bytesPerSecond) < nearest.missBy(bytesPerSecond)) {
                    nearest = shape;
                }
            }
        }
        return nearest;
    }

    private long missBy(long bytesPerSecond) {
        return Math.abs(bytesPerSecond() - bytesPerSecond);
    }

    /** Rate of one direction after line coding: 8b/10b up to generation 2, 128b/130b from 3 on. */
    public long bytesPerSecond() {
        return switch (generation) {
            case 1 -> 250_000_000L * lanes;
            case 2 -> 500_000_000L * lanes;
            default -> (1_000_000_000L << generation - 3) * lanes * 128 / 130;
        };
    }
}
