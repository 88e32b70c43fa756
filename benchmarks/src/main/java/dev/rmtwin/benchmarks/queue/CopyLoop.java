package dev.rmtwin.benchmarks.queue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What the model copies for a descriptor, in a plain loop without time, order or bus: the entry to the bus and to its slot,
 * the data from card memory to the engine, to the bus and to the host, the completion to the bus and to the host.
 */
final class CopyLoop implements QueueVariant {
    private static final int ENTRY_BYTES = 64;
    private static final int COMPLETION_BYTES = 16;
    private static final int ENTRIES = 1024;

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment submissions = arena.allocate((long) ENTRIES * ENTRY_BYTES, 64);
    private final MemorySegment card = arena.allocate((long) ENTRIES * MOVE_BYTES, 64);
    private final MemorySegment host = arena.allocate((long) ENTRIES * MOVE_BYTES, 64);
    private final MemorySegment completions = arena.allocate((long) ENTRIES * COMPLETION_BYTES, 64);
    private final MemorySegment slot = arena.allocate(ENTRY_BYTES, 64);
    private final MemorySegment engine = arena.allocate(MOVE_BYTES, 64);
    private final MemorySegment bus = arena.allocate(MOVE_BYTES, 64);
    private int index;

    @Override
    public long carry(long count) {
        for (long n = 0; n < count; n++) {
            long entry = (long) index * ENTRY_BYTES;
            long data = (long) index * MOVE_BYTES;
            submissions.set(ValueLayout.JAVA_LONG, entry, n);
            MemorySegment.copy(submissions, entry, bus, 0, ENTRY_BYTES);
            MemorySegment.copy(bus, 0, slot, 0, ENTRY_BYTES);
            MemorySegment.copy(card, data, engine, 0, MOVE_BYTES);
            MemorySegment.copy(engine, 0, bus, 0, MOVE_BYTES);
            MemorySegment.copy(bus, 0, host, data, MOVE_BYTES);
            bus.set(ValueLayout.JAVA_LONG, 0, slot.get(ValueLayout.JAVA_LONG, 0));
            MemorySegment.copy(bus, 0, completions, (long) index * COMPLETION_BYTES, COMPLETION_BYTES);
            index = (index + 1) % ENTRIES;
        }
        return count;
    }
}
