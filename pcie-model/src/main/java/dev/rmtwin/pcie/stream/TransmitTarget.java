package dev.rmtwin.pcie.stream;

/** The transmitting side of a link. */
public interface TransmitTarget {
    /** Whether it takes a unit now. */
    boolean ready();

    /** Gives it a unit; it must be ready. */
    void push(long value, long nowPs);

    /** Throws away what waits to be sent and has not begun; says how many units that were. */
    int discard(long nowPs);
}
