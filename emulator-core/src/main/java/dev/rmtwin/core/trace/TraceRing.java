package dev.rmtwin.core.trace;

/**
 * Keeps the last lines of the diary in a ring of fixed size.
 *
 * <pre>
 *   one line = 3 longs:  [ time ps | stage(8) node(16) | subject ]
 * </pre>
 */
public final class TraceRing implements Trace.TraceListener {
    private static final int LONGS_PER_LINE = 3;

    private final long[] lines;
    private final int capacity;
    private long written;

    /** @param capacity lines kept */
    public TraceRing(int capacity) {
        this.capacity = capacity;
        lines = new long[capacity * LONGS_PER_LINE];
    }

    @Override
    public void onLine(Stage stage, int node, long subject, long nowPs) {
        int at = (int) (written++ % capacity) * LONGS_PER_LINE;
        lines[at] = nowPs;
        lines[at + 1] = (long) stage.ordinal() << 16 | node;
        lines[at + 2] = subject;
    }

    /** Lines written since the start, of which the last {@code capacity} are kept. */
    public long written() {
        return written;
    }

    /** Replays the kept lines, oldest first. */
    public void replay(Trace.TraceListener reader) {
        for (long n = Math.max(0, written - capacity); n < written; n++) {
            int at = (int) (n % capacity) * LONGS_PER_LINE;
            long where = lines[at + 1];
            reader.onLine(Stage.of((int) (where >>> 16)), (int) (where & 0xFFFF), lines[at + 2], lines[at]);
        }
    }
}
