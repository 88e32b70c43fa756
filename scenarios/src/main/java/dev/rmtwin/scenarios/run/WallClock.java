package dev.rmtwin.scenarios.run;

/**
 * The machine's clock, for progress lines and reported wall times only. The one place of production code that reads it:
 * nothing that a model does may depend on it. Safe from any thread.
 */
public final class WallClock {
    private final long startNanos = System.nanoTime();

    private WallClock() {}

    /** Starts a clock at zero. */
    public static WallClock start() {
        return new WallClock();
    }

    /** Wall time since the start, in nanoseconds, never falling. */
    public long elapsedNanos() {
        return System.nanoTime() - startNanos;
    }

    /** Wall time since the start, in seconds. */
    public double elapsedSeconds() {
        return elapsedNanos() / 1e9;
    }
}
