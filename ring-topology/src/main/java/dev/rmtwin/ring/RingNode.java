package dev.rmtwin.ring;

import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;

/**
 * Stage 5: what a node does with a packet whose last byte has come in. Its own packet is taken off the ring; a packet of
 * another node goes to the receive FIFO and, after the hop latency, on to the next node.
 *
 * <p>Fidelity: cycle-approximate (store and forward with a hop latency). Not modelled yet: rogue masters, sync loss, bypass.
 * Thread: the engine's.
 */
final class RingNode extends RingStage {
    private final ReceiveFifo receive;
    private final LinkTransmitter transmit;
    private final Seam<Packet> seam;
    private boolean ownData;
    private int held;

    RingNode(NodeSite site, ReceiveFifo receive, LinkTransmitter transmit) {
        super(site, "hop");
        this.receive = receive;
        this.transmit = transmit;
        seam = site.seam("hop");
    }

    /** Takes in a packet from the fibre; the caller's reference goes with it. */
    void onFrame(Packet arrived, long nowPs) {
        site.line(Stage.SPAN, arrived, nowPs);
        Packet packet = arrived;
        if (seam.armed()) {
            packet = site.pool().exclusive(arrived);
            long delayPs = seam.pass(packet, nowPs);
            if (delayPs == Seam.DROPPED) {
                lose(packet, LossCause.FAULT, nowPs);
                return;
            }
            if (delayPs > 0) {
                postPacket(this, nowPs + delayPs, 0, packet.slot, packet.sequence);
                held++;
                return;
            }
        }
        takeIn(packet, nowPs);
    }

    private void takeIn(Packet packet, long nowPs) {
        site.line(Stage.RING_HOP, packet, nowPs);
        if (packet.origin == site.id()) {
            strip(packet, nowPs);
            return;
        }
        site.pool().retain(packet);
        receive.accept(packet, nowPs);
        site.count(RingCounter.FORWARDED);
        transmit.forward(packet, nowPs);
    }

    private void strip(Packet packet, long nowPs) {
        ownData = true;
        site.count(RingCounter.STRIPPED);
        outcome(RingOutcome.STRIPPED, nowPs, packet.sequence);
        site.pool().release(packet);
    }

    /** A packet that a fault held back is let in. */
    @Override
    public void onEvent(int kind, long slot, long nowPs) {
        held--;
        takeIn(site.pool().get(slot), nowPs);
    }

    /** Packets that a fault holds back before this node. */
    int held() {
        return held;
    }

    int status() {
        return ownData ? LinkStatus.OWN_DATA : 0;
    }

    void clear(int bits) {
        ownData &= (bits & LinkStatus.OWN_DATA) == 0;
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        ownData = visitor.value("ownData", ownData);
        held = visitor.value("held", held);
        site.counters().state(visitor);
    }
}
