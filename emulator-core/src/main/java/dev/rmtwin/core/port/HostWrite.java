package dev.rmtwin.core.port;

import java.lang.foreign.MemorySegment;

/**
 * What a host asks its card to tell the ring: bytes for an address range, or a network interrupt. One mutable object per
 * sender is used over and over; whoever takes one copies what it keeps.
 */
public final class HostWrite {
    private boolean interrupt;
    private long offset;
    private int lengthBytes;
    private MemorySegment data;
    private long dataOffset;
    private int interruptTarget;
    private int interruptType;
    private int interruptData;

    /** Makes this a write of {@code lengthBytes} bytes, found at {@code dataOffset} of {@code data}, to {@code offset}. */
    public HostWrite setData(long offset, int lengthBytes, MemorySegment data, long dataOffset) {
        this.interrupt = false;
        this.offset = offset;
        this.lengthBytes = lengthBytes;
        this.data = data;
        this.dataOffset = dataOffset;
        return this;
    }

    /** Makes this a network interrupt of {@code type} with 32 bits of data to node {@code target}, or to all for -1. */
    public HostWrite setInterrupt(int target, int type, int data) {
        this.interrupt = true;
        this.lengthBytes = 0;
        this.interruptTarget = target;
        this.interruptType = type;
        this.interruptData = data;
        return this;
    }

    /** Moves the write elsewhere; means nothing for an interrupt. */
    public void setOffset(long newOffset) {
        offset = newOffset;
    }

    public boolean isInterrupt() {
        return interrupt;
    }

    public long offset() {
        return offset;
    }

    public int lengthBytes() {
        return lengthBytes;
    }

    public MemorySegment data() {
        return data;
    }

    public long dataOffset() {
        return dataOffset;
    }

    /** Target node id, -1 for all other nodes. */
    public int interruptTarget() {
        return interruptTarget;
    }

    public int interruptType() {
        return interruptType;
    }

    public int interruptData() {
        return interruptData;
    }
}
