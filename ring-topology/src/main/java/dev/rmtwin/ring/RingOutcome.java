package dev.rmtwin.ring;

/** Codes of what the ring rolls into the trace hash. Append only. */
final class RingOutcome {
    /** A packet entered a transmit FIFO; detail: its sequence. */
    static final int INSERTED = 1;
    /** A packet was taken off by its origin; detail: its sequence. */
    static final int STRIPPED = 2;
    /** Contents of a memory at the end of a run; detail: content hash. */
    static final int FINAL_MEMORY = 3;
    /** A packet, or a node's copy of it, was lost; plus the cause's ordinal; detail: its sequence. */
    static final int LOST = 16;

    private RingOutcome() {}
}
