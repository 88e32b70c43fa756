package dev.rmtwin.device;

/**
 * What a device says of itself.
 *
 * @param nodeId its node id on the ring
 * @param boardId board id register
 * @param boardRevision board revision register
 * @param memoryBytes reflective memory
 * @param channelCount receive channels of its queue block, 0 without one
 * @param twin whether this is an emulated card; a real one never says so
 * @param backend how it is reached, as in {@code device.backend}
 */
public record DeviceInfo(
        int nodeId, int boardId, int boardRevision, long memoryBytes, int channelCount, boolean twin, String backend) {}
