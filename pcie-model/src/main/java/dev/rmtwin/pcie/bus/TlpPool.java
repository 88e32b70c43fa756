package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.state.StateVisitor;
import java.util.Arrays;

/** Transactions in flight on one bus; an event's argument is a slot of this pool. */
final class TlpPool {
    private final int maxPayloadBytes;
    private Tlp[] slots = new Tlp[0];
    private int[] free = new int[0];
    private int freeCount;

    TlpPool(int maxPayloadBytes) {
        this.maxPayloadBytes = maxPayloadBytes;
        grow(16);
    }

    Tlp take(Tlp.Kind kind) {
        if (freeCount == 0) {
            grow(2 * slots.length);
        }
        Tlp tlp = slots[free[--freeCount]];
        tlp.kind = kind;
        tlp.subject = Tlp.NO_SUBJECT;
        tlp.dropped = false;
        return tlp;
    }

    Tlp get(long slot) {
        return slots[(int) slot];
    }

    void release(Tlp tlp) {
        free[freeCount++] = tlp.slot;
    }

    /** Marks what the card has on its way to the host as dropped; returns how many there were. */
    int dropFromCard() {
        boolean[] idle = new boolean[slots.length];
        for (int i = 0; i < freeCount; i++) {
            idle[free[i]] = true;
        }
        int count = 0;
        for (Tlp tlp : slots) {
            if (!idle[tlp.slot] && tlp.fromCard() && !tlp.dropped) {
                tlp.dropped = true;
                count++;
            }
        }
        return count;
    }

    /** Posted writes and messages on their way. */
    int posted() {
        int posted = 0;
        for (Tlp tlp : slots) {
            posted += tlp.posted() ? 1 : 0;
        }
        for (int i = 0; i < freeCount; i++) {
            posted -= slots[free[i]].posted() ? 1 : 0;
        }
        return posted;
    }

    private void grow(int size) {
        int old = slots.length;
        slots = Arrays.copyOf(slots, size);
        free = Arrays.copyOf(free, size);
        for (int slot = size - 1; slot >= old; slot--) {
            slots[slot] = new Tlp(slot, maxPayloadBytes);
            free[freeCount++] = slot;
        }
    }

    void state(StateVisitor visitor) {
        int size = visitor.count("slots", slots.length, maxPayloadBytes);
        if (size > slots.length) {
            grow(size);
        }
        freeCount = visitor.index("freeCount", freeCount, slots.length + 1);
        visitor.values("free", free);
        for (Tlp tlp : slots) {
            tlp.state(visitor);
        }
    }
}
