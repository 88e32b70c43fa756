package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.routine.ReadReply;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;

/** The host's end of a link: what arrives there, and the host's own open reads. */
final class HostEnd {
    private static final long ALL_ONES = -1L;
    private static final int READS_AT_FIRST = 8;
    private static final int READS_AT_MOST = 1 << 16;

    private final PcieLink link;
    private final int node;
    private final TlpPool pool;
    private final CounterBlock<BusCounter> counters;
    private final Direction toHost;
    private final BusSeams seams;
    private final ReadTable reads = new ReadTable(READS_AT_FIRST, READS_AT_MOST);
    private HostSide host;
    private Engine engine;

    HostEnd(PcieLink link, int node, TlpPool pool, Direction toHost, BusSeams seams) {
        this.link = link;
        this.node = node;
        this.pool = pool;
        this.toHost = toHost;
        this.seams = seams;
        counters = link.counters();
    }

    void connect(HostSide hostSide, Engine theEngine) {
        host = hostSide;
        engine = theEngine;
    }

    /** Opens a read of the host, which times out at {@code deadlinePs}. */
    Tlp open(int requesterId, long deadlinePs) {
        Tlp tlp = pool.take(Tlp.Kind.READ);
        tlp.tag = reads.open(requesterId, deadlinePs);
        if (tlp.tag == ReadTable.NONE) {
            throw new IllegalStateException(link + ": more than " + READS_AT_MOST + " reads at once");
        }
        tlp.number = reads.number(tlp.tag);
        return tlp;
    }

    /** A transaction's last byte is here. */
    void arrive(Tlp tlp, long nowPs) {
        toHost.consumed(tlp, nowPs);
        if (tlp.dropped) {
            pool.release(tlp);
            return;
        }
        switch (tlp.kind) {
            case HOST_WRITE -> {
                line(Stage.CQE_POST, tlp, nowPs);
                host.writeMemory(tlp.address, tlp.data, tlp.lengthBytes, nowPs);
                pool.release(tlp);
            }
            case MESSAGE -> {
                line(Stage.MSIX, tlp, nowPs);
                host.onMessage((int) tlp.value, tlp.subject, nowPs);
                pool.release(tlp);
            }
            case PIN_LEVEL -> {
                host.onPinLevel(tlp.value != 0, nowPs);
                pool.release(tlp);
            }
            case READ_REPLY -> endRead(tlp, nowPs);
            case HOST_READ -> readMemory(tlp, nowPs);
            default -> throw new IllegalStateException(link + ": " + tlp.kind + " at the host");
        }
    }

    private void line(Stage stage, Tlp tlp, long nowPs) {
        if (tlp.subject != Tlp.NO_SUBJECT) {
            engine.trace().line(stage, node, tlp.subject, nowPs);
        }
    }

    private void readMemory(Tlp tlp, long nowPs) {
        if (seams.hostRead.pass(tlp, nowPs) == Seam.DROPPED) {
            link.vanish(tlp, nowPs);
            return;
        }
        if (!host.readMemory(tlp.address, tlp.data, tlp.lengthBytes, nowPs)) {
            tlp.status = CompletionStatus.UNSUPPORTED_REQUEST;
        }
        link.answer(tlp, seams.hostCompletion.pass(tlp, nowPs), nowPs);
    }

    private void endRead(Tlp tlp, long nowPs) {
        boolean awaited = reads.waits(tlp.tag, tlp.number);
        int requester = awaited ? reads.owner(tlp.tag) : 0;
        CompletionStatus status = tlp.seenStatus();
        long value = tlp.value;
        if (awaited) {
            reads.close(tlp.tag);
        } else {
            link.unexpected(tlp, nowPs);
        }
        pool.release(tlp);
        if (awaited && status == CompletionStatus.SUCCESS) {
            reply(requester, value, nowPs);
        } else if (awaited) {
            counters.increment(BusCounter.HOST_READ_ERRORS);
            fail(requester, status, nowPs);
        }
    }

    private void fail(int requester, CompletionStatus status, long nowPs) {
        link.failed(requester, status, nowPs);
        reply(requester, ALL_ONES, nowPs);
    }

    private void reply(int requester, long value, long nowPs) {
        ((ReadReply) engine.component(requester)).onReadReply(value, nowPs);
    }

    /** Ends every read whose time is over. */
    void expire(long nowPs) {
        boolean down = link.state() == LinkState.DOWN;
        for (int tag = reads.expired(nowPs); tag != ReadTable.NONE; tag = reads.expired(nowPs)) {
            int requester = reads.owner(tag);
            reads.close(tag);
            counters.increment(down ? BusCounter.HOST_READS_DOWN : BusCounter.HOST_READ_TIMEOUTS);
            fail(requester, CompletionStatus.TIMED_OUT, nowPs);
        }
    }

    /** Every open read times out now; false when there is none. */
    boolean expireAll(long nowPs) {
        reads.expireAll(nowPs);
        return reads.openCount() > 0;
    }

    long earliestPs() {
        return reads.earliestPs();
    }

    void state(StateVisitor visitor) {
        reads.state(visitor);
    }
}
