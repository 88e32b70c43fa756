package dev.rmtwin.pcie.card;

/** Where a command stands. The order is part of snapshots, and of the capture of a failed command. */
public enum CommandStage {
    /** The slot holds none. */
    FREE,
    /** Its entry is being read or judged. */
    FETCH,
    /** The medium works on it. */
    MEDIUM,
    /** It waits for the mover. */
    QUEUED,
    /** Its data goes from card memory to the host. */
    MOVE,
    /** Host memory has been asked for its data. */
    HOST_READ,
    /** The transmit FIFO has no room for its data. */
    RING_WAIT,
    /** It waits for earlier writes to be on the ring. */
    FLUSH,
    /** The pattern of a self-test is on its way back. */
    SELF_TEST,
    /** It has ended, but something that is under way or queued still names its slot. */
    GONE;

    private static final CommandStage[] VALUES = values();

    static CommandStage of(int ordinal) {
        return VALUES[ordinal];
    }
}
