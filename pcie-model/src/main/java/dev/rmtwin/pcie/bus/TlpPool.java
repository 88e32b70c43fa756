package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.state.StateVisitor;
import java.util.Arrays;

/** Transactions in flight on one bus; an event's argument is a slot of this pool. */
final class TlpPool {
    private Tlp[] slots = new Tlp[0];
    private int[] free = new int[0];
    private int freeCount;
    private int life;

    TlpPool() {
        grow(16);
    }

    Tlp take(Tlp.Kind kind) {
        if (freeCount == 0) {
            grow(2 * slots.length);
        }
        Tlp tlp = slots[free[--freeCount]];
        tlp.begin(kind, life);
        return tlp;
    }

    Tlp get(long slot) {
        return slots[(int) slot];
    }

    void release(Tlp tlp) {
        free[freeCount++] = tlp.slot;
    }

    /** Marks what the card has posted to the host as dropped; returns how much was on its way. */
    int dropFromCard() {
        boolean[] idle = new boolean[slots.length];
        for (int i = 0; i < freeCount; i++) {
            idle[free[i]] = true;
        }
        int count = 0;
        for (Tlp tlp : slots) {
            if (!idle[tlp.slot] && tlp.landsInHost() && !tlp.dropped) {
                tlp.dropped = true;
                count++;
            }
        }
        return count;
    }

    /** What is under way now belongs to a link that is no more. */
    void endLife() {
        life++;
    }

    /** What was held back until now belongs to the link as it is now. */
    void adopt(Tlp tlp) {
        tlp.life = life;
    }

    boolean ofPresentLife(Tlp tlp) {
        return tlp.life == life;
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

    /** Transactions of any kind on their way. */
    int inFlight() {
        return slots.length - freeCount;
    }

    private void grow(int size) {
        int old = slots.length;
        slots = Arrays.copyOf(slots, size);
        free = Arrays.copyOf(free, size);
        for (int slot = size - 1; slot >= old; slot--) {
            slots[slot] = new Tlp(slot);
            free[freeCount++] = slot;
        }
    }

    /** What is not in flight has no state but its place in the list of free slots. */
    void state(StateVisitor visitor) {
        int size = visitor.count("slots", slots.length, Integer.BYTES);
        if (size > slots.length) {
            grow(size);
        }
        life = visitor.value("life", life);
        freeCount = visitor.index("freeCount", freeCount, slots.length + 1);
        boolean[] idle = new boolean[slots.length];
        for (int i = 0; i < freeCount; i++) {
            free[i] = visitor.index("free", free[i], slots.length);
            idle[free[i]] = true;
        }
        for (Tlp tlp : slots) {
            if (!idle[tlp.slot]) {
                tlp.state(visitor);
            }
        }
    }
}
