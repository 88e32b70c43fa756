package dev.rmtwin.core.time;

/** Picoseconds: the one unit of virtual time, in a {@code long} (good for 106 days). */
public final class Ps {
    public static final long NS = 1_000L;
    public static final long US = 1_000_000L;
    public static final long MS = 1_000_000_000L;
    public static final long SECOND = 1_000_000_000_000L;

    private Ps() {}

    /** Microseconds as people read them; for output only, never for model arithmetic. */
    public static double toMicros(long timePs) {
        return timePs / (double) US;
    }

    /** Seconds as people read them; for output only, never for model arithmetic. */
    public static double toSeconds(long timePs) {
        return timePs / (double) SECOND;
    }
}
