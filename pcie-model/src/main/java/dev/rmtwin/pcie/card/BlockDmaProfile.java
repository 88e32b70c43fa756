package dev.rmtwin.pcie.card;

import dev.rmtwin.core.time.Ps;

/**
 * The block DMA engine behind BAR 0.
 *
 * @param startPs from the start command to the first access
 * @param bytesPerSecond rate at which the engine moves bytes between card memory and the bus
 * @param readsInFlight reads of host memory that it keeps under way, 1 to {@value #READS_LIMIT}
 */
public record BlockDmaProfile(long startPs, long bytesPerSecond, int readsInFlight) {
    /** Most reads that can be under way. */
    public static final int READS_LIMIT = 32;

    /**
     * Fact sheet 3: the read plateau of 376 MiB/s is the engine's rate; the write plateau of 162 MiB/s is the ring line's and so no
     * parameter here. Start and reads in flight are estimates: the measured 14 us of a 4-byte call are mostly the host's.
     */
    public static final BlockDmaProfile STANDARD = new BlockDmaProfile(Ps.US, 394_000_000L, 4);

    public BlockDmaProfile {
        if (startPs < 0 || bytesPerSecond <= 0 || readsInFlight < 1 || readsInFlight > READS_LIMIT) {
            throw new IllegalArgumentException("block DMA: start " + startPs + " ps, " + bytesPerSecond + " B/s, "
                    + readsInFlight + " reads in flight");
        }
    }
}
