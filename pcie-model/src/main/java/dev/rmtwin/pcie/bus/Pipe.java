package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.ClockDomain;

/**
 * The line of one direction: one byte after the other at an exact rate. Within a busy period every edge is counted from the
 * period's start, so that a rate that is no whole number of picoseconds a byte does not drift.
 */
final class Pipe {
    private final ClockDomain byteClock;
    private final long latencyPs;
    private long busyFromPs;
    private long busyBytes;
    private long freePs;

    Pipe(ClockDomain byteClock, long latencyPs) {
        this.byteClock = byteClock;
        this.latencyPs = latencyPs;
    }

    /** Puts a packet on the line as early as possible; returns when its last byte arrives. */
    long send(int wireBytes, long nowPs) {
        occupy(wireBytes, nowPs);
        return freePs + latencyPs;
    }

    /** Takes time on the line for bytes that nobody waits for. */
    void occupy(int wireBytes, long nowPs) {
        if (nowPs > freePs) {
            busyFromPs = nowPs;
            busyBytes = 0;
        }
        busyBytes += wireBytes;
        freePs = busyFromPs + byteClock.edgePs(busyBytes);
    }

    /** When the line has sent all that it was given. */
    long freePs() {
        return freePs;
    }

    void state(StateVisitor visitor) {
        busyFromPs = visitor.value("busyFrom", busyFromPs);
        busyBytes = visitor.value("busyBytes", busyBytes);
        freePs = visitor.value("free", freePs);
    }
}
