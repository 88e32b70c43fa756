package dev.rmtwin.pcie.card;

import dev.rmtwin.core.state.StateVisitor;

/**
 * A channel's memory of its first failed transfer: what failed, and the descriptor as the engine held it at that moment. Kept
 * until the driver clears it or resets the channel.
 */
final class DmaFailure {
    private int code;
    private boolean more;
    private boolean halted;
    private int index;
    private int doneBytes;
    private long low;
    private long high;

    /** Keeps a failure, unless one is kept already. */
    void keep(DmaError error, DmaJob job, int descriptorIndex) {
        if (code != 0) {
            more = true;
            return;
        }
        code = error.code();
        index = descriptorIndex;
        doneBytes = job.doneBytes;
        low = job.address;
        high = job.reserved << 48 | (job.descriptorId & 0xFFFFL) << 32 | job.bufferBytes & 0xFFFF_FFFFL;
    }

    void halt() {
        halted = true;
    }

    boolean halted() {
        return halted;
    }

    boolean kept() {
        return code != 0;
    }

    long status() {
        return QueueError.CODE.bits(code)
                | (more ? QueueError.MORE.mask() : 0)
                | (kept() ? QueueError.VALID.mask() : 0);
    }

    int index() {
        return index;
    }

    int doneBytes() {
        return doneBytes;
    }

    long low() {
        return low;
    }

    long high() {
        return high;
    }

    /** Forgets the failure and lets the channel go on. */
    void clear() {
        code = 0;
        more = false;
        halted = false;
        index = 0;
        doneBytes = 0;
        low = 0;
        high = 0;
    }

    void state(StateVisitor visitor) {
        code = DmaError.of(visitor.value("errorCode", code)).code();
        more = visitor.value("errorMore", more);
        halted = visitor.value("halted", halted);
        index = visitor.value("errorIndex", index);
        doneBytes = visitor.value("errorBytes", doneBytes);
        low = visitor.value("errorLow", low);
        high = visitor.value("errorHigh", high);
    }
}
