package dev.rmtwin.pcie.card;

/** Says whether a command makes sense: its opcode, its reserved bits, its ranges. Stateless. */
final class CommandJudge {
    /** Bytes that one command moves at most. */
    static final int MAX_LENGTH_BYTES = 1 << 20;

    private final long memoryBytes;

    CommandJudge(long memoryBytes) {
        this.memoryBytes = memoryBytes;
    }

    /** The status that a command as fetched ends with at once; success for one that can be carried out. */
    CommandResult verdict(Command command) {
        if (!CommandOpcode.known(command.opcode)) {
            return CommandResult.INVALID_OPCODE;
        }
        if (CommandLayout.reserved(command.entry, 0) != 0) {
            return CommandResult.INVALID_FIELD;
        }
        return CommandOpcode.usesHost(command.opcode) ? range(command) : CommandResult.SUCCESS;
    }

    /** The same for what the mover is about to do. */
    CommandResult movable(Command command) {
        return CommandOpcode.usesHost(command.opcode) ? range(command) : CommandResult.INVALID_OPCODE;
    }

    private CommandResult range(Command command) {
        boolean moves = CommandOpcode.moves(command.opcode);
        int length = command.lengthBytes;
        if (length < 0 || length > MAX_LENGTH_BYTES || moves && length == 0) {
            return CommandResult.INVALID_FIELD;
        }
        // The last byte's address must not be below the first's: 2^64 - length, as an unsigned number.
        if (length > 0 && Long.compareUnsigned(command.hostAddress, -(long) length) > 0) {
            return CommandResult.INVALID_FIELD;
        }
        return moves && Long.compareUnsigned(command.cardOffset, memoryBytes - length) > 0
                ? CommandResult.OUT_OF_RANGE
                : CommandResult.SUCCESS;
    }
}
