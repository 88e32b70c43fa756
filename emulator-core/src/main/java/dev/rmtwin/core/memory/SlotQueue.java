package dev.rmtwin.core.memory;

import dev.rmtwin.core.state.StateVisitor;

/** A first-in first-out queue of pool slots that grows by doubling. Thread: the engine's. */
public final class SlotQueue {
    private int[] slots = new int[16];
    private int head;
    private int count;

    /** Whether nothing waits. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** How many wait. */
    public int count() {
        return count;
    }

    /** Adds a slot at the end. */
    public void add(int slot) {
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

    /** The oldest slot; there must be one. */
    public int peek() {
        return slots[head];
    }

    /** Takes the oldest slot away; there must be one. */
    public void remove() {
        head = head + 1 & slots.length - 1;
        count--;
    }

    /** Saves or restores the entries in order; where they stand in the array is no state. */
    public void state(StateVisitor visitor) {
        int saved = visitor.count("queued", count, Integer.BYTES + Long.BYTES);
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
