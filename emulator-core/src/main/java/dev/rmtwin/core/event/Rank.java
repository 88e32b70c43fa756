package dev.rmtwin.core.event;

/**
 * What kind of thing an event is: the second key of the total order (time, rank, component, sequence).
 *
 * <p>At one instant the world settles from the fibre inwards: what arrives on a link is seen before memory changes, memory
 * before the card acts on it, the card before the bus, the bus before the interrupt, and the host last. The order of the
 * constants is the order of events and part of the trace hash: append only.
 */
public enum Rank {
    /** Something arrives on or leaves a fibre span. */
    LINK,
    /** Card memory or a link FIFO changes. */
    MEMORY,
    /** The card's engines step: DMA, completion, coalescer timer. */
    CARD,
    /** A posted write or a read arrives at the other end of the bus. */
    BUS,
    /** An interrupt message reaches a core. */
    INTERRUPT,
    /** A core finishes a step, a timer expires, the scheduler wakes a thread. */
    HOST,
    /** Commands from outside: faults that become effective, snapshots, ends of runs. */
    CONTROL;

    private static final Rank[] VALUES = values();

    /** The rank with this ordinal, without the copy that {@link #values()} makes. */
    public static Rank of(int ordinal) {
        return VALUES[ordinal];
    }
}
