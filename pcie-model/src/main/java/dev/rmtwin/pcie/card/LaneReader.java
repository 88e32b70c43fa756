package dev.rmtwin.pcie.card;

import dev.rmtwin.core.port.CardMemoryPort;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Reads card memory, as it is or with the bytes of each aligned word of 4 reversed: then the byte at address a is the one that
 * memory has at a ^ 3. Thread: the engine's.
 */
final class LaneReader {
    /** Highest byte lane of a word; an address ^ this is the mirrored lane. */
    static final int MIRROR = Integer.BYTES - 1;

    private final CardMemoryPort memory;
    private final MemorySegment words;

    /** @param limitBytes longest read */
    LaneReader(CardMemoryPort memory, int limitBytes) {
        this.memory = memory;
        words = Arena.ofAuto().allocate(limitBytes + 2L * Integer.BYTES, Long.BYTES);
    }

    void read(long offset, MemorySegment target, int lengthBytes, boolean swapped) {
        if (!swapped) {
            memory.read(offset, target, 0, lengthBytes);
            return;
        }
        long first = offset & ~MIRROR;
        int wordBytes = (int) ((offset + lengthBytes + MIRROR & ~MIRROR) - first);
        memory.read(first, words, 0, wordBytes);
        for (int i = 0; i < lengthBytes; i++) {
            byte value = words.get(ValueLayout.JAVA_BYTE, (offset + i ^ MIRROR) - first);
            target.set(ValueLayout.JAVA_BYTE, i, value);
        }
    }
}
