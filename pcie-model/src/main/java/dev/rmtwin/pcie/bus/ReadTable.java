package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.state.StateVisitor;
import java.util.Arrays;

/** The open reads of one requester: for each tag its number, when it times out, and what it is for. */
final class ReadTable {
    static final int NONE = -1;
    static final long NEVER = Long.MAX_VALUE;

    private static final long FREE = 0;

    private final int limit;
    private long[] numbers;
    private long[] deadlines;
    private int[] owners;
    private int[] free;
    private int freeCount;
    private long lastNumber;

    /**
     * @param size tags at first
     * @param limit tags at most
     */
    ReadTable(int size, int limit) {
        this.limit = limit;
        numbers = new long[0];
        deadlines = new long[0];
        owners = new int[0];
        free = new int[0];
        grow(size);
    }

    /** Opens a read; returns its tag, or {@link #NONE} when all are taken. */
    int open(int owner, long deadlinePs) {
        if (freeCount == 0) {
            if (numbers.length >= limit) {
                return NONE;
            }
            grow(Math.min(limit, 2 * numbers.length));
        }
        int tag = free[--freeCount];
        numbers[tag] = ++lastNumber;
        deadlines[tag] = deadlinePs;
        owners[tag] = owner;
        return tag;
    }

    /** Whether the requester still waits for this answer. */
    boolean waits(int tag, long number) {
        return tag >= 0 && tag < numbers.length && numbers[tag] == number;
    }

    void close(int tag) {
        numbers[tag] = FREE;
        free[freeCount++] = tag;
    }

    long number(int tag) {
        return numbers[tag];
    }

    int owner(int tag) {
        return owners[tag];
    }

    int openCount() {
        return numbers.length - freeCount;
    }

    /** Every open read times out now. */
    void expireAll(long nowPs) {
        Arrays.fill(deadlines, nowPs);
    }

    /** When the first open read times out. */
    long earliestPs() {
        long earliest = NEVER;
        for (int tag = 0; tag < numbers.length; tag++) {
            if (numbers[tag] != FREE) {
                earliest = Math.min(earliest, deadlines[tag]);
            }
        }
        return earliest;
    }

    /** The oldest read whose time is over, or {@link #NONE}. */
    int expired(long nowPs) {
        int oldest = NONE;
        for (int tag = 0; tag < numbers.length; tag++) {
            if (numbers[tag] != FREE && deadlines[tag] <= nowPs && (oldest == NONE || numbers[tag] < numbers[oldest])) {
                oldest = tag;
            }
        }
        return oldest;
    }

    private void grow(int size) {
        int old = numbers.length;
        numbers = Arrays.copyOf(numbers, size);
        deadlines = Arrays.copyOf(deadlines, size);
        owners = Arrays.copyOf(owners, size);
        free = Arrays.copyOf(free, size);
        for (int tag = size - 1; tag >= old; tag--) {
            free[freeCount++] = tag;
        }
    }

    void state(StateVisitor visitor) {
        int size = visitor.count("tags", numbers.length, Integer.BYTES);
        if (size > numbers.length) {
            grow(size);
        }
        visitor.values("numbers", numbers);
        visitor.values("deadlines", deadlines);
        visitor.values("owners", owners);
        visitor.values("freeTags", free);
        freeCount = visitor.index("freeCount", freeCount, numbers.length + 1);
        lastNumber = visitor.value("lastNumber", lastNumber);
    }
}
