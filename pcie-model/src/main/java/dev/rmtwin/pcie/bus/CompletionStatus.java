package dev.rmtwin.pcie.bus;

/** How a read over the bus ended, as PCI Express names it. The order is part of snapshots. */
public enum CompletionStatus {
    /** The bytes are there. */
    SUCCESS,
    /** Nothing answers at the address. */
    UNSUPPORTED_REQUEST,
    /** What answers there cannot. */
    COMPLETER_ABORT,
    /** No answer came within the requester's completion time-out. */
    TIMED_OUT
}
