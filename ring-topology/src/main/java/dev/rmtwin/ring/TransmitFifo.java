package dev.rmtwin.ring;

import dev.rmtwin.core.event.EventKey;
import dev.rmtwin.core.memory.SlotQueue;
import dev.rmtwin.core.port.HostWrite;
import dev.rmtwin.core.port.SpaceListener;
import dev.rmtwin.core.port.TransmitPort;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;
import java.lang.foreign.MemorySegment;

/**
 * Stage 2: the host's writes wait here for the fibre, cut into packets of at most the maximum payload, in address order.
 * Packet numbers count up from 0 for each origin.
 *
 * <p>A write is taken whole or not at all. One that is refused is to be offered again when the listener hears that there is
 * room for it. A write larger than the whole FIFO is taken when the FIFO is empty, so that it makes progress; its level then
 * stands above its size until enough has gone out.
 *
 * <p>Fidelity: cycle-approximate. A packet leaves the FIFO when its first byte goes out. Thread: the engine's.
 */
final class TransmitFifo extends RingStage implements TransmitPort {
    private static final int NOTHING_REFUSED = Integer.MAX_VALUE;

    private final LinkProfile link;
    private final LinkTransmitter next;
    private final Seam<Packet> seam;
    private final SlotQueue waiting = new SlotQueue();
    private SpaceListener spaceListener;
    private long nextNumber;
    private int levelBytes;
    /** Size of the smallest write that was refused since there was last room for it. */
    private int refusedBytes = NOTHING_REFUSED;

    TransmitFifo(NodeSite site, LinkProfile link, LinkTransmitter next) {
        super(site, "tx-fifo");
        this.link = link;
        this.next = next;
        seam = site.seam("tx-fifo");
    }

    @Override
    public long accept(HostWrite write, long nowPs) {
        int neededBytes = wireBytes(write);
        if (!hasRoom(neededBytes)) {
            refusedBytes = Math.min(refusedBytes, neededBytes);
            site.count(RingCounter.TX_REFUSED);
            return -1;
        }
        site.count(RingCounter.TX_WRITES);
        int done = 0;
        do {
            Packet packet = write.isInterrupt() ? interrupt(write) : data(write, done);
            done += packet.lengthBytes;
            insert(packet, nowPs);
        } while (done < write.lengthBytes());
        next.drain(this, nowPs);
        return EventKey.packetSequence(site.id(), nextNumber - 1);
    }

    private void insert(Packet packet, long nowPs) {
        packet.origin = site.id();
        packet.sequence = EventKey.packetSequence(site.id(), nextNumber++);
        packet.readyPs = nowPs;
        site.count(RingCounter.TX_PACKETS);
        site.counters().add(RingCounter.TX_BYTES, packet.lengthBytes);
        outcome(RingOutcome.INSERTED, nowPs, packet.sequence);
        if (seam.armed()) {
            long delayPs = seam.pass(packet, nowPs);
            if (delayPs == Seam.DROPPED) {
                lose(packet, LossCause.FAULT, nowPs);
                return;
            }
            packet.readyPs += delayPs;
        }
        site.line(Stage.TX_FIFO, packet, nowPs);
        waiting.add(packet.slot);
        levelBytes += wireBytes(packet);
    }

    private Packet data(HostWrite write, int done) {
        Packet packet = site.pool().take();
        packet.interrupt = false;
        packet.offset = write.offset() + done;
        packet.lengthBytes = Math.min(link.maxPayloadBytes(), write.lengthBytes() - done);
        MemorySegment.copy(write.data(), write.dataOffset() + done, packet.payload, 0, packet.lengthBytes);
        return packet;
    }

    private Packet interrupt(HostWrite write) {
        Packet packet = site.pool().take();
        packet.interrupt = true;
        packet.offset = 0;
        packet.lengthBytes = 0;
        packet.interruptTarget = write.interruptTarget();
        packet.interruptType = write.interruptType();
        packet.interruptData = write.interruptData();
        return packet;
    }

    /** The packet that goes out next, null when nothing waits. */
    Packet head() {
        return waiting.isEmpty() ? null : site.pool().get(waiting.peek());
    }

    /** The head has gone out, or is lost. The listener is told once the link's state is settled ({@link #tellSpace}). */
    void removeHead() {
        levelBytes -= wireBytes(head());
        waiting.remove();
        if (levelBytes < 0 || waiting.isEmpty() != (levelBytes == 0)) {
            throw broken(
                    "level " + levelBytes + " bytes with " + waiting.count() + " packets",
                    site.engine().nowPs());
        }
    }

    /** Tells the listener when what it was refused would fit now. */
    void tellSpace(long nowPs) {
        if (refusedBytes != NOTHING_REFUSED && hasRoom(refusedBytes)) {
            refusedBytes = NOTHING_REFUSED;
            if (spaceListener != null) {
                spaceListener.onSpace(nowPs);
            }
        }
    }

    private boolean hasRoom(int neededBytes) {
        return levelBytes + neededBytes <= site.profile().txFifoBytes() || waiting.isEmpty();
    }

    private int wireBytes(HostWrite write) {
        if (write.isInterrupt()) {
            return Packet.MIN_PAYLOAD_BYTES + link.packetOverheadBytes();
        }
        int length = write.lengthBytes();
        if (length <= 0) {
            throw broken("a write of " + length + " bytes", site.engine().nowPs());
        }
        int full = length / link.maxPayloadBytes();
        int rest = length % link.maxPayloadBytes();
        int bytes = full * (Packet.wirePayloadBytes(link.maxPayloadBytes()) + link.packetOverheadBytes());
        return rest == 0 ? bytes : bytes + Packet.wirePayloadBytes(rest) + link.packetOverheadBytes();
    }

    private int wireBytes(Packet packet) {
        return packet.wirePayloadBytes() + link.packetOverheadBytes();
    }

    void setSpaceListener(SpaceListener listener) {
        spaceListener = listener;
    }

    int levelBytes() {
        return levelBytes;
    }

    int packetCount() {
        return waiting.count();
    }

    int status() {
        return (waiting.isEmpty() ? LinkStatus.TX_EMPTY : 0)
                | (levelBytes >= site.profile().txAlmostFullBytes() ? LinkStatus.TX_ALMOST_FULL : 0);
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        throw broken("unexpected event kind " + kind, nowPs);
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        waiting.state(visitor);
        nextNumber = visitor.value("nextNumber", nextNumber);
        levelBytes = visitor.value("level", levelBytes);
        refusedBytes = visitor.value("refused", refusedBytes);
    }
}
