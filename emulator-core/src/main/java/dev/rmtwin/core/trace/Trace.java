package dev.rmtwin.core.trace;

/**
 * The twin's public diary: a line when a thing reaches a stage of the journey. Off until a listener is set; listeners look
 * and change nothing, so a run with and without them has the same history.
 *
 * <p>A line's subject names the thing: for stages 1 to 7 the packet ({@code EventKey.packetSequence(origin, number)}), for
 * stages 8 to 15 the frame record of a receive channel ({@link #record}).
 */
public final class Trace {
    private static final int CHANNEL_SHIFT = 40;
    private static final long NUMBER_MASK = (1L << CHANNEL_SHIFT) - 1;

    private TraceListener listener;

    /** Takes lines. Thread: the engine's. */
    @FunctionalInterface
    public interface TraceListener {
        /** A thing reached a stage at a node. */
        void onLine(Stage stage, int node, long subject, long nowPs);
    }

    /** Adds a listener; several are called in the order in which they were added. */
    public void listen(TraceListener added) {
        TraceListener before = listener;
        listener = before == null
                ? added
                : (stage, node, subject, nowPs) -> {
                    before.onLine(stage, node, subject, nowPs);
                    added.onLine(stage, node, subject, nowPs);
                };
    }

    /** Writes a line. {@code node} is the node's id. */
    public void line(Stage stage, int node, long subject, long nowPs) {
        if (listener != null) {
            listener.onLine(stage, node, subject, nowPs);
        }
    }

    /** The subject of stages 8 to 15: the number of a frame record within its channel. */
    public static long record(int channel, long recordNumber) {
        return (long) channel << CHANNEL_SHIFT | recordNumber;
    }

    /** The channel of a frame record's subject. */
    public static int channel(long subject) {
        return (int) (subject >>> CHANNEL_SHIFT);
    }

    /** The number of a frame record's subject. */
    public static long recordNumber(long subject) {
        return subject & NUMBER_MASK;
    }
}
