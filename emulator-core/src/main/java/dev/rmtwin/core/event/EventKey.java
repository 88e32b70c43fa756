package dev.rmtwin.core.event;

/**
 * The part of the total order below time, packed in one positive {@code long}.
 *
 * <pre>
 *   62      59 58               45 44                                     0
 *  +----------+-------------------+----------------------------------------+
 *  |   rank   |     component     |               sequence                 |
 *  +----------+-------------------+----------------------------------------+
 * </pre>
 *
 * <p>The sequence is the <em>posting component's own</em> count, or, for packets, origin and packet number
 * ({@link #packetSequence}). There is no global counter, so that runs which visit components in another order (lazily, in
 * windows, in several processes) still build the same keys.
 */
public final class EventKey {
    /** Bits of the sequence field. */
    public static final int SEQUENCE_BITS = 45;
    /** Bits of the component field: at most 16 384 components in one ring. */
    public static final int COMPONENT_BITS = 14;
    /** Bits of a packet number within a packet's sequence; the origin's eight bits stand above it. */
    public static final int PACKET_NUMBER_BITS = 37;

    private static final int RANK_SHIFT = SEQUENCE_BITS + COMPONENT_BITS;
    private static final long SEQUENCE_MASK = (1L << SEQUENCE_BITS) - 1;

    private EventKey() {}

    /** Packs rank, component id (below 2^14) and sequence (below 2^45). */
    public static long pack(Rank rank, int component, long sequence) {
        assert component >>> COMPONENT_BITS == 0 : "component id " + component;
        assert sequence >>> SEQUENCE_BITS == 0 : "sequence " + sequence;
        return (long) rank.ordinal() << RANK_SHIFT | (long) component << SEQUENCE_BITS | sequence;
    }

    /** The sequence of a packet: history, not visiting order, decides ties between packets. */
    public static long packetSequence(int origin, long packetNumber) {
        return (long) origin << PACKET_NUMBER_BITS | packetNumber;
    }

    /** The rank packed into a key. */
    public static Rank rank(long key) {
        return Rank.of((int) (key >>> RANK_SHIFT));
    }

    /** The component id packed into a key. */
    public static int component(long key) {
        return (int) (key >>> SEQUENCE_BITS) & ((1 << COMPONENT_BITS) - 1);
    }

    /** The sequence packed into a key. */
    public static long sequence(long key) {
        return key & SEQUENCE_MASK;
    }
}
