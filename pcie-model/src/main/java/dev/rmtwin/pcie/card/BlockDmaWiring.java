package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.port.CardMemoryPort;
import java.util.function.ToLongFunction;

/**
 * What the block DMA engine is joined with.
 *
 * @param link the bus
 * @param memory card memory
 * @param writer the engine's own way to write it
 * @param registers the local block's registers, peeked
 * @param counters the card's
 */
record BlockDmaWiring(
        CardEgress link,
        CardMemoryPort memory,
        LaneWriter writer,
        ToLongFunction<LocalRegister> registers,
        CounterBlock<CardCounter> counters) {}
