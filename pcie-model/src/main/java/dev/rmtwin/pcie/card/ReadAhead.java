package dev.rmtwin.pcie.card;

import dev.rmtwin.core.state.StateVisitor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Reads of host memory under way, in the order in which they were asked for; answers may come in any. */
final class ReadAhead {
    private final MemorySegment[] data;
    private final int[] lengths;
    private final int[] ready;
    private int head;
    private int count;

    ReadAhead(int slots, int slotBytes) {
        data = new MemorySegment[slots];
        lengths = new int[slots];
        ready = new int[slots];
        for (int slot = 0; slot < slots; slot++) {
            data[slot] = Arena.ofAuto().allocate(slotBytes, Long.BYTES);
        }
    }

    boolean isFull() {
        return count == data.length;
    }

    /** Takes the next slot for a read of so many bytes and returns its number. */
    int ask(int lengthBytes) {
        int slot = (head + count++) % data.length;
        lengths[slot] = lengthBytes;
        ready[slot] = 0;
        return slot;
    }

    /** A read has been answered. */
    void answer(int slot, MemorySegment answer) {
        MemorySegment.copy(answer, 0, data[slot], 0, lengths[slot]);
        ready[slot] = 1;
    }

    /** Whether the oldest read has been answered. */
    boolean headReady() {
        return count > 0 && ready[head] != 0;
    }

    MemorySegment headData() {
        return data[head];
    }

    int headBytes() {
        return lengths[head];
    }

    void removeHead() {
        head = (head + 1) % data.length;
        count--;
    }

    void clear() {
        count = 0;
        Arrays.fill(ready, 0);
    }

    void state(StateVisitor visitor) {
        head = visitor.index("readHead", head, data.length);
        count = visitor.index("readCount", count, data.length + 1);
        visitor.values("readLengths", lengths);
        visitor.values("readReady", ready);
        for (MemorySegment segment : data) {
            visitor.segment("readData", segment);
        }
    }
}
