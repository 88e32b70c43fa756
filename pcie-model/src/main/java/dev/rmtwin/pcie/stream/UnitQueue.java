package dev.rmtwin.pcie.stream;

import dev.rmtwin.core.state.StateVisitor;
import java.util.Arrays;

/** Units in order, each with a time; grows by doubling. Thread: the engine's. */
final class UnitQueue {
    private static final int FIRST_SIZE = 4;
    private static final int ENTRY_WORDS = 3;

    private long[] numbers = new long[FIRST_SIZE];
    private long[] values = new long[FIRST_SIZE];
    private long[] times = new long[FIRST_SIZE];
    private int head;
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    int count() {
        return count;
    }

    void add(StreamUnit unit, long timePs) {
        if (count == numbers.length) {
            numbers = grown(numbers);
            values = grown(values);
            times = grown(times);
            head = 0;
        }
        int at = head + count++ & numbers.length - 1;
        numbers[at] = unit.number;
        values[at] = unit.value;
        times[at] = timePs;
    }

    private long[] grown(long[] array) {
        long[] wider = Arrays.copyOf(array, 2 * array.length);
        for (int i = 0; i < count; i++) {
            wider[i] = array[head + i & array.length - 1];
        }
        return wider;
    }

    /** Value of the oldest; 0 when there is none. */
    long peekValue() {
        return count == 0 ? 0 : values[head];
    }

    /** Time of the oldest; there must be one. */
    long peekTimePs() {
        return times[head];
    }

    /** Takes the oldest into {@code unit}; there must be one. */
    StreamUnit take(StreamUnit unit) {
        if (count == 0) {
            throw new IllegalStateException("no unit to take");
        }
        unit.set(numbers[head], values[head]);
        head = head + 1 & numbers.length - 1;
        count--;
        return unit;
    }

    /** Forgets everything; says how many there were. */
    int clear() {
        int forgotten = count;
        head = 0;
        count = 0;
        return forgotten;
    }

    void state(StateVisitor visitor) {
        int saved = visitor.count("units", count, ENTRY_WORDS * Long.BYTES);
        if (visitor.restoring()) {
            clear();
            StreamUnit unit = new StreamUnit();
            for (int i = 0; i < saved; i++) {
                unit.set(visitor.value("number", 0L), visitor.value("value", 0L));
                add(unit, visitor.value("time", 0L));
            }
            return;
        }
        for (int i = 0; i < saved; i++) {
            int at = head + i & numbers.length - 1;
            visitor.value("number", numbers[at]);
            visitor.value("value", values[at]);
            visitor.value("time", times[at]);
        }
    }
}
