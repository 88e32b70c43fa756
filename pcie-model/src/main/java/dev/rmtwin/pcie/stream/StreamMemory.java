package dev.rmtwin.pcie.stream;

import java.lang.foreign.MemorySegment;

/** Memory as a channel on the chip's bus reaches it. */
public interface StreamMemory {
    /** Writes; false when nothing answers at the address, as a bus error says. */
    boolean write(long address, MemorySegment data, int lengthBytes, long nowPs);

    /** Reads to the start of {@code target}; false when nothing answers at the address. */
    boolean read(long address, MemorySegment target, int lengthBytes, long nowPs);
}
