package dev.rmtwin.scenarios.run;

/**
 * What a receiver's channel used of its host and card.
 *
 * @param interruptBusyPercent load of the core that takes the node's interrupts
 * @param starved times that a frame had to wait because no descriptor was posted
 * @param bufferBytes host memory mapped for its receive buffers
 */
public record ChannelUse(double interruptBusyPercent, long starved, long bufferBytes) {}
