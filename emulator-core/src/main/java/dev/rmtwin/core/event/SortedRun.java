package dev.rmtwin.core.event;

/**
 * The events of the instant being played, sorted: a short stack of slots whose last entry is the earliest event.
 *
 * <pre>
 *   slots   0        1              count-1
 *          +--------+--------+-----+--------+
 *          | latest |  ...   |     |earliest|  <- taken from here
 *          +--------+--------+-----+--------+
 * </pre>
 *
 * <p>A well-tuned bucket holds one to four events, and for so few insertion beats any heap. The run is bounded, so that an
 * insertion is O(1); a crowd goes to a heap instead.
 */
final class SortedRun {
    private static final int CAPACITY = 24;

    private final int[] slots = new int[CAPACITY];
    private int count;
    private long work;

    int count() {
        return count;
    }

    /** The slot of the earliest event; the run must not be empty. */
    int first() {
        return slots[count - 1];
    }

    void removeFirst() {
        count--;
    }

    /** Adds a slot in order; false, and nothing changed, when the run is full. */
    boolean insert(long[] cells, int slot) {
        int i = count;
        if (i == CAPACITY) {
            return false;
        }
        int[] s = slots;
        long timePs = cells[slot];
        long key = cells[slot + EventPool.KEY];
        while (i > 0) {
            int other = s[i - 1];
            long otherPs = cells[other];
            if (timePs < otherPs || (timePs == otherPs && key < cells[other + EventPool.KEY])) {
                break;
            }
            assert tally();
            s[i--] = other;
        }
        s[i] = slot;
        count++;
        return true;
    }

    /** The i-th slot, the latest event first. */
    int slot(int i) {
        return slots[i];
    }

    void clear() {
        count = 0;
    }

    /** Moves made so far; counted only where assertions are enabled. */
    long work() {
        return work;
    }

    private boolean tally() {
        work++;
        return true;
    }
}
