package dev.rmtwin.core.port;

import java.lang.foreign.MemorySegment;

/** A card's memory as its other blocks see it. Reading changes nothing. */
public interface CardMemoryPort {
    /** Copies bytes of card memory; out of range is a bug of the caller. */
    void read(long offset, MemorySegment target, long targetOffset, int lengthBytes);

    /** The own host's write: visible in own memory at once. */
    void writeOwn(HostWrite write, long packetSequence, long nowPs);

    /** Bytes of memory installed. */
    long sizeBytes();
}
