package dev.rmtwin.pcie.card;

/** What a command asks for: byte 0 of its entry. */
public final class CommandOpcode {
    /** All earlier writes of the same queue are on the ring. */
    public static final int FLUSH = 0x00;
    /** Host memory to card memory, and so to the ring. */
    public static final int WRITE = 0x01;
    /** Card memory to host memory. */
    public static final int READ = 0x02;
    /** Nothing. */
    public static final int NOOP = 0x80;
    /** The engine writes a pattern to host memory, reads it back and compares. */
    public static final int SELF_TEST = 0x81;

    private CommandOpcode() {}

    static boolean moves(int opcode) {
        return opcode == READ || opcode == WRITE;
    }

    static boolean usesHost(int opcode) {
        return moves(opcode) || opcode == SELF_TEST;
    }

    static boolean known(int opcode) {
        return usesHost(opcode) || opcode == FLUSH || opcode == NOOP;
    }
}
