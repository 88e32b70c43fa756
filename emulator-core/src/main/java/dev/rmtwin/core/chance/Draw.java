package dev.rmtwin.core.chance;

/**
 * The draws of one seam. Stateless: the caller says what a draw is for. Only {@code StrictMath} and exact arithmetic, so that
 * every machine draws alike.
 */
public final class Draw {
    private static final double TO_UNIT = 0x1p-53;
    private static final int BELL_TERMS = 4;

    private final long key;

    Draw(long key) {
        this.key = key;
    }

    /** 64 bits for the {@code number}-th thing from {@code origin}. */
    public long bits(long origin, long number) {
        return SeedTree.mix(SeedTree.mix(key ^ origin * 0xD6E8_FEB8_6659_FD93L) ^ number);
    }

    /** Uniform in [0, 1), 53 bits. */
    public double unit(long origin, long number) {
        return (bits(origin, number) >>> 11) * TO_UNIT;
    }

    /** Uniform in [low, high], both included. */
    public long between(long low, long high, long number) {
        return low + (long) (unit(0, number) * (high - low + 1));
    }

    /**
     * Bell-shaped and bounded: the sum of four uniform draws, scaled to mean and standard deviation. Never further from the
     * mean than 3.46 standard deviations, as no real clock's interval is unbounded.
     */
    public long bell(long mean, long standardDeviation, long number) {
        double sum = 0;
        for (int term = 0; term < BELL_TERMS; term++) {
            sum += unit(term, number);
        }
        // Four uniform draws have variance 4/12, so the centred sum is divided by sqrt(1/3).
        double standardised = (sum - BELL_TERMS / 2.0) * 1.7320508075688772;
        return mean + StrictMath.round(standardised * standardDeviation);
    }

    /** A bounded exponential delay for the {@code number}-th thing, see {@link Tail}. */
    public long tail(Tail tail, long number) {
        if (tail.meanPs() == 0 || tail.limitPs() == 0) {
            return 0;
        }
        double mean = tail.meanPs();
        double mass = -StrictMath.expm1(-tail.limitPs() / mean);
        return StrictMath.round(-mean * StrictMath.log1p(-unit(0, number) * mass));
    }
}
