package dev.rmtwin.pcie.card;

/** How a command ended: the status code of its completion entry. Codes below C0h are those of NVM Express. */
public enum CommandResult {
    SUCCESS(0x00, "done"),
    INVALID_OPCODE(0x01, "no such command"),
    INVALID_FIELD(0x02, "length 0 or too great, an address range that wraps, or a reserved bit set"),
    DATA_TRANSFER_ERROR(0x04, "host memory did not answer, or the transfer was lost"),
    ABORTED(0x08, "the queue was disabled"),
    OUT_OF_RANGE(0x80, "beyond card memory"),
    SELF_TEST_FAILED(0xC0, "what came back is not what was written");

    private static final CommandResult[] VALUES = values();

    private final int code;
    private final String doc;

    CommandResult(int code, String doc) {
        this.code = code;
        this.doc = doc;
    }

    static CommandResult of(int ordinal) {
        return VALUES[ordinal];
    }

    /** The number in the completion entry. */
    public int code() {
        return code;
    }

    /** One line for people. */
    public String doc() {
        return doc;
    }
}
