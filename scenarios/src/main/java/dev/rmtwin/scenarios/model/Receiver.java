package dev.rmtwin.scenarios.model;

/**
 * One receiving application.
 *
 * @param name unique in the scenario: flow{@literal @}node
 * @param node name of the node it runs on
 * @param mode how it learns of frames
 * @param periodPs polling period, for {@link ReceiveMode#POLL}
 * @param ringCapacity descriptors posted, a power of two
 * @param bufferBytes bytes of each receive buffer
 */
public record Receiver(String name, String node, ReceiveMode mode, long periodPs, int ringCapacity, int bufferBytes) {}
