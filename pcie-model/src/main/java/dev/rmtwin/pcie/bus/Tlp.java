package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.state.StateVisitor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A transaction on its way over the bus. Pooled and reused. */
final class Tlp {
    static final int NO_SUBJECT = -1;

    /** What a transaction is. The order is part of snapshots. */
    enum Kind {
        /** Host to card: posted write of a register. */
        REGISTER_WRITE,
        /** Host to card: posted write of card memory. */
        MEMORY_WRITE,
        /** Host to card: read of a register or of card memory. */
        READ,
        /** Card to host: the answer to a read. */
        READ_REPLY,
        /** Card to host: posted write of host memory. */
        HOST_WRITE,
        /** Card to host: interrupt message; travels behind the data before it. */
        MESSAGE,
        /** Card to host: read of host memory. */
        HOST_READ,
        /** Host to card: the answer to a read of host memory. */
        HOST_DATA,
        /** Card to host: the interrupt pin's new level; travels behind the data before it. */
        PIN_LEVEL;

        private static final Kind[] VALUES = values();
    }

    final int slot;
    final MemorySegment data;
    Kind kind = Kind.REGISTER_WRITE;
    long address;
    long value;
    int lengthBytes;
    int requesterId;
    long subject = NO_SUBJECT;
    boolean dropped;

    Tlp(int slot, int maxPayloadBytes) {
        this.slot = slot;
        data = Arena.ofAuto().allocate(maxPayloadBytes, Long.BYTES);
    }

    /** Whether the card has sent it of its own accord. */
    boolean fromCard() {
        return kind == Kind.HOST_WRITE || kind == Kind.MESSAGE || kind == Kind.HOST_READ;
    }

    /** Whether nobody waits for an answer to it. */
    boolean posted() {
        return kind == Kind.REGISTER_WRITE
                || kind == Kind.MEMORY_WRITE
                || kind == Kind.HOST_WRITE
                || kind == Kind.MESSAGE
                || kind == Kind.PIN_LEVEL;
    }

    void state(StateVisitor visitor) {
        kind = Kind.VALUES[visitor.value("kind", kind.ordinal())];
        address = visitor.value("address", address);
        value = visitor.value("value", value);
        lengthBytes = visitor.value("length", lengthBytes);
        requesterId = visitor.value("requester", requesterId);
        subject = visitor.value("subject", subject);
        dropped = visitor.value("dropped", dropped);
        visitor.segment("data", data);
    }
}
