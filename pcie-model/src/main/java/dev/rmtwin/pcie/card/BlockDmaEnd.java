package dev.rmtwin.pcie.card;

/** Hears that a channel of the block DMA has ended. */
@FunctionalInterface
interface BlockDmaEnd {
    void onEnd(int channel, long nowPs);
}
