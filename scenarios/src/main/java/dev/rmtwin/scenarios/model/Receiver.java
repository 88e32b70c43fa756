package dev.rmtwin.scenarios.model;

import dev.rmtwin.device.ChannelTuning;

/**
 * One receiving application.
 *
 * @param name unique in the scenario: flow{@literal @}node
 * @param node name of the node it runs on
 * @param mode how it learns of frames
 * @param periodPs polling period, for {@link ReceiveMode#POLL}
 * @param ringCapacity descriptors posted, a power of two
 * @param bufferBytes bytes of each receive buffer
 * @param tuning polls of hybrid receive, and coalescing
 */
public record Receiver(
        String name,
        String node,
        ReceiveMode mode,
        long periodPs,
        int ringCapacity,
        int bufferBytes,
        ChannelTuning tuning) {

    /** A receiver with {@link ChannelTuning#STANDARD}. */
    public Receiver(String name, String node, ReceiveMode mode, long periodPs, int ringCapacity, int bufferBytes) {
        this(name, node, mode, periodPs, ringCapacity, bufferBytes, ChannelTuning.STANDARD);
    }
}
