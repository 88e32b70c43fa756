package dev.rmtwin.ring;

/** Every way in which the ring loses a packet, or a node its copy of one. The order is part of the trace hash: append only. */
public enum LossCause {
    /** A fault took the packet before it could go on: later nodes do not see it either. */
    FAULT("fault", RingCounter.LOST_FAULT),
    /** The receive FIFO had no room: the packet went on, this node has not stored it. */
    RX_OVERFLOW("rx-overflow", RingCounter.RX_LOST_OVERFLOW),
    /** A fault took this node's copy between the link and memory; the packet went on. */
    RX_FAULT("rx-fault", RingCounter.RX_LOST_FAULT),
    /** The address lies beyond this node's memory: the packet went on, this node has not stored it. */
    OUT_OF_MEMORY_RANGE("out-of-memory-range", RingCounter.RX_LOST_RANGE);

    private final String label;
    private final RingCounter counter;

    LossCause(String label, RingCounter counter) {
        this.label = label;
        this.counter = counter;
    }

    /** Name for reports. */
    public String label() {
        return label;
    }

    /** The counter that counts it. */
    public RingCounter counter() {
        return counter;
    }
}
