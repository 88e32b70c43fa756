package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.register.RegisterBehaviour.Verdict;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Reflective memory as the host reaches it by itself: through a window of memory that the {@link LocalBlock} places and whose
 * byte order it sets. Blocks are written, scalars of 1 to 8 bytes written and read. Thread: the engine's.
 */
final class MemoryBar implements CardWindow {
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final LocalBlock local;
    private final LaneWriter writer;
    private final LaneReader reader;
    private final CounterBlock<CardCounter> counters;
    private final MemorySegment scratch = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);

    /** @param writer the host's own way to write memory */
    MemoryBar(LocalBlock local, CardMemoryPort memory, LaneWriter writer, CounterBlock<CardCounter> counters) {
        this.local = local;
        this.counters = counters;
        this.writer = writer;
        reader = new LaneReader(memory, Long.BYTES);
    }

    /** Takes a posted write of any length. */
    Verdict write(long offset, MemorySegment data, int lengthBytes, long nowPs) {
        if (!reaches(offset, lengthBytes)) {
            return Verdict.REFUSED;
        }
        long place = local.windowBase() + offset;
        if (writer.inhibits(place, lengthBytes, nowPs)) {
            return Verdict.TAKEN;
        }
        if (!writer.write(place, data, lengthBytes, local.windowSwapped(), nowPs)) {
            return Verdict.BUSY;
        }
        counters.increment(CardCounter.HOST_WRITES);
        return Verdict.TAKEN;
    }

    @Override
    public Verdict write(long offset, int widthBytes, long value, long nowPs) {
        if (!isScalar(widthBytes)) {
            return Verdict.REFUSED;
        }
        scratch.set(WORD, 0, value);
        return write(offset, scratch, widthBytes, nowPs);
    }

    @Override
    public boolean has(long offset, int widthBytes) {
        return isScalar(widthBytes) && reaches(offset, widthBytes);
    }

    private boolean reaches(long offset, int lengthBytes) {
        return offset >= 0 && offset <= local.windowBytes() - lengthBytes && local.windowEnabled();
    }

    @Override
    public long read(long offset, int widthBytes, long nowPs) {
        scratch.set(WORD, 0, 0);
        reader.read(local.windowBase() + offset, scratch, widthBytes, local.windowSwapped());
        return scratch.get(WORD, 0);
    }

    private static boolean isScalar(int widthBytes) {
        return widthBytes > 0 && widthBytes <= Long.BYTES;
    }

    void state(StateVisitor visitor) {
        writer.state(visitor);
    }
}
