package dev.rmtwin.pcie.card;

/**
 * The command queues: submission and completion queue pairs and the engine that serves them.
 *
 * @param queueCount queue pairs, 0 to {@link CommandRegister#MAX_QUEUES}
 * @param slotCount commands that the engine holds at once, of all pairs
 * @param fetchCount commands that one read of a submission queue fetches at most
 * @param burstCount commands that a pair gets fetched before the next pair has its turn
 * @param latencyPs time that the medium takes before a command's data can move; the medium serves all slots at once
 * @param memoryBytesPerSecond rate at which the engine reads card memory
 * @param completionCount completion entries that one write carries at most
 */
public record CommandProfile(
        int queueCount,
        int slotCount,
        int fetchCount,
        int burstCount,
        long latencyPs,
        long memoryBytesPerSecond,
        int completionCount) {
    /** A card without command queues. */
    public static final CommandProfile NONE = new CommandProfile(0, 0, 0, 0, 0, 0, 0);
    /** What a card has whose profile does not speak of them. */
    public static final CommandProfile USUAL = new CommandProfile(4, 64, 16, 16, 0, 1_600_000_000L, 8);
}
