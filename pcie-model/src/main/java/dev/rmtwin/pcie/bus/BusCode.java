package dev.rmtwin.pcie.bus;

/** Kinds of the link's events, which are part of snapshots, and its outcomes, which are part of the trace hash. */
final class BusCode {
    static final int AT_CARD = 0;
    static final int AT_HOST = 1;
    static final int HOST_MEMORY_READ = 2;
    static final int REGISTER_READ = 3;
    static final int ISSUE = 4;
    static final int WAKE_TO_CARD = 5;
    static final int WAKE_TO_HOST = 6;
    static final int TIMEOUT = 7;

    static final int OUTCOME_HOST_READ_FAILED = 1;
    static final int OUTCOME_CARD_READ_FAILED = 2;
    static final int OUTCOME_UNEXPECTED = 3;
    static final int OUTCOME_LOST = 4;
    static final int OUTCOME_STATE = 5;

    private BusCode() {}
}
