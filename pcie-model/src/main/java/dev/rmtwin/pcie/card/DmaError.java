package dev.rmtwin.pcie.card;

import dev.rmtwin.pcie.bus.CompletionStatus;

/** What can be wrong with a transfer, with the code that ERROR_STATUS and completion entries carry. Append only. */
public enum DmaError {
    /** Nothing. */
    NONE("the transfer succeeded", false),
    /** {@link CompletionStatus#UNSUPPORTED_REQUEST}. */
    UNSUPPORTED_REQUEST("nothing answered where the descriptor was to be", false),
    /** {@link CompletionStatus#COMPLETER_ABORT}. */
    COMPLETER_ABORT("the read of the descriptor was aborted", false),
    /** {@link CompletionStatus#TIMED_OUT}. */
    TIMED_OUT("the read of the descriptor was not answered in time", false),
    /** A descriptor of length 0. */
    ZERO_LENGTH("the descriptor's length is 0", true),
    /** A descriptor whose buffer goes beyond the last address. */
    ADDRESS_WRAP("the descriptor's buffer wraps beyond address 2^64 - 1", true),
    /** A buffer that cannot hold the frame. */
    BUFFER_TOO_SMALL("the frame is longer than the descriptor's buffer", true),
    /** The engine's read of card memory. */
    CARD_MEMORY("card memory could not be read", true);

    private static final DmaError[] VALUES = values();

    private final String doc;
    private final boolean usesDescriptor;

    DmaError(String doc, boolean usesDescriptor) {
        this.doc = doc;
        this.usesDescriptor = usesDescriptor;
    }

    /** The code in registers and completion entries. */
    public int code() {
        return ordinal();
    }

    /** One line for people. */
    public String doc() {
        return doc;
    }

    /** Whether the descriptor was there: it is used up and completed with the code. Otherwise the channel halts. */
    public boolean usesDescriptor() {
        return usesDescriptor;
    }

    static DmaError of(int code) {
        return VALUES[code];
    }

    static DmaError of(CompletionStatus status) {
        return switch (status) {
            case SUCCESS -> NONE;
            case UNSUPPORTED_REQUEST -> UNSUPPORTED_REQUEST;
            case COMPLETER_ABORT -> COMPLETER_ABORT;
            case TIMED_OUT -> TIMED_OUT;
        };
    }
}
