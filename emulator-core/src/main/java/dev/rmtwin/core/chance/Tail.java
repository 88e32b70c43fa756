package dev.rmtwin.core.chance;

/**
 * A bounded random delay: exponential with mean {@code meanPs}, cut at {@code limitPs} (values beyond it are drawn anew by
 * inversion, so that no mass piles up at the limit). Bounded, because the latencies that the reference documents measured
 * over hundreds of thousands of frames have a hard maximum.
 *
 * @param meanPs mean of the exponential before the cut, 0 for no delay at all
 * @param limitPs largest delay, at least 0
 */
public record Tail(long meanPs, long limitPs) {
    /** No delay. */
    public static final Tail NONE = new Tail(0, 0);

    public Tail {
        if (meanPs < 0 || limitPs < 0) {
            throw new IllegalArgumentException("negative delay: " + meanPs + ", " + limitPs);
        }
    }
}
