package dev.rmtwin.core.engine;

import dev.rmtwin.core.event.EventKey;
import dev.rmtwin.core.event.EventQueue;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.trace.Trace;
import dev.rmtwin.core.trace.TraceHash;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs events in their total order (time, rank, component, sequence) in virtual time, as fast as it goes.
 *
 * <p>Thread: one at a time. Time never falls; an event posted into the past is a bug of the model and stops the run.
 */
public final class Engine {
    private final EventQueue queue = new EventQueue();
    private final List<Component> components = new ArrayList<>();
    private final Map<String, Component> byName = new HashMap<>();
    private final SeamRegistry seams = new SeamRegistry();
    private final Trace trace = new Trace();
    private Component[] table = new Component[64];
    private long nowPs;
    private long eventCount;

    /** Runs every event due at or before {@code endPs}; afterwards the time is {@code endPs}. */
    public void runUntil(long endPs) {
        while (queue.nextTimePs() <= endPs) {
            step();
        }
        nowPs = Math.max(nowPs, endPs);
    }

    /** Runs the earliest event; false when nothing is pending. */
    public boolean step() {
        if (!queue.pop()) {
            return false;
        }
        nowPs = queue.timePs();
        eventCount++;
        int target = queue.target();
        table[target >>> 8].onEvent(target & 0xFF, queue.arg(), nowPs);
        return true;
    }

    void push(long timePs, long key, int target, int kind, long arg) {
        if (timePs < nowPs) {
            throw new IllegalStateException("event into the past: " + timePs + " ps at " + nowPs + " ps, kind " + kind
                    + " for " + table[target] + " by " + table[EventKey.component(key)]);
        }
        queue.push(timePs, key, target << 8 | kind, arg);
    }

    /** Adds a component; its id is the number of components before it. */
    public <C extends Component> C register(C component) {
        int id = components.size();
        if (id >>> EventKey.COMPONENT_BITS != 0) {
            throw new IllegalStateException("more than " + id + " components");
        }
        if (byName.putIfAbsent(component.name(), component) != null) {
            throw new IllegalStateException("two components named " + component.name());
        }
        component.attach(this, id);
        components.add(component);
        if (id == table.length) {
            table = java.util.Arrays.copyOf(table, 2 * id);
        }
        table[id] = component;
        return component;
    }

    /** The component with this id. */
    public Component component(int id) {
        return components.get(id);
    }

    /** All components in id order. */
    public List<Component> components() {
        return Collections.unmodifiableList(components);
    }

    /** Present virtual time. */
    public long nowPs() {
        return nowPs;
    }

    /** Time of the earliest pending event, {@link Long#MAX_VALUE} when there is none. */
    public long nextTimePs() {
        return queue.nextTimePs();
    }

    /** Events run so far. */
    public long eventCount() {
        return eventCount;
    }

    /** Every seam and line that a fault can sit on. */
    public SeamRegistry seams() {
        return seams;
    }

    /** The public diary of the journey's stages. */
    public Trace trace() {
        return trace;
    }

    /** Hash of the history so far: every component's rolling hash, combined in id order. */
    public String traceHash() {
        long combined = TraceHash.SEED;
        for (Component component : components) {
            combined = TraceHash.roll(combined, component.id(), component.hash(), 0);
        }
        return TraceHash.format(combined);
    }

    EventQueue queue() {
        return queue;
    }

    void restoreTime(long restoredNowPs, long restoredEventCount) {
        nowPs = restoredNowPs;
        eventCount = restoredEventCount;
    }
}
