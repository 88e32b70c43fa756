package dev.rmtwin.ring;

import dev.rmtwin.core.state.SnapshotException;
import dev.rmtwin.core.state.StateVisitor;
import java.io.UncheckedIOException;

/** A first-in first-out queue of pool slots that grows by doubling. */
final class SlotQueue {
    private static final int LIMIT = 1 << 24;

    private int[] slots = new int[16];
    private int head;
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    int count() {
        return count;
    }

    void add(int slot) {
        if (count == slots.length) {
            int[] grown = new int[2 * count];
            for (int i = 0; i < count; i++) {
                grown[i] = slots[head + i & count - 1];
            }
            slots = grown;
            head = 0;
        }
        slots[head + count++ & slots.length - 1] = slot;
    }

    int peek() {
        return slots[head];
    }

    void remove() {
        head = head + 1 & slots.length - 1;
        count--;
    }

    /** Saves or restores the entries in order; where they stand in the array is no state. */
    void state(StateVisitor visitor) {
        int saved = visitor.value("queued", count);
        if (saved < 0 || saved > LIMIT) {
            throw new UncheckedIOException(new SnapshotException("a FIFO with " + saved + " entries"));
        }
        if (visitor.restoring()) {
            head = 0;
            count = 0;
            for (int i = 0; i < saved; i++) {
                add(visitor.value("slot", 0));
            }
        } else {
            for (int i = 0; i < saved; i++) {
                visitor.value("slot", slots[head + i & slots.length - 1]);
            }
        }
    }
}
