package dev.rmtwin.core.chance;

import java.nio.charset.StandardCharsets;

/**
 * Seeded chance without streams: a draw is a function of (seed, seam, and whatever identifies the thing that it is drawn
 * for), so it does not matter in which order, or whether, other draws are made.
 */
public final class SeedTree {
    private final long seed;

    /** @param seed root of all draws of a run */
    public SeedTree(long seed) {
        this.seed = seed;
    }

    /** The draws of one seam, e.g. {@code node/2/host/wake-up}. */
    public Draw seam(String name) {
        long h = mix(seed ^ 0x5EED_7EE5_0000_0001L);
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            h = mix(h + b);
        }
        return new Draw(h);
    }

    /** Finaliser of SplitMix64: a bijection that spreads every input bit over all output bits. */
    static long mix(long value) {
        long z = value + 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }
}
