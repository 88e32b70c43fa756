package dev.rmtwin.core.event;

import java.util.Arrays;

/**
 * The storage of events that wait in the wheel or in the run: slots of four cells in one array, half a cache line each.
 *
 * <pre>
 *   cell   slot      slot+1    slot+2    slot+3
 *         +---------+---------+---------+-------------------+
 *         | timePs  |   key   |   arg   | next   | target   |   next: high 32 bits, the following slot of the
 *         +---------+---------+---------+-------------------+   same bucket or of the free list; 0 = none
 * </pre>
 *
 * <p>A slot is named by the index of its first cell; slot 0 is never given out, so that 0 can mean "none" and fresh arrays
 * need no filling. The free list is last in, first out: a new event lands in the slot just popped, which is in the cache.
 */
final class EventPool {
    static final int KEY = 1;
    static final int ARG = 2;
    static final int LINK = 3;
    static final int CELLS_PER_EVENT = 4;

    private static final int INITIAL_EVENTS = 64;
    private static final long TARGET_MASK = 0xFFFF_FFFFL;

    private long[] cells = new long[INITIAL_EVENTS * CELLS_PER_EVENT];
    private int free;
    private int untouched = CELLS_PER_EVENT;

    /** The array of all slots; replaced when the pool grows, so never kept over a call to {@link #take}. */
    long[] cells() {
        return cells;
    }

    /** Stores an event in a free slot, in front of the slot {@code next}, and returns its slot. */
    int take(long timePs, long key, int target, long arg, int next) {
        int slot = free;
        long[] c = cells;
        if (slot != 0) {
            free = next(c, slot);
        } else {
            slot = fresh();
            c = cells;
        }
        c[slot] = timePs;
        c[slot + KEY] = key;
        c[slot + ARG] = arg;
        c[slot + LINK] = (long) next << 32 | (target & TARGET_MASK);
        return slot;
    }

    void release(int slot) {
        long[] c = cells;
        c[slot + LINK] = (long) free << 32;
        free = slot;
    }

    void clear() {
        free = 0;
        untouched = CELLS_PER_EVENT;
    }

    static int next(long[] cells, int slot) {
        return (int) (cells[slot + LINK] >>> 32);
    }

    static int target(long[] cells, int slot) {
        return (int) cells[slot + LINK];
    }

    static void setNext(long[] cells, int slot, int next) {
        cells[slot + LINK] = (long) next << 32 | (cells[slot + LINK] & TARGET_MASK);
    }

    private int fresh() {
        if (untouched == cells.length) {
            cells = Arrays.copyOf(cells, Math.multiplyExact(cells.length, 2));
        }
        int slot = untouched;
        untouched += CELLS_PER_EVENT;
        return slot;
    }
}
