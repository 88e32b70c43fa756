package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.state.StateVisitor;
import java.util.Arrays;

/** A growing first-in first-out queue of pool slots. */
final class SlotQueue {
    private int[] slots = new int[8];
    private int head;
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    void add(int slot) {
        if (count == slots.length) {
            int[] grown = new int[2 * count];
            for (int i = 0; i < count; i++) {
                grown[i] = slots[(head + i) % count];
            }
            slots = grown;
            head = 0;
        }
        slots[(head + count++) % slots.length] = slot;
    }

    int peek() {
        return slots[head];
    }

    void remove() {
        head = (head + 1) % slots.length;
        count--;
    }

    void state(StateVisitor visitor) {
        int size = visitor.count("queueSize", slots.length, Integer.BYTES);
        if (size != slots.length) {
            slots = Arrays.copyOf(slots, size);
        }
        head = visitor.index("queueHead", head, size);
        count = visitor.index("queueCount", count, size + 1);
        visitor.values("queue", slots);
    }
}
