package dev.rmtwin.scenarios.model;

/** What an expectation can speak of. */
public enum Measure {
    ONE_WAY_MEAN("oneWay.mean", Unit.TIME, "mean one-way latency"),
    ONE_WAY_P50("oneWay.p50", Unit.TIME, "median one-way latency"),
    ONE_WAY_P99("oneWay.p99", Unit.TIME, "99th percentile of one-way latency"),
    ONE_WAY_P999("oneWay.p999", Unit.TIME, "99.9th percentile of one-way latency"),
    ONE_WAY_MAX("oneWay.max", Unit.TIME, "largest one-way latency"),
    WAIT_MEAN("wait.mean", Unit.TIME, "mean time from a frame's being visible to the look that finds it"),
    WAIT_MAX("wait.max", Unit.TIME, "largest time from a frame's being visible to the look that finds it"),
    CORE_BUSY("coreBusy", Unit.PERCENT, "load of the receiving core"),
    INTERRUPT_BUSY("interruptBusy", Unit.PERCENT, "load of the core that takes the node's interrupts"),
    FRAMES_SENT("framesSent", Unit.COUNT, "frames written by the sender"),
    FRAMES_RECEIVED("framesReceived", Unit.COUNT, "frames read by the receiver"),
    FRAMES_LOST("framesLost", Unit.COUNT, "frames lost, all causes together"),
    STARVED("starved", Unit.COUNT, "times that a frame had to wait for a descriptor"),
    INTERRUPTS("interrupts", Unit.COUNT, "interrupts taken for the receiver's channel"),
    WAKEUPS("wakeups", Unit.COUNT, "times that the receiving thread was woken");

    /** What a measure's number means. */
    public enum Unit {
        /** Picoseconds. */
        TIME,
        /** Percent of a core. */
        PERCENT,
        /** A plain count. */
        COUNT
    }

    private final String label;
    private final Unit unit;
    private final String doc;

    Measure(String label, Unit unit, String doc) {
        this.label = label;
        this.unit = unit;
        this.doc = doc;
    }

    /** The name in scenario files. */
    public String label() {
        return label;
    }

    /** The unit of its numbers. */
    public Unit unit() {
        return unit;
    }

    /** One line for people. */
    public String doc() {
        return doc;
    }
}
