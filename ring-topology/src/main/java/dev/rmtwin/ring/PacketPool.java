package dev.rmtwin.ring;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.state.SnapshotException;
import dev.rmtwin.core.state.StateVisitor;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Every packet of one ring. An event's argument, or an entry of a FIFO, is a slot of this pool. Grows by doubling to what the
 * FIFOs and fibres hold at once and then allocates nothing more. Registered before the stages, so that its record is restored
 * before theirs.
 */
final class PacketPool extends Component {
    private static final int FIRST_SLOTS = 64;
    private static final int SLOT_LIMIT = 1 << 24;

    private final int maxPayloadBytes;
    private Packet[] slots = new Packet[0];
    private int[] free = new int[0];
    private int freeCount;

    PacketPool(int maxPayloadBytes) {
        super("ring/packets");
        this.maxPayloadBytes = maxPayloadBytes;
        grow(FIRST_SLOTS);
    }

    /** A packet with one reference. */
    Packet take() {
        if (freeCount == 0) {
            grow(2 * slots.length);
        }
        Packet packet = slots[free[--freeCount]];
        packet.references = 1;
        return packet;
    }

    Packet get(long slot) {
        Packet packet = slots[(int) slot];
        if (packet.references <= 0) {
            throw new IllegalStateException("slot " + slot + " of the packet pool is used after its release");
        }
        return packet;
    }

    void retain(Packet packet) {
        packet.references++;
    }

    void release(Packet packet) {
        if (--packet.references == 0) {
            free[freeCount++] = packet.slot;
        } else if (packet.references < 0) {
            throw new IllegalStateException(packet + " is released once too often");
        }
    }

    /** Gives up one reference and returns the same packet, or an equal one, that nobody else holds: it may be changed. */
    Packet exclusive(Packet packet) {
        if (packet.references == 1) {
            return packet;
        }
        Packet copy = take();
        copy.copyFrom(packet);
        release(packet);
        return copy;
    }

    /** All references held, over all packets. */
    long referenceCount() {
        long count = 0;
        for (Packet packet : slots) {
            count += packet.references;
        }
        return count;
    }

    int inUse() {
        return slots.length - freeCount;
    }

    private void grow(int size) {
        int old = slots.length;
        slots = Arrays.copyOf(slots, size);
        free = Arrays.copyOf(free, size);
        for (int slot = size - 1; slot >= old; slot--) {
            slots[slot] = new Packet(slot, maxPayloadBytes);
            free[freeCount++] = slot;
        }
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        throw new IllegalStateException(this + " takes no events, got kind " + kind);
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        int size = visitor.count("slots", slots.length, Integer.BYTES + Long.BYTES);
        if (size < slots.length || size > SLOT_LIMIT) {
            throw new UncheckedIOException(new SnapshotException("a packet pool of " + size + " slots"));
        }
        if (size > slots.length) {
            grow(size);
        }
        freeCount = visitor.index("freeCount", freeCount, slots.length + 1);
        visitor.values("free", free);
        for (Packet packet : slots) {
            packet.state(visitor);
        }
    }
}
