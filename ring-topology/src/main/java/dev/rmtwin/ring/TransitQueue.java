package dev.rmtwin.ring;

import dev.rmtwin.core.state.SnapshotException;
import dev.rmtwin.core.state.StateVisitor;
import java.io.UncheckedIOException;

/**
 * Transit packets that a node has taken in and whose first byte has not gone out yet, with the times computed for them.
 * Parallel arrays, used as a ring.
 *
 * <pre>
 *   i-th entry:  [ depart ps | end ps | slot, or -1 when the packet was lost at the span's input ]
 * </pre>
 */
final class TransitQueue {
    /** The packet was lost, its time on the link is spent all the same. */
    static final int LOST = -1;

    private static final int LIMIT = 1 << 20;

    private long[] departPs = new long[8];
    private long[] endPs = new long[8];
    private int[] slot = new int[8];
    private int head;
    private int count;

    int count() {
        return count;
    }

    void add(long depart, long end, int packetSlot) {
        if (count == slot.length) {
            grow();
        }
        int at = index(count++);
        departPs[at] = depart;
        endPs[at] = end;
        slot[at] = packetSlot;
    }

    void removeFirst() {
        head = head + 1 & slot.length - 1;
        count--;
    }

    long departPs(int n) {
        return departPs[index(n)];
    }

    long endPs(int n) {
        return endPs[index(n)];
    }

    int slot(int n) {
        return slot[index(n)];
    }

    void shift(int n, long byPs) {
        departPs[index(n)] += byPs;
        endPs[index(n)] += byPs;
    }

    private int index(int n) {
        return head + n & slot.length - 1;
    }

    private void grow() {
        long[] departs = new long[2 * count];
        long[] ends = new long[2 * count];
        int[] slots = new int[2 * count];
        for (int n = 0; n < count; n++) {
            departs[n] = departPs(n);
            ends[n] = endPs(n);
            slots[n] = slot(n);
        }
        departPs = departs;
        endPs = ends;
        slot = slots;
        head = 0;
    }

    void state(StateVisitor visitor) {
        int saved = visitor.value("transit", count);
        if (saved < 0 || saved > LIMIT) {
            throw new UncheckedIOException(new SnapshotException(saved + " packets in transit at one node"));
        }
        if (visitor.restoring()) {
            head = 0;
            count = 0;
        }
        for (int n = 0; n < saved; n++) {
            boolean restoring = visitor.restoring();
            long depart = visitor.value("depart", restoring ? 0 : departPs(n));
            long end = visitor.value("end", restoring ? 0 : endPs(n));
            int packetSlot = visitor.value("slot", restoring ? 0 : slot(n));
            if (restoring) {
                add(depart, end, packetSlot);
            }
        }
    }
}
