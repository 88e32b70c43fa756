package dev.rmtwin.core.counter;

import dev.rmtwin.core.state.StateVisitor;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The counters of one owner, one {@code long} for each constant of an enum.
 *
 * @param <C> the enum
 */
public final class CounterBlock<C extends Enum<C> & CounterId> {
    private final C[] ids;
    private final long[] counts;

    /** @param type the enum that declares the counters */
    public CounterBlock(Class<C> type) {
        ids = type.getEnumConstants();
        counts = new long[ids.length];
    }

    /** Counts one. */
    public void increment(C id) {
        counts[id.ordinal()]++;
    }

    /** Counts {@code amount}. */
    public void add(C id, long amount) {
        counts[id.ordinal()] += amount;
    }

    /** Present value; looking changes nothing. */
    public long get(C id) {
        return counts[id.ordinal()];
    }

    /** All values by id, in the enum's order. */
    public Map<String, Long> values() {
        Map<String, Long> values = new LinkedHashMap<>();
        for (C id : ids) {
            values.put(id.id(), counts[id.ordinal()]);
        }
        return values;
    }

    /** Saves or restores the counts. */
    public void state(StateVisitor visitor) {
        visitor.values("counters", counts);
    }
}
