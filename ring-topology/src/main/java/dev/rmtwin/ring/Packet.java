package dev.rmtwin.ring;

import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.state.StateVisitor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/**
 * What travels on the fibre: up to 64 bytes for an address, or a network interrupt. Mutable and used over and over; slots are
 * handed out by {@link PacketPool}. While it goes round the ring, receive FIFOs hold references to the same packet, so a fault
 * that changes one first takes a copy of its own ({@link PacketPool#exclusive}).
 *
 * <p>Fidelity: size and order on the wire are exact; header and check sum are counted in the overhead, not built.
 */
final class Packet {
    /** Smallest payload on the wire; an interrupt carries exactly this. */
    static final int MIN_PAYLOAD_BYTES = 4;

    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** Fields that a fault may change; what identifies the packet for order and trace is not among them. */
    static final List<Lens<Packet>> LENSES = List.of(
            new Lens<>("packet.origin", p -> p.origin, (p, v) -> p.origin = (int) (v & 0xFF)),
            new Lens<>("packet.offset", p -> p.offset, (p, v) -> p.offset = v & 0xFFFF_FFFFL),
            new Lens<>("packet.length", p -> p.lengthBytes, (p, v) -> p.lengthBytes = p.cutLength(v)),
            new Lens<>("packet.word0", p -> p.payload.get(WORD, 0), (p, v) -> p.payload.set(WORD, 0, (int) v)),
            new Lens<>("packet.target", p -> p.interruptTarget, (p, v) -> p.interruptTarget = (int) v),
            new Lens<>("packet.type", p -> p.interruptType, (p, v) -> p.interruptType = (int) (v & 0xF)),
            new Lens<>("packet.data", p -> p.interruptData, (p, v) -> p.interruptData = (int) v));

    final int slot;
    final MemorySegment payload;

    /** Origin and number at insertion ({@code EventKey.packetSequence}); never changes on the way. */
    long sequence;
    /** Node id in the header: who strips it. */
    int origin;

    boolean interrupt;
    long offset;
    int lengthBytes;
    int interruptTarget;
    int interruptType;
    int interruptData;

    /** Holders: the ring while it travels, and each receive FIFO that it waits in. 0 = the slot is free. */
    int references;
    /** Own packets: not before this time onto the fibre. */
    long readyPs;
    /** On a span: when its last byte is in at the far end. */
    long arrivePs;

    Packet(int slot, int maxPayloadBytes) {
        this.slot = slot;
        payload = MemorySegment.ofArray(new byte[Math.max(MIN_PAYLOAD_BYTES, maxPayloadBytes)]);
    }

    /** Bytes on the wire without overhead. */
    int wirePayloadBytes() {
        return wirePayloadBytes(lengthBytes);
    }

    static int wirePayloadBytes(int lengthBytes) {
        return Math.max(MIN_PAYLOAD_BYTES, lengthBytes);
    }

    void copyFrom(Packet other) {
        sequence = other.sequence;
        origin = other.origin;
        interrupt = other.interrupt;
        offset = other.offset;
        lengthBytes = other.lengthBytes;
        interruptTarget = other.interruptTarget;
        interruptType = other.interruptType;
        interruptData = other.interruptData;
        readyPs = other.readyPs;
        arrivePs = other.arrivePs;
        payload.copyFrom(other.payload);
    }

    private int cutLength(long value) {
        return (int) Math.min(value & 0xFF, payload.byteSize());
    }

    void state(StateVisitor visitor) {
        references = visitor.value("references", references);
        if (references == 0) {
            return;
        }
        sequence = visitor.value("sequence", sequence);
        origin = visitor.value("origin", origin);
        interrupt = visitor.value("interrupt", interrupt);
        offset = visitor.value("offset", offset);
        lengthBytes = visitor.value("length", lengthBytes);
        interruptTarget = visitor.value("target", interruptTarget);
        interruptType = visitor.value("type", interruptType);
        interruptData = visitor.value("data", interruptData);
        readyPs = visitor.value("ready", readyPs);
        arrivePs = visitor.value("arrive", arrivePs);
        visitor.segment("payload", payload);
    }

    @Override
    public String toString() {
        return "packet " + Long.toHexString(sequence) + " of node " + origin + " for " + offset + "+" + lengthBytes;
    }
}
