package dev.rmtwin.pcie.card;

import dev.rmtwin.core.time.Ps;

/**
 * The declared steps of adaptive coalescing, from least latency to least interrupts: from which measured rate on a step is
 * for, and its count and timer. The order is part of snapshots and of the STEP field.
 */
public enum CoalesceStep {
    /** Every completion interrupts. */
    EACH(0, 1, 0),
    /** Pairs. */
    FEW(20_000, 2, 32 * Ps.US),
    /** Small batches. */
    SMALL(50_000, 4, 64 * Ps.US),
    /** Batches. */
    MEDIUM(100_000, 8, 64 * Ps.US),
    /** Large batches. */
    LARGE(250_000, 32, 128 * Ps.US),
    /** As few interrupts as there can be. */
    BULK(1_000_000, 64, 128 * Ps.US);

    private static final CoalesceStep[] VALUES = values();

    private final long perSecond;
    private final int frames;
    private final long timerPs;

    CoalesceStep(long perSecond, int frames, long timerPs) {
        this.perSecond = perSecond;
        this.frames = frames;
        this.timerPs = timerPs;
    }

    /** Completions a second from which on the step is for. */
    public long perSecond() {
        return perSecond;
    }

    /** Completions for one interrupt. */
    public int frames() {
        return frames;
    }

    /** Longest wait of a completion, before rounding to the timer's resolution. */
    public long timerPs() {
        return timerPs;
    }

    static CoalesceStep of(int ordinal) {
        return VALUES[ordinal];
    }

    static int count() {
        return VALUES.length;
    }
}
