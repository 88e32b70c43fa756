package dev.rmtwin.device;

/**
 * What an application wants of a receive channel.
 *
 * @param windowOffset first byte of the frames in card memory
 * @param frameBytes bytes of a frame; a frame is complete when its last word is written
 * @param ringCapacity receive buffers, a power of two from 2 to 32 768
 * @param bufferBytes bytes of each buffer, at least {@code frameBytes}
 * @param interrupts whether completions interrupt; without, the application looks for itself
 * @param networkInterrupt type (1 to 3) of the network interrupt that announces a frame on cards without a queue block; 0 on
 *     cards that have one
 * @param tuning how completions reach the application
 */
public record ChannelConfig(
        long windowOffset,
        int frameBytes,
        int ringCapacity,
        int bufferBytes,
        boolean interrupts,
        int networkInterrupt,
        ChannelTuning tuning) {
    /** Largest ring. */
    public static final int RING_LIMIT = 32_768;

    /** A channel with {@link ChannelTuning#STANDARD}. */
    public ChannelConfig(
            long windowOffset,
            int frameBytes,
            int ringCapacity,
            int bufferBytes,
            boolean interrupts,
            int networkInterrupt) {
        this(windowOffset, frameBytes, ringCapacity, bufferBytes, interrupts, networkInterrupt, ChannelTuning.STANDARD);
    }

    public ChannelConfig {
        if (tuning.hybrid() && !interrupts) {
            throw new IllegalArgumentException("polls that interrupts start, on a channel without interrupts");
        }
        if (frameBytes <= 0 || windowOffset < 0) {
            throw new IllegalArgumentException("frame of " + frameBytes + " bytes at " + windowOffset);
        }
        if (Integer.bitCount(ringCapacity) != 1 || ringCapacity < 2 || ringCapacity > RING_LIMIT) {
            throw new IllegalArgumentException(
                    "ring capacity " + ringCapacity + "; a power of two from 2 to " + RING_LIMIT + " is right");
        }
        if (bufferBytes < frameBytes) {
            throw new IllegalArgumentException("buffers of " + bufferBytes + " bytes for frames of " + frameBytes);
        }
    }
}
