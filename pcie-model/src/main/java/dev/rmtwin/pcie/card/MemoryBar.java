package dev.rmtwin.pcie.card;

import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.pcie.register.RegisterBehaviour.Verdict;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Reflective memory by scalar accesses of 1 to 8 bytes: what programmed input and output does. Thread: the engine's. */
final class MemoryBar implements CardWindow {
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final RmCard card;
    private final CardMemoryPort memory;
    private final long memoryBytes;
    private final MemorySegment scratch = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);

    MemoryBar(RmCard card, CardMemoryPort memory, long memoryBytes) {
        this.card = card;
        this.memory = memory;
        this.memoryBytes = memoryBytes;
    }

    @Override
    public Verdict write(long offset, int widthBytes, long value, long nowPs) {
        if (!isScalar(widthBytes)) {
            return Verdict.REFUSED;
        }
        scratch.set(WORD, 0, value);
        return card.writeMemory(offset, scratch, widthBytes, nowPs) ? Verdict.TAKEN : Verdict.BUSY;
    }

    @Override
    public boolean has(long offset, int widthBytes) {
        return isScalar(widthBytes) && offset >= 0 && offset <= memoryBytes - widthBytes;
    }

    @Override
    public long read(long offset, int widthBytes, long nowPs) {
        scratch.set(WORD, 0, 0);
        memory.read(offset, scratch, 0, widthBytes);
        return scratch.get(WORD, 0);
    }

    private static boolean isScalar(int widthBytes) {
        return widthBytes > 0 && widthBytes <= Long.BYTES;
    }
}
