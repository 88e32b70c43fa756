package dev.rmtwin.device;

import java.lang.foreign.MemorySegment;

/**
 * A frame in its receive buffer. The bytes stay valid until the frame is released; then the buffer goes back to the card.
 * One object per buffer, used over and over.
 */
public final class ReceivedFrame {
    private final int bufferId;
    private final MemorySegment buffer;
    private int lengthBytes;
    private int origin;
    private long offset;
    private long arrivalPs;
    private long number;

    /**
     * @param bufferId the driver's number for the buffer
     * @param buffer the buffer's bytes
     */
    public ReceivedFrame(int bufferId, MemorySegment buffer) {
        this.bufferId = bufferId;
        this.buffer = buffer;
    }

    /** Fills in what the completion says; called by the driver. */
    public void set(int frameOrigin, long frameOffset, int frameLengthBytes, long frameArrivalPs, long frameNumber) {
        origin = frameOrigin;
        offset = frameOffset;
        lengthBytes = frameLengthBytes;
        arrivalPs = frameArrivalPs;
        number = frameNumber;
    }

    /** The driver's number for the buffer. */
    public int bufferId() {
        return bufferId;
    }

    /** The buffer; the frame is its first {@link #lengthBytes} bytes. */
    public MemorySegment buffer() {
        return buffer;
    }

    /** Bytes of the frame. */
    public int lengthBytes() {
        return lengthBytes;
    }

    /** Node id of the writer. */
    public int origin() {
        return origin;
    }

    /** Where it stood in card memory. */
    public long offset() {
        return offset;
    }

    /** When its last word became visible in card memory, by the card's clock; 0 on cards that do not say. */
    public long arrivalPs() {
        return arrivalPs;
    }

    /** The channel's count of frames. */
    public long number() {
        return number;
    }
}
