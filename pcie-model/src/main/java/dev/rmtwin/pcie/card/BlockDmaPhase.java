package dev.rmtwin.pcie.card;

/** Where the block DMA engine stands. The order is part of snapshots. */
enum BlockDmaPhase {
    IDLE,
    BEGINNING,
    FETCHING,
    TO_HOST,
    TO_CARD;

    private static final BlockDmaPhase[] VALUES = values();

    static BlockDmaPhase of(int ordinal) {
        return VALUES[ordinal];
    }
}
