package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.chance.Draw;
import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.memory.SlotQueue;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.card.PcieProfile;
import java.util.function.Consumer;

/**
 * One direction of the link: a queue for each class of transactions, their credits, and the line.
 *
 * <p>What waits is let go by the ordering rules of PCI Express, the oldest first among those that may go: a posted write passes
 * nothing posted before it, and whatever else is blocked; a read passes no posted write; a completion passes reads, and
 * posted writes only when it is relaxed. While nobody waits, a transaction costs no event but its arrival.
 *
 * <p>At the far end the fabric can hold up posted writes, each by a drawn time. What is strict then keeps its place behind all
 * posted writes before it; what is relaxed does not wait for them.
 */
final class Direction {
    private static final long NONE = -1;
    /** So that whoever asks again does not do so at the same instant. */
    private static final long ASK_AGAIN_PS = Ps.NS;

    private static final int POSTED = FlowClass.POSTED.ordinal();

    private final WireFormat wire;
    private final Pipe pipe;
    private final long returnPs;
    private final TlpPool pool;
    private final CounterBlock<BusCounter> counters;
    private final Events events;
    private final CreditPool[] credits = new CreditPool[FlowClass.COUNT];
    private final SlotQueue[] queues = new SlotQueue[FlowClass.COUNT];
    private Draw hold;
    private long holdPs;
    private int waiting;
    private long nextOrder;
    private long wakeAtPs = NONE;
    private long lastPostedPs;
    private long lastReadPs;
    private long lastCompletionPs;
    private long postedCount;

    /** Makes an event of the link; {@code slot} is the transaction that it is about. */
    @FunctionalInterface
    interface Scheduler {
        void schedule(int kind, int slot, long atPs);
    }

    /**
     * The events of a direction.
     *
     * @param arrival kind: a transaction's last byte is at the far end
     * @param wake kind: {@link #onWake} is wanted
     */
    record Events(int arrival, int wake, Scheduler scheduler) {}

    /** What both directions of a link share. */
    record Shared(WireFormat wire, TlpPool pool, CounterBlock<BusCounter> counters) {}

    static Direction toCard(PcieProfile profile, Shared shared, Events events) {
        Pipe pipe = new Pipe(profile.byteClock(), profile.hostToCardPs());
        return new Direction(
                shared, pipe, profile.cardToHostPs(), profile.flow().card(), events);
    }

    /** @param hold draws of the times by which the fabric holds up posted writes */
    static Direction toHost(PcieProfile profile, Shared shared, Events events, Draw hold) {
        Pipe pipe = new Pipe(profile.byteClock(), profile.cardToHostPs());
        Direction direction = new Direction(
                shared, pipe, profile.hostToCardPs(), profile.flow().host(), events);
        direction.holdPs = profile.flow().fabricHoldPs();
        direction.hold = hold;
        return direction;
    }

    /**
     * @param pipe the line
     * @param returnPs time that credits take to come back
     * @param initial what the receiver grants at first
     */
    private Direction(Shared shared, Pipe pipe, long returnPs, PcieProfile.Credits initial, Events events) {
        wire = shared.wire();
        pool = shared.pool();
        counters = shared.counters();
        this.pipe = pipe;
        this.returnPs = returnPs;
        this.events = events;
        credits[POSTED] = new CreditPool(initial.postedHeaders(), initial.postedData());
        credits[FlowClass.NON_POSTED.ordinal()] = new CreditPool(initial.nonPostedHeaders(), 0);
        credits[FlowClass.COMPLETION.ordinal()] = new CreditPool(initial.completionHeaders(), initial.completionData());
        for (int flow = 0; flow < queues.length; flow++) {
            queues[flow] = new SlotQueue();
        }
    }

    /** Takes a transaction that may leave from {@code nowPs} on. */
    void offer(Tlp tlp, long nowPs) {
        int flow = tlp.kind.flow.ordinal();
        if (waiting == 0 && credits[flow].take(wire.dataUnits(tlp), nowPs)) {
            launch(tlp, nowPs);
            return;
        }
        counters.increment(BusCounter.CREDIT_STALLS);
        tlp.order = nextOrder++;
        queues[flow].add(tlp.slot);
        waiting++;
        advance(nowPs);
    }

    /** Credits may have come back. */
    void onWake(long nowPs) {
        if (nowPs >= wakeAtPs) {
            wakeAtPs = NONE;
        }
        advance(nowPs);
    }

    private void advance(long nowPs) {
        while (waiting > 0) {
            Tlp next = oldestThatMayGo(nowPs);
            if (next == null) {
                armWake(nowPs);
                return;
            }
            queues[next.kind.flow.ordinal()].remove();
            waiting--;
            launch(next, nowPs);
        }
    }

    /** Takes its credits too; null when nothing may go. */
    private Tlp oldestThatMayGo(long nowPs) {
        long after = NONE;
        for (int tries = 0; tries < queues.length; tries++) {
            Tlp candidate = null;
            for (SlotQueue queue : queues) {
                Tlp head = queue.isEmpty() ? null : pool.get(queue.peek());
                if (head != null && head.order > after && (candidate == null || head.order < candidate.order)) {
                    candidate = head;
                }
            }
            if (candidate == null) {
                return null;
            }
            int flow = candidate.kind.flow.ordinal();
            if (!behindPosted(candidate) && credits[flow].take(wire.dataUnits(candidate), nowPs)) {
                return candidate;
            }
            after = candidate.order;
        }
        return null;
    }

    /** Whether an older posted write still waits that this transaction may not pass. */
    private boolean behindPosted(Tlp tlp) {
        if (tlp.posted() || queues[POSTED].isEmpty()) {
            return false;
        }
        boolean older = pool.get(queues[POSTED].peek()).order < tlp.order;
        return older && !(tlp.relaxed && tlp.kind.flow == FlowClass.COMPLETION);
    }

    private void armWake(long nowPs) {
        long atPs = CreditPool.NEVER;
        for (int flow = 0; flow < queues.length; flow++) {
            if (!queues[flow].isEmpty() && !behindPosted(pool.get(queues[flow].peek()))) {
                atPs = Math.min(atPs, credits[flow].nextDuePs());
            }
        }
        if (atPs != CreditPool.NEVER && (wakeAtPs == NONE || atPs < wakeAtPs)) {
            wakeAtPs = Math.max(atPs, nowPs);
            events.scheduler().schedule(events.wake(), 0, wakeAtPs);
        }
    }

    private void launch(Tlp tlp, long nowPs) {
        long atPs = pipe.send(wire.bytes(tlp), nowPs);
        switch (tlp.kind.flow) {
            case POSTED -> {
                if (holdPs > 0 && tlp.kind == Tlp.Kind.HOST_WRITE) {
                    atPs += hold.between(0, holdPs, postedCount++);
                }
                if (tlp.relaxed && atPs < lastPostedPs) {
                    counters.increment(BusCounter.RELAXED_PASSES);
                } else {
                    atPs = Math.max(atPs, lastPostedPs);
                    lastPostedPs = atPs;
                }
            }
            case NON_POSTED -> {
                atPs = Math.max(atPs, Math.max(lastPostedPs, lastReadPs));
                lastReadPs = atPs;
            }
            case COMPLETION -> {
                atPs = Math.max(atPs, tlp.relaxed ? lastCompletionPs : Math.max(lastPostedPs, lastCompletionPs));
                lastCompletionPs = atPs;
            }
        }
        events.scheduler().schedule(events.arrival(), tlp.slot, atPs);
    }

    /** The receiver has taken a transaction out of its buffer. */
    void consumed(Tlp tlp, long nowPs) {
        credits[tlp.kind.flow.ordinal()].giveBack(wire.dataUnits(tlp), nowPs + returnPs);
        if (waiting > 0) {
            armWake(nowPs);
        }
    }

    /** The link is lost: what waits is handed to {@code lost}, and all credits are as at first. */
    void flush(Consumer<Tlp> lost) {
        for (int flow = 0; flow < queues.length; flow++) {
            while (!queues[flow].isEmpty()) {
                lost.accept(pool.get(queues[flow].peek()));
                queues[flow].remove();
            }
            credits[flow].reset();
        }
        waiting = 0;
    }

    /** Bytes of the data link layer that travel this way. */
    void acknowledge(int dllpBytes, long nowPs) {
        pipe.occupy(dllpBytes, nowPs);
    }

    /** Transactions that wait for credit. */
    int waiting() {
        return waiting;
    }

    /** When the line has sent what it was given; while transactions wait for credit, when it is worth asking again. */
    long readyPs(long nowPs) {
        if (waiting == 0) {
            return Math.max(nowPs, pipe.freePs());
        }
        return wakeAtPs == NONE ? nowPs + returnPs + ASK_AGAIN_PS : Math.max(wakeAtPs, pipe.freePs());
    }

    CreditPool credits(FlowClass flow) {
        return credits[flow.ordinal()];
    }

    void state(StateVisitor visitor) {
        pipe.state(visitor);
        for (int flow = 0; flow < queues.length; flow++) {
            queues[flow].state(visitor);
            credits[flow].state(visitor);
        }
        waiting = visitor.value("waiting", waiting);
        nextOrder = visitor.value("nextOrder", nextOrder);
        wakeAtPs = visitor.value("wakeAt", wakeAtPs);
        lastPostedPs = visitor.value("lastPosted", lastPostedPs);
        lastReadPs = visitor.value("lastRead", lastReadPs);
        lastCompletionPs = visitor.value("lastCompletion", lastCompletionPs);
        postedCount = visitor.value("postedCount", postedCount);
    }
}
