package dev.rmtwin.pcie.card;

import dev.rmtwin.core.chance.Tail;

/**
 * The queue block: receive channels, DMA engine, completion rings, coalescer.
 *
 * @param channelCount receive channels
 * @param eventFifoDepth frame records that a channel holds while it waits for descriptors or the DMA engine
 * @param dmaStartPs engine set-up for one descriptor
 * @param dmaArbitration bounded extra wait of a DMA for card memory (refresh, network writes)
 * @param memoryBytesPerSecond rate at which the engine reads card memory
 * @param coalesceFrames completions that raise one interrupt (1: every completion)
 * @param coalesceTimerPs longest time that a completion waits for its interrupt
 * @param coalesceQuantumPs resolution of the timer register: settings are rounded up to it and read back rounded
 * @param descriptorPrefetch descriptors that one read of host memory brings at most (1: one a frame)
 * @param coalesceAdaptive whether count and timer follow the measured rate after reset
 * @param discardsUnheard whether a channel throws frames away while its interrupt has not been enabled and unmasked since reset
 */
public record QueueProfile(
        int channelCount,
        int eventFifoDepth,
        long dmaStartPs,
        Tail dmaArbitration,
        long memoryBytesPerSecond,
        int coalesceFrames,
        long coalesceTimerPs,
        long coalesceQuantumPs,
        int descriptorPrefetch,
        boolean coalesceAdaptive,
        boolean discardsUnheard) {}
