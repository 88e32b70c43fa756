package dev.rmtwin.scenarios.measure;

import dev.rmtwin.core.state.StateVisitor;
import java.util.Arrays;

/** Times of events that each cover every record up to one: an interrupt that stands for several completions. */
final class CoveringTimes {
    private static final int CAPACITY = 512;

    private final long[] records = new long[CAPACITY];
    private final long[] times = new long[CAPACITY];
    private long count;

    CoveringTimes() {
        Arrays.fill(records, -1);
    }

    void put(long record, long timePs) {
        int at = (int) (count++ % CAPACITY);
        records[at] = record;
        times[at] = timePs;
    }

    /** The time of the earliest event that covers a record, -1 when there is none (any more). */
    long covering(long record) {
        long found = -1;
        for (long n = count - 1; n >= Math.max(0, count - CAPACITY); n--) {
            int at = (int) (n % CAPACITY);
            if (records[at] < record) {
                return found;
            }
            found = times[at];
        }
        return count <= CAPACITY ? found : -1;
    }

    void state(StateVisitor visitor) {
        visitor.values("records", records);
        visitor.values("times", times);
        count = visitor.value("count", count);
    }
}
