package dev.rmtwin.ring;

import dev.rmtwin.core.memory.SparseMemory;
import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.port.CommitListener;
import dev.rmtwin.core.port.HostWrite;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;
import java.lang.foreign.MemorySegment;

/**
 * Stage 7: a card's reflective memory, the only place where its bytes change. The listener hears of a change after the bytes
 * are in.
 *
 * <p>Fidelity: functional; the time that a write takes is spent before, in the receive FIFO. Thread: the engine's.
 */
final class NodeMemory extends RingStage implements CardMemoryPort {
    private final SparseMemory memory;
    private final Seam<Packet> seam;
    private CommitListener listener;
    private int held;

    NodeMemory(NodeSite site) {
        super(site, "memory");
        memory = new SparseMemory(site.profile().memoryBytes());
        seam = site.seam("memory");
    }

    /** Makes a packet's bytes visible; the caller's reference goes with it. */
    void commit(Packet arrived, long nowPs) {
        Packet packet = arrived;
        if (seam.armed()) {
            packet = site.pool().exclusive(arrived);
            long delayPs = seam.pass(packet, nowPs);
            if (delayPs == Seam.DROPPED) {
                lose(packet, LossCause.RX_FAULT, nowPs);
                return;
            }
            if (delayPs > 0) {
                postPacket(this, nowPs + delayPs, 0, packet.slot, packet.sequence);
                held++;
                return;
            }
        }
        store(packet, nowPs);
    }

    private void store(Packet packet, long nowPs) {
        if (!inRange(packet.offset, packet.lengthBytes)) {
            lose(packet, LossCause.OUT_OF_MEMORY_RANGE, nowPs);
            return;
        }
        memory.write(packet.offset, packet.payload, 0, packet.lengthBytes);
        site.count(RingCounter.COMMITTED);
        site.counters().add(RingCounter.COMMITTED_BYTES, packet.lengthBytes);
        site.line(Stage.MEMORY, packet, nowPs);
        if (listener != null) {
            listener.onCommit(packet.origin, packet.offset, packet.lengthBytes, packet.sequence, nowPs);
        }
        site.pool().release(packet);
    }

    @Override
    public void writeOwn(HostWrite write, long packetSequence, long nowPs) {
        if (write.isInterrupt()) {
            throw broken("a network interrupt is no write", nowPs);
        }
        if (!inRange(write.offset(), write.lengthBytes())) {
            site.count(RingCounter.OWN_OUT_OF_RANGE);
            return;
        }
        memory.write(write.offset(), write.data(), write.dataOffset(), write.lengthBytes());
        site.count(RingCounter.OWN_WRITES);
        if (listener != null) {
            listener.onCommit(site.id(), write.offset(), write.lengthBytes(), packetSequence, nowPs);
        }
    }

    private boolean inRange(long offset, int lengthBytes) {
        return offset >= 0 && offset <= memory.sizeBytes() - lengthBytes;
    }

    @Override
    public void read(long offset, MemorySegment target, long targetOffset, int lengthBytes) {
        memory.read(offset, target, targetOffset, lengthBytes);
    }

    @Override
    public long sizeBytes() {
        return memory.sizeBytes();
    }

    /** A write that a fault held back is let in. */
    @Override
    public void onEvent(int kind, long slot, long nowPs) {
        held--;
        store(site.pool().get(slot), nowPs);
    }

    /** Writes that a fault holds back before memory. */
    int held() {
        return held;
    }

    void setCommitListener(CommitListener commitListener) {
        listener = commitListener;
    }

    long contentHash() {
        return memory.contentHash();
    }

    int pageCount() {
        return memory.pageCount();
    }

    /** Rolls the contents into the trace hash. */
    void finish(long nowPs) {
        outcome(RingOutcome.FINAL_MEMORY, nowPs, contentHash());
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        held = visitor.value("held", held);
        memory.state(visitor);
    }
}
