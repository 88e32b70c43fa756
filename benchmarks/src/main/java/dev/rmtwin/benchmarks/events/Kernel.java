package dev.rmtwin.benchmarks.events;

import dev.rmtwin.core.event.EventKey;
import dev.rmtwin.core.event.Rank;

/**
 * What an engine does around its pending events: the component table, the keys, and the loop that dispatches by target.
 *
 * <p>One kernel is loaded in a virtual machine, so that calls to it bind as firmly as in an engine with one queue; calls to
 * the components go through eight classes and stay megamorphic.
 */
abstract class Kernel {
    private static final int COMPONENT_COUNT = 128;
    private static final int KIND_BITS = 8;
    private static final int KIND_COUNT = 4;

    private final Component[] components = new Component[COMPONENT_COUNT];
    private final Meter meter;

    Kernel(Meter meter) {
        this.meter = meter;
        for (int id = 0; id < COMPONENT_COUNT; id++) {
            components[id] = Components.create(id, this);
        }
    }

    /** Posts the first events, one a component in turn, as many as shall be pending throughout. */
    final void fill(int pendingCount) {
        for (int i = 0; i < pendingCount; i++) {
            components[i % COMPONENT_COUNT].postNext(0, i % KIND_COUNT, i);
        }
    }

    /** Packs the key and hands the event to the pending ones. */
    final void post(Component from, long timePs, int kind, long arg) {
        long key = EventKey.pack(from.rank(), from.id(), from.nextSequence());
        schedule(timePs, key, from.id() << KIND_BITS | kind, arg);
    }

    /** Lets a component handle an event; true when the measurement is complete. */
    final boolean dispatch(long timePs, long key, int target, long arg) {
        components[target >>> KIND_BITS].onEvent(target & ((1 << KIND_BITS) - 1), arg, timePs);
        return meter.tick(timePs, key);
    }

    /** Adds a pending event. */
    abstract void schedule(long timePs, long key, int target, long arg);

    /** Takes and dispatches events until the measurement is complete. */
    abstract void run();

    /** A component of the model: a handler with some state, and a stream of draws of its own. */
    abstract static class Component {
        private static final long PS_PER_NS = 1_000;

        private final Kernel kernel;
        private final int id;
        private final Rank rank;
        private long sequence;
        private long draw;

        Component(int id, Rank rank, Kernel kernel) {
            this.id = id;
            this.rank = rank;
            this.kernel = kernel;
            this.draw = 88172645463325252L * (2L * id + 1);
        }

        abstract void onEvent(int kind, long arg, long nowPs);

        /** Posts one event, a uniform 1 to 2^20 ns ahead. */
        final void postNext(long nowPs, int kind, long arg) {
            long x = draw;
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
            draw = x;
            kernel.post(this, nowPs + ((x >>> 44) + 1) * PS_PER_NS, kind, arg);
        }

        final int id() {
            return id;
        }

        final Rank rank() {
            return rank;
        }

        final long nextSequence() {
            return sequence++;
        }
    }
}
