package dev.rmtwin.pcie.config;

import dev.rmtwin.core.time.ClockDomain;

/**
 * What a PCI Express link is made of, and how fast that makes it.
 *
 * @param generation 1 (2.5 GT/s) to 5 (32 GT/s): the code of the speed in link registers
 * @param lanes 1, 2, 4, 8 or 16
 */
public record LinkShape(int generation, int lanes) {
    /** The newest generation. */
    public static final int GENERATIONS = 5;
    /** The widest link. */
    public static final int MOST_LANES = 16;

    private static final long MEGA = 1_000_000;
    private static final long PS_PER_MEGA = 1_000_000;
    /** From here on a block of 130 symbols carries 128 bits; before, 10 carry 8. */
    private static final int FIRST_BLOCK_CODED = 3;

    private static final int BITS_PER_BYTE = 8;

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

    /** Millions of transfers a second on each lane. */
    public long megaTransfersPerSecond() {
        return switch (generation) {
            case 1 -> 2_500;
            case 2 -> 5_000;
            default -> 8_000L << generation - FIRST_BLOCK_CODED;
        };
    }

    /** Bits of data in a code group. */
    public int codedBits() {
        return generation < FIRST_BLOCK_CODED ? 8 : 128;
    }

    /** Symbols on the line for them. */
    public int codeSymbols() {
        return generation < FIRST_BLOCK_CODED ? 10 : 130;
    }

    /** Rate of one direction after line coding, rounded down. */
    public long bytesPerSecond() {
        return megaTransfersPerSecond() * MEGA * lanes * codedBits() / codeSymbols() / BITS_PER_BYTE;
    }

    /** One edge for each byte of one direction, exact. */
    public ClockDomain byteClock() {
        return new ClockDomain(
                PS_PER_MEGA * BITS_PER_BYTE * codeSymbols(), megaTransfersPerSecond() * lanes * codedBits());
    }
}
