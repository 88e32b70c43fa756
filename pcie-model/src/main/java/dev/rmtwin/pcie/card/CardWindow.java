package dev.rmtwin.pcie.card;

import dev.rmtwin.pcie.register.RegisterBehaviour.Verdict;

/** What lies behind one base address register. Nothing is thrown at the driver: what is wrong is refused or not there. */
interface CardWindow {
    /** Takes a posted write, or says why not. */
    Verdict write(long offset, int widthBytes, long value, long nowPs);

    /** Whether a read of this place and width is answered. */
    boolean has(long offset, int widthBytes);

    /** The answer to a read, side effects included; {@link #has} must hold. */
    long read(long offset, int widthBytes, long nowPs);
}
