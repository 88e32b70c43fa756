package dev.rmtwin.pcie.card;

/**
 * What stands behind BAR 0: the window of reflective memory and the block DMA engine.
 *
 * @param windowBytes bytes of BAR 3, a power of two of at most the memory; {@link #FULL} for all of it
 * @param dma the engine
 */
public record LocalProfile(long windowBytes, BlockDmaProfile dma) {
    /** BAR 3 shows the whole memory. */
    public static final long FULL = 0;
    /** The whole memory, and the engine that was measured. */
    public static final LocalProfile STANDARD = new LocalProfile(FULL, BlockDmaProfile.STANDARD);

    public LocalProfile {
        if (windowBytes != FULL && Long.bitCount(windowBytes) != 1) {
            throw new IllegalArgumentException("a window of " + windowBytes + " bytes");
        }
    }

    /** Bytes of BAR 3 on a card with so much memory. */
    public long windowBytes(long memoryBytes) {
        return windowBytes == FULL ? memoryBytes : Math.min(windowBytes, memoryBytes);
    }
}
