package dev.rmtwin.scenarios.measure;

import dev.rmtwin.core.state.StateVisitor;
import java.util.Arrays;

/** Times of the last few numbered things. */
final class NumberedTimes {
    private static final int CAPACITY = 4096;
    private static final int MASK = CAPACITY - 1;

    private final long[] numbers = new long[CAPACITY];
    private final long[] times = new long[CAPACITY];

    NumberedTimes() {
        Arrays.fill(numbers, -1);
    }

    void put(long number, long timePs) {
        int at = (int) number & MASK;
        numbers[at] = number;
        times[at] = timePs;
    }

    /** The time of a thing, -1 when it is not known (any more). */
    long get(long number) {
        int at = (int) number & MASK;
        return numbers[at] == number ? times[at] : -1;
    }

    void state(StateVisitor visitor) {
        visitor.values("numbers", numbers);
        visitor.values("times", times);
    }
}
