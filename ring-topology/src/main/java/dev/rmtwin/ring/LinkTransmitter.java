package dev.rmtwin.ring;

import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.ClockDomain;
import dev.rmtwin.core.trace.Stage;

/**
 * Stage 3: puts packets on the outgoing fibre, one after another: (payload + overhead) bytes of ten symbols each (8b/10b).
 * Whenever the link is free, a transit packet that is ready goes first, since a ring cannot drop transit; an own packet goes
 * when no transit packet is ready. What has begun is not interrupted.
 *
 * <p>Transit costs no event here. Its departure is arithmetic the moment it is taken in: {@code max(arrival + hop latency,
 * link free)}. Should an own packet then slip into the gap before it, the transit packets that this pushes back are re-timed
 * ({@link FibreSpan#retime}); times only ever move later. Own packets that must wait cost one event each. The diary has a line
 * for own packets only: the start of a transit packet follows from its arrival at the next node.
 *
 * <p>Fidelity: exact in wire time (computed for a whole packet, rounded down to a picosecond once), cycle-approximate in the
 * choice between own and transit. Thread: the engine's.
 */
final class LinkTransmitter extends RingStage {
    private static final int DRAIN = 0;

    private final LinkProfile link;
    private final ClockDomain byteClock;
    private final FibreSpan next;
    private final Seam<Packet> seam;
    private final TransitQueue transit = new TransitQueue();
    private TransmitFifo own;
    /** End of the last packet whose first byte has gone out. */
    private long freePs;

    private boolean drainPosted;
    private long busyPs;
    private long packets;

    LinkTransmitter(NodeSite site, LinkProfile link, FibreSpan next) {
        super(site, "frame-tx");
        this.link = link;
        this.next = next;
        byteClock = new ClockDomain(10_000_000_000_000L, link.lineRateBaud());
        seam = site.seam("frame-tx");
    }

    void connect(TransmitFifo fifo) {
        own = fifo;
    }

    /** Sends own packets from the FIFO as far as the link is free; the rest follows by itself. */
    void drain(TransmitFifo fifo, long nowPs) {
        if (drainPosted) {
            return;
        }
        settle(nowPs);
        Packet packet = fifo.head();
        while (packet != null) {
            long startPs = firstGapPs(Math.max(nowPs, packet.readyPs));
            if (startPs > nowPs) {
                drainPosted = true;
                post(Rank.MEMORY, startPs, DRAIN, 0);
                return;
            }
            fifo.removeHead();
            sendOwn(packet, nowPs);
            packet = fifo.head();
        }
    }

    private void sendOwn(Packet packet, long nowPs) {
        long startPs = nowPs;
        if (seam.armed()) {
            long delayPs = seam.pass(packet, nowPs);
            if (delayPs == Seam.DROPPED) {
                lose(packet, LossCause.FAULT, nowPs);
                return;
            }
            startPs += delayPs;
        }
        site.line(Stage.FRAME_TX, packet, startPs);
        freePs = startPs + wirePs(packet);
        book(freePs - startPs);
        next.propagate(packet, freePs, nowPs);
        pushBackTransit();
    }

    /** Sends a transit packet, taken in now, after the hop latency and behind all transit before it. */
    void forward(Packet packet, long nowPs) {
        settle(nowPs);
        int queued = transit.count();
        long beforePs = queued == 0 ? freePs : transit.endPs(queued - 1);
        long departPs = Math.max(nowPs + site.profile().hopLatencyPs(), beforePs);
        long endPs = departPs + wirePs(packet);
        book(endPs - departPs);
        transit.add(departPs, endPs, next.propagate(packet, endPs, nowPs));
    }

    /** Takes transit packets whose first byte has gone out by now off the list. */
    private void settle(long nowPs) {
        while (transit.count() > 0 && transit.departPs(0) <= nowPs) {
            freePs = transit.endPs(0);
            transit.removeFirst();
        }
    }

    /** The first time from {@code fromPs} on at which the link is free and no known transit packet is ready. */
    private long firstGapPs(long fromPs) {
        long gapPs = Math.max(fromPs, freePs);
        for (int n = 0; n < transit.count() && transit.departPs(n) <= gapPs; n++) {
            gapPs = Math.max(gapPs, transit.endPs(n));
        }
        return gapPs;
    }

    private void pushBackTransit() {
        long beforePs = freePs;
        for (int n = 0; n < transit.count() && transit.departPs(n) < beforePs; n++) {
            long byPs = beforePs - transit.departPs(n);
            transit.shift(n, byPs);
            if (transit.slot(n) != TransitQueue.LOST) {
                next.retime(site.pool().get(transit.slot(n)), byPs);
            }
            beforePs = transit.endPs(n);
        }
    }

    private long wirePs(Packet packet) {
        return byteClock.edgePs((long) packet.wirePayloadBytes() + link.packetOverheadBytes());
    }

    private void book(long wirePs) {
        busyPs += wirePs;
        packets++;
    }

    /** Time that the link has been, or is already bound to be, busy. */
    long busyPs() {
        return busyPs;
    }

    /** Packets put on the link, or bound to be. */
    long packetCount() {
        return packets;
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        drainPosted = false;
        drain(own, nowPs);
        own.tellSpace(nowPs);
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        transit.state(visitor);
        freePs = visitor.value("free", freePs);
        drainPosted = visitor.value("drainPosted", drainPosted);
        busyPs = visitor.value("busy", busyPs);
        packets = visitor.value("packets", packets);
    }
}
