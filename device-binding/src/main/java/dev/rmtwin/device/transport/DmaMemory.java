package dev.rmtwin.device.transport;

import java.lang.foreign.MemorySegment;

/**
 * Memory that the card can reach.
 *
 * @param address the address that the card uses
 * @param segment the bytes, as this process sees them
 */
public record DmaMemory(long address, MemorySegment segment) {}
