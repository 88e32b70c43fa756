package dev.rmtwin.ring;

import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.StateVisitor;

/**
 * Stage 4: the fibre from one node to the next. A packet is at the far end when its last byte is in: the end of its
 * transmission plus length times propagation. The one event of a packet's hop is its arrival.
 *
 * <p>Fidelity: exact. Named after the node that it leaves. Thread: the engine's.
 */
final class FibreSpan extends RingStage {
    private static final int ARRIVAL = 0;

    private final long delayPs;
    private final Seam<Packet> seam;
    private RingNode next;
    private int inFlight;

    FibreSpan(NodeSite site, long delayPs) {
        super(site, "span");
        this.delayPs = delayPs;
        seam = site.seam("span");
    }

    void connect(RingNode node) {
        next = node;
    }

    /**
     * Takes a packet whose last byte enters the fibre at {@code endPs}, now or later. A fault here acts when the departure is
     * decided, at most a hop latency and the packets ahead before it happens.
     *
     * @return the slot of the packet on its way, {@link TransitQueue#LOST} when a fault took it
     */
    int propagate(Packet packet, long endPs, long nowPs) {
        Packet carried = packet;
        long faultPs = 0;
        if (seam.armed()) {
            carried = site.pool().exclusive(packet);
            faultPs = seam.pass(carried, nowPs);
            if (faultPs == Seam.DROPPED) {
                lose(carried, LossCause.FAULT, nowPs);
                return TransitQueue.LOST;
            }
        }
        carried.arrivePs = endPs + delayPs + faultPs;
        inFlight++;
        postPacket(this, carried.arrivePs, ARRIVAL, carried.slot, carried.sequence);
        return carried.slot;
    }

    /** The packet's departure has been pushed back: the arrival event finds the later time and waits for it. */
    void retime(Packet packet, long laterByPs) {
        packet.arrivePs += laterByPs;
    }

    @Override
    public void onEvent(int kind, long slot, long nowPs) {
        Packet packet = site.pool().get(slot);
        if (packet.arrivePs > nowPs) {
            postPacket(this, packet.arrivePs, ARRIVAL, slot, packet.sequence);
            return;
        }
        inFlight--;
        next.onFrame(packet, nowPs);
    }

    int inFlight() {
        return inFlight;
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        inFlight = visitor.value("inFlight", inFlight);
    }
}
