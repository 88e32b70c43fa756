package dev.rmtwin.ring;

import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.port.LinkStatusListener;
import dev.rmtwin.core.port.NetworkInterruptListener;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;

/**
 * Stage 6: packets wait here for memory, which takes one in each commit time, in order. Network interrupts wait in the same
 * line, so each comes after all earlier data of its sender; at the head they leave for the interrupt logic when they are
 * addressed to this node or to all.
 *
 * <p>When there is no room the packet is not stored (it still goes round the ring). Almost full and full latch in the step in
 * which the level reaches them. Fidelity: cycle-approximate. Thread: the engine's.
 */
final class ReceiveFifo extends RingStage {
    /** Interrupt target that means every node but the sender. */
    static final int BROADCAST = -1;

    private static final int COMMIT = 0;

    private final int overheadBytes;
    private final NodeMemory next;
    private final Seam<Packet> seam;
    private NetworkInterruptListener interrupts;
    private LinkStatusListener statusListener;
    private int levelBytes;
    private int packets;
    private long memoryFreePs;
    private boolean almostFull;
    private boolean full;

    ReceiveFifo(NodeSite site, int overheadBytes, NodeMemory next) {
        super(site, "rx-fifo");
        this.overheadBytes = overheadBytes;
        this.next = next;
        seam = site.seam("rx-fifo");
    }

    /** Takes a packet off the link, or loses it; the caller's reference goes with it. */
    void accept(Packet arrived, long nowPs) {
        site.count(RingCounter.RX_PACKETS);
        Packet packet = arrived;
        long delayPs = 0;
        if (seam.armed()) {
            packet = site.pool().exclusive(arrived);
            delayPs = seam.pass(packet, nowPs);
            if (delayPs == Seam.DROPPED) {
                lose(packet, LossCause.RX_FAULT, nowPs);
                return;
            }
        }
        int after = levelBytes + wireBytes(packet);
        latch(after, nowPs);
        if (after > site.profile().rxFifoBytes()) {
            lose(packet, LossCause.RX_OVERFLOW, nowPs);
            return;
        }
        levelBytes = after;
        packets++;
        site.line(Stage.RX_FIFO, packet, nowPs);
        memoryFreePs = Math.max(nowPs + delayPs, memoryFreePs) + site.profile().commitPs();
        post(Rank.MEMORY, memoryFreePs, COMMIT, packet.slot);
    }

    private void latch(int afterBytes, long nowPs) {
        int before = status();
        int almostFullBytes = site.profile().rxAlmostFullBytes();
        if (afterBytes >= almostFullBytes) {
            if (levelBytes < almostFullBytes) {
                site.count(RingCounter.RX_ALMOST_FULL);
            }
            almostFull = true;
        }
        full |= afterBytes >= site.profile().rxFifoBytes();
        int latched = status() & ~before;
        if (latched != 0 && statusListener != null) {
            statusListener.onLinkStatus(latched, nowPs);
        }
    }

    /** The head of the line goes to memory or to the interrupt logic. */
    @Override
    public void onEvent(int kind, long slot, long nowPs) {
        Packet packet = site.pool().get(slot);
        levelBytes -= wireBytes(packet);
        packets--;
        if (levelBytes < 0 || (packets == 0) != (levelBytes == 0)) {
            throw broken("level " + levelBytes + " bytes with " + packets + " packets", nowPs);
        }
        if (packet.interrupt) {
            raise(packet, nowPs);
        } else {
            next.commit(packet, nowPs);
        }
    }

    private void raise(Packet packet, long nowPs) {
        if (packet.interruptTarget == site.id() || packet.interruptTarget == BROADCAST) {
            site.count(RingCounter.INTERRUPTS_DELIVERED);
            if (interrupts != null) {
                interrupts.onNetworkInterrupt(
                        packet.origin, packet.interruptType, packet.interruptData, packet.sequence, nowPs);
            }
        } else {
            site.count(RingCounter.INTERRUPTS_PASSED);
        }
        site.pool().release(packet);
    }

    private int wireBytes(Packet packet) {
        return packet.wirePayloadBytes() + overheadBytes;
    }

    void setInterruptListener(NetworkInterruptListener listener) {
        interrupts = listener;
    }

    void setStatusListener(LinkStatusListener listener) {
        statusListener = listener;
    }

    int levelBytes() {
        return levelBytes;
    }

    int packetCount() {
        return packets;
    }

    int status() {
        return (full ? LinkStatus.RX_FULL : 0) | (almostFull ? LinkStatus.RX_ALMOST_FULL : 0);
    }

    void clear(int bits) {
        full &= (bits & LinkStatus.RX_FULL) == 0;
        almostFull &= (bits & LinkStatus.RX_ALMOST_FULL) == 0;
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        levelBytes = visitor.value("level", levelBytes);
        packets = visitor.value("packets", packets);
        memoryFreePs = visitor.value("memoryFree", memoryFreePs);
        almostFull = visitor.value("almostFull", almostFull);
        full = visitor.value("full", full);
    }
}
