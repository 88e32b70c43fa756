package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.ClockDomain;

/** One direction of the bus: first in, first out, with a rate and a latency. */
final class Pipe {
    private final ClockDomain byteClock;
    private final int overheadBytes;
    private final long latencyPs;
    private long freePs;

    Pipe(long bytesPerSecond, int overheadBytes, long latencyPs) {
        byteClock = ClockDomain.ofRate(bytesPerSecond, dev.rmtwin.core.time.Ps.SECOND);
        this.overheadBytes = overheadBytes;
        this.latencyPs = latencyPs;
    }

    /** Puts a packet on the line as early as possible; returns when its last byte arrives. */
    long send(int payloadBytes, long nowPs) {
        freePs = Math.max(nowPs, freePs) + byteClock.edgePs((long) payloadBytes + overheadBytes);
        return freePs + latencyPs;
    }

    void state(StateVisitor visitor) {
        freePs = visitor.value("free", freePs);
    }
}
