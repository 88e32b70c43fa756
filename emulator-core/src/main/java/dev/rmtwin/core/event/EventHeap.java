package dev.rmtwin.core.event;

import java.util.Arrays;

/**
 * A 4-ary min-heap of whole events in one array, ordered by (time, key).
 *
 * <pre>
 *   cell   4i        4i+1      4i+2      4i+3
 *         +---------+---------+---------+---------+
 *         | timePs  |   key   |   arg   | target  |      event i; its children are 4i+1 .. 4i+4
 *         +---------+---------+---------+---------+
 * </pre>
 *
 * <p>It holds what the wheel cannot: events beyond the horizon, and the overflow of a crowded instant. Both operations are
 * O(log n); the array doubles and is kept. Confined to the thread of its queue.
 */
final class EventHeap {
    private static final int CELLS_PER_EVENT = 4;
    private static final int INITIAL_EVENTS = 64;

    private long[] cells = new long[INITIAL_EVENTS * CELLS_PER_EVENT];
    private int size;
    private long work;

    EventHeap() {
        cells[0] = Long.MAX_VALUE;
    }

    int size() {
        return size;
    }

    /** Time of the earliest event, {@code Long.MAX_VALUE} when there is none. */
    long topTimePs() {
        return cells[0];
    }

    long topKey() {
        return cells[1];
    }

    long topArg() {
        return cells[2];
    }

    int topTarget() {
        return (int) cells[3];
    }

    void push(long timePs, long key, int target, long arg) {
        if (size * CELLS_PER_EVENT == cells.length) {
            cells = Arrays.copyOf(cells, Math.multiplyExact(cells.length, 2));
        }
        long[] c = cells;
        int i = size++;
        while (i > 0) {
            int parent = (i - 1) >> 2;
            if (precedes(c, parent, timePs, key)) {
                break;
            }
            assert tally();
            copy(c, parent, i);
            i = parent;
        }
        int at = i * CELLS_PER_EVENT;
        c[at] = timePs;
        c[at + 1] = key;
        c[at + 2] = arg;
        c[at + 3] = target;
    }

    /** Removes the earliest event; the heap must not be empty. */
    void removeTop() {
        long[] c = cells;
        int last = --size;
        int at = last * CELLS_PER_EVENT;
        long timePs = c[at];
        long key = c[at + 1];
        int i = 0;
        while (true) {
            int child = 4 * i + 1;
            if (child >= last) {
                break;
            }
            int least = leastOf(c, child, Math.min(child + 4, last));
            if (!precedes(c, least, timePs, key)) {
                break;
            }
            assert tally();
            copy(c, least, i);
            i = least;
        }
        copy(c, last, i);
        if (last == 0) {
            c[0] = Long.MAX_VALUE;
        }
    }

    void clear() {
        size = 0;
        cells[0] = Long.MAX_VALUE;
    }

    /** How many events stand in a span of time, its end not included; looks at every event. */
    int countBetween(long fromPs, long endPs) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            long timePs = cells[i * CELLS_PER_EVENT];
            if (timePs >= fromPs && timePs < endPs) {
                count++;
            }
        }
        return count;
    }

    /** Appends every event to {@code to}, in no particular order. */
    void copyTo(EventHeap to) {
        for (int i = 0, at = 0; i < size; i++, at += CELLS_PER_EVENT) {
            to.push(cells[at], cells[at + 1], (int) cells[at + 3], cells[at + 2]);
        }
    }

    /** Levels that events were moved through so far; counted only where assertions are enabled. */
    long work() {
        return work;
    }

    private boolean tally() {
        work++;
        return true;
    }

    private static int leastOf(long[] c, int from, int to) {
        int least = from;
        long leastTimePs = c[from * CELLS_PER_EVENT];
        for (int j = from + 1; j < to; j++) {
            long timePs = c[j * CELLS_PER_EVENT];
            if (timePs < leastTimePs
                    || (timePs == leastTimePs && c[j * CELLS_PER_EVENT + 1] < c[least * CELLS_PER_EVENT + 1])) {
                least = j;
                leastTimePs = timePs;
            }
        }
        return least;
    }

    private static boolean precedes(long[] c, int i, long timePs, long key) {
        long t = c[i * CELLS_PER_EVENT];
        return t < timePs || (t == timePs && c[i * CELLS_PER_EVENT + 1] < key);
    }

    private static void copy(long[] c, int from, int to) {
        int f = from * CELLS_PER_EVENT;
        int t = to * CELLS_PER_EVENT;
        c[t] = c[f];
        c[t + 1] = c[f + 1];
        c[t + 2] = c[f + 2];
        c[t + 3] = c[f + 3];
    }
}
