package dev.rmtwin.pcie.bus;

/** The classes of transactions that flow control and the ordering rules tell apart. The order is part of snapshots. */
enum FlowClass {
    /** Writes and messages: nobody answers. */
    POSTED,
    /** Reads. */
    NON_POSTED,
    /** Answers to reads. */
    COMPLETION;

    static final int COUNT = values().length;
}
