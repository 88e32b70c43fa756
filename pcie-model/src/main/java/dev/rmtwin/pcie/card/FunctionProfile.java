package dev.rmtwin.pcie.card;

import dev.rmtwin.core.time.Ps;

/**
 * How long a card takes to become usable.
 *
 * @param resetPs from the start of a function level reset, or the end of a bus reset, to the first access that is answered; PCI
 *     Express allows 100 ms
 * @param powerUpPs from the write that asks for D0 in D3hot to the first access that is answered; the specification gives
 *     10 ms
 */
public record FunctionProfile(long resetPs, long powerUpPs) {
    /** A tenth of what a reset may take, and what a power-up is given. */
    public static final FunctionProfile STANDARD = new FunctionProfile(10 * Ps.MS, 10 * Ps.MS);

    /** Refuses times that are none. */
    public FunctionProfile {
        if (resetPs < 0 || powerUpPs < 0) {
            throw new IllegalArgumentException("times of a function: " + resetPs + ", " + powerUpPs);
        }
    }
}
