package dev.rmtwin.pcie.card;

import dev.rmtwin.core.state.StateVisitor;

/** What a channel knows of one frame: packets have no message boundary, so this record is the frame. Reused. */
public final class FrameRecord {
    int origin;
    long offset;
    int lengthBytes;
    long arrivalPs;
    long number;
    /** Count of writes into the window when the frame became complete: a later write makes the frame stale. */
    long generation;
    /** Some of its bytes have been written over since. */
    boolean stale;

    void copyFrom(FrameRecord other) {
        origin = other.origin;
        offset = other.offset;
        lengthBytes = other.lengthBytes;
        arrivalPs = other.arrivalPs;
        number = other.number;
        generation = other.generation;
        stale = other.stale;
    }

    void markStale(long from, long to) {
        stale |= from < offset + lengthBytes && to > offset;
    }

    /** Node id of the writer. */
    public int origin() {
        return origin;
    }

    /** The channel's count of frames. */
    public long number() {
        return number;
    }

    /** Bytes of the frame. */
    public int lengthBytes() {
        return lengthBytes;
    }

    /** Offset in card memory. */
    public long offset() {
        return offset;
    }

    void state(StateVisitor visitor) {
        origin = visitor.value("origin", origin);
        offset = visitor.value("offset", offset);
        lengthBytes = visitor.value("length", lengthBytes);
        arrivalPs = visitor.value("arrival", arrivalPs);
        number = visitor.value("number", number);
        generation = visitor.value("generation", generation);
        stale = visitor.value("stale", stale);
    }
}
