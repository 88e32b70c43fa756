package dev.rmtwin.core.routine;

/** Whoever runs a {@link Routine}, seen from inside it. */
public interface RoutineContext {
    /** The present, with what this step has charged so far. */
    long nowPs();

    /** Spends core time. */
    void charge(long costPs);

    /** The value of the read that the last step asked for. */
    long value();

    /** Whether the last wait ended because its time was up. */
    boolean timedOut();

    /** Ends the step; the next follows when what was charged has passed. */
    Want proceed();

    /** Ends the step with a read of {@code widthBytes} (1, 2, 4 or 8); the next step finds the {@link #value()}. */
    Want read(ReadPort port, long address, int widthBytes);

    /** Gives the core away until {@code timePs}. */
    Want sleepUntil(long timePs);

    /** Gives the core away until signalled, at most until {@code deadlinePs} ({@link Long#MAX_VALUE}: for ever). */
    Want await(long deadlinePs);

    /**
     * Goes round a loop until {@code untilPs}, or, when {@code watching}, until the memory that this routine watches is touched.
     * Each turn costs {@code checkPs} of the core and gives {@code awayPs} away (0: a spin loop).
     */
    Want loop(long checkPs, long awayPs, boolean watching, long untilPs);

    /** Ends the routine. */
    Want done();
}
