package dev.rmtwin.pcie.card;

import dev.rmtwin.core.state.StateVisitor;

/** A channel's interrupt causes: what has happened, what of it may interrupt, and by which vector. */
final class ChannelInterrupts {
    private final int ownVector;
    private final int vectorCount;
    private boolean gate;
    private long cause;
    private long enabled = QueueCause.DONE.mask();
    private int dataVector;
    private int doneVector;

    /**
     * @param ownVector the vector of the channel's number: where both causes go after reset
     * @param vectorCount vectors that channels may choose from
     */
    ChannelInterrupts(int ownVector, int vectorCount) {
        this.ownVector = ownVector;
        this.vectorCount = vectorCount;
        dataVector = ownVector;
        doneVector = ownVector;
    }

    /** Something has happened; says whether it is to interrupt. */
    boolean raise(long causeMask) {
        cause |= causeMask;
        return (enabled & causeMask) != 0;
    }

    /** Whether a cause may interrupt at this moment. */
    boolean lets(long causeMask) {
        return gate && (enabled & causeMask) != 0;
    }

    boolean gate() {
        return gate;
    }

    void setGate(boolean open) {
        gate = open;
    }

    long cause() {
        return cause;
    }

    void setCause(long value) {
        cause = value;
    }

    long enabled() {
        return enabled;
    }

    void setEnabled(long value) {
        enabled = value;
    }

    int dataVector() {
        return dataVector;
    }

    int doneVector() {
        return doneVector;
    }

    boolean uses(int vector) {
        return dataVector == vector || doneVector == vector;
    }

    /** False when there is no such vector for channels. */
    boolean setDataVector(long value) {
        if (value >= vectorCount) {
            return false;
        }
        dataVector = (int) value;
        return true;
    }

    /** False when there is no such vector for channels. */
    boolean setDoneVector(long value) {
        if (value >= vectorCount) {
            return false;
        }
        doneVector = (int) value;
        return true;
    }

    void reset() {
        gate = false;
        cause = 0;
        enabled = QueueCause.DONE.mask();
        dataVector = ownVector;
        doneVector = ownVector;
    }

    void state(StateVisitor visitor) {
        gate = visitor.value("interrupting", gate);
        cause = visitor.value("cause", cause);
        enabled = visitor.value("causeEnable", enabled);
        dataVector = visitor.index("dataVector", dataVector, vectorCount);
        doneVector = visitor.index("doneVector", doneVector, vectorCount);
    }
}
