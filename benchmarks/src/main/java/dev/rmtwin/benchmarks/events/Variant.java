package dev.rmtwin.benchmarks.events;

/** The queues that are compared. */
public enum Variant {
    /** The emulator's own. */
    EVENT_QUEUE("rmtwin EventQueue") {
        @Override
        Kernel kernel(Meter meter) {
            return new EventQueueKernel(meter);
        }
    },
    /** The naive peer. */
    PRIORITY_QUEUE("java.util.PriorityQueue") {
        @Override
        Kernel kernel(Meter meter) {
            return new PriorityQueueKernel(meter);
        }
    },
    /** A simulation library of the field. */
    SSJ("SSJ 3.3.2 SplayTree (its default)") {
        @Override
        Kernel kernel(Meter meter) {
            return new SsjKernel(meter);
        }
    };

    private final String label;

    Variant(String label) {
        this.label = label;
    }

    /** The name that reports show. */
    public String label() {
        return label;
    }

    abstract Kernel kernel(Meter meter);
}
