package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.state.StateVisitor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A transaction on its way over the bus. Pooled and reused. */
final class Tlp {
    static final int NO_SUBJECT = -1;

    private static final MemorySegment EMPTY = MemorySegment.ofArray(new byte[0]);
    private static final int LEAST_ROOM_BYTES = 64;
    private static final CompletionStatus[] STATUSES = CompletionStatus.values();

    /** What a transaction is. The order is part of snapshots. */
    enum Kind {
        /** Host to card: posted write of a register. */
        REGISTER_WRITE(FlowClass.POSTED),
        /** Host to card: posted write of card memory. */
        MEMORY_WRITE(FlowClass.POSTED),
        /** Host to card: read of a register or of card memory. */
        READ(FlowClass.NON_POSTED),
        /** Card to host: the answer to a read. */
        READ_REPLY(FlowClass.COMPLETION),
        /** Card to host: posted write of host memory. */
        HOST_WRITE(FlowClass.POSTED),
        /** Card to host: interrupt message; travels behind the data before it. */
        MESSAGE(FlowClass.POSTED),
        /** Card to host: read of host memory. */
        HOST_READ(FlowClass.NON_POSTED),
        /** Host to card: the answer to a read of host memory. */
        HOST_DATA(FlowClass.COMPLETION),
        /** Card to host: the interrupt pin's new level; travels behind the data before it. */
        PIN_LEVEL(FlowClass.POSTED);

        private static final Kind[] VALUES = values();

        final FlowClass flow;

        Kind(FlowClass flow) {
            this.flow = flow;
        }
    }

    final int slot;
    MemorySegment data = EMPTY;
    Kind kind = Kind.REGISTER_WRITE;
    long address;
    long value;
    int lengthBytes;
    /** Place of a read among its requester's open ones. */
    int tag;
    /** Number of a read, so that a late answer is not taken for that of a later one with the same tag. */
    long number;

    CompletionStatus status = CompletionStatus.SUCCESS;
    boolean poisoned;
    boolean relaxed;
    /** Nobody takes it any more: the card was reset when it was on its way. */
    boolean dropped;

    long subject = NO_SUBJECT;
    /** Number among those that wait for credit. */
    long order;
    /** Which life of the link it belongs to. */
    int life;

    Tlp(int slot) {
        this.slot = slot;
    }

    void begin(Kind begun, int linkLife) {
        kind = begun;
        life = linkLife;
        subject = NO_SUBJECT;
        status = CompletionStatus.SUCCESS;
        poisoned = false;
        relaxed = false;
        dropped = false;
    }

    /** A place for bytes; what was there may be gone. */
    MemorySegment room(int bytes) {
        if (data.byteSize() < bytes) {
            int grown = Math.max(LEAST_ROOM_BYTES, Integer.highestOneBit(2 * bytes - 1));
            data = Arena.ofAuto().allocate(grown, Long.BYTES);
        }
        return data;
    }

    /** Whether it would change something in the host: what the card has posted there. */
    boolean landsInHost() {
        return kind == Kind.HOST_WRITE || kind == Kind.MESSAGE;
    }

    /** Takes bytes on board. */
    void carry(MemorySegment source, long from, int bytes) {
        lengthBytes = bytes;
        MemorySegment.copy(source, from, room(bytes), 0, bytes);
    }

    /** Whether nobody waits for an answer to it. */
    boolean posted() {
        return kind.flow == FlowClass.POSTED;
    }

    private boolean carriesBytes() {
        return kind == Kind.MEMORY_WRITE || kind == Kind.HOST_WRITE || kind == Kind.HOST_READ || kind == Kind.HOST_DATA;
    }

    /** What a requester sees: poisoned data is no answer. */
    CompletionStatus seenStatus() {
        return poisoned && status == CompletionStatus.SUCCESS ? CompletionStatus.COMPLETER_ABORT : status;
    }

    void setStatus(long ordinal) {
        status = STATUSES[(int) Math.floorMod(ordinal, (long) STATUSES.length)];
    }

    void state(StateVisitor visitor) {
        kind = Kind.VALUES[visitor.index("kind", kind.ordinal(), Kind.VALUES.length)];
        address = visitor.value("address", address);
        value = visitor.value("value", value);
        lengthBytes = visitor.value("length", lengthBytes);
        tag = visitor.value("tag", tag);
        number = visitor.value("number", number);
        status = STATUSES[visitor.index("status", status.ordinal(), STATUSES.length)];
        poisoned = visitor.value("poisoned", poisoned);
        relaxed = visitor.value("relaxed", relaxed);
        subject = visitor.value("subject", subject);
        dropped = visitor.value("dropped", dropped);
        order = visitor.value("order", order);
        life = visitor.value("life", life);
        if (carriesBytes()) {
            int bytes = visitor.count("bytes", lengthBytes, Byte.BYTES);
            visitor.segment("data", room(bytes).asSlice(0, bytes));
        }
    }
}
