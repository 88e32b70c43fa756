package dev.rmtwin.pcie.card;

/** The parts of a card that read host memory; its answers are told apart by a tag: reader and the reader's own token. */
enum HostReader {
    /** Fetches of receive descriptors. */
    DMA_ENGINE,
    /** Fetches and data of the command queues. */
    COMMANDS,
    /** The block DMA of the 5565's local registers. */
    BLOCK_DMA;

    private static final int TOKEN_BITS = 24;
    private static final HostReader[] VALUES = values();

    /** The tag of a request; {@code token} has {@value #TOKEN_BITS} bits. */
    int tag(int token) {
        return ordinal() << TOKEN_BITS | token;
    }

    static HostReader of(int tag) {
        return VALUES[tag >>> TOKEN_BITS];
    }

    static int token(int tag) {
        return tag & (1 << TOKEN_BITS) - 1;
    }
}
