package dev.rmtwin.device;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Set;

/**
 * A reflective-memory card as an application sees it, whatever is behind it. What is written here appears at the same
 * address on every node of the ring.
 *
 * <p>Thread: one at a time. Errors: {@link DeviceException} for what cannot be done, with the reason; nothing here returns as
 * if it had worked when it has not.
 */
public interface Device extends AutoCloseable {
    /** Opens the device that the configuration names. */
    static Device open(DeviceConfig config) {
        return DeviceOpener.open(config);
    }

    /** What the device says of itself; read from the card when it was opened. */
    DeviceInfo info();

    /** What it can do beyond the portable frame. */
    Set<Capability> capabilities();

    /** Writes the segment's bytes to card memory at {@code offset}: posted, so it may return before other nodes see them. */
    void write(long offset, MemorySegment source);

    /** Reads card memory at {@code offset} into the segment, by bus reads, after all writes before. */
    void read(long offset, MemorySegment target);

    /**
     * Opens a receive channel and starts it in the right order (map, post buffers, attach the interrupt, enable). When a step
     * fails, those before it are undone.
     */
    Channel openChannel(ChannelConfig config);

    /**
     * Sends a network interrupt behind everything written before.
     *
     * @param target node id, or -1 for every other node
     * @param type 1 to 3
     * @param data 32 bits for the receiver
     */
    void sendEvent(int target, int type, int data);

    /** Counters of the card, by id; looking changes nothing. */
    Map<String, Long> counters();

    /** Closes every channel and lets the card go. Harmless when closed. */
    @Override
    void close();

    /** A started receive channel. */
    interface Channel extends AutoCloseable {
        /** What {@link #waitForEvent} came back for. */
        enum Cause {
            /** Frames may be there. */
            FRAMES,
            /** Time was up. */
            TIMEOUT
        }

        /**
         * Waits until frames are there.
         *
         * @param timeoutNs longest wait in nanoseconds of the device's time, 0 to look only
         */
        Cause waitForEvent(long timeoutNs);

        /** The oldest frame, or null. Its bytes stay valid until it is released. */
        ReceivedFrame poll();

        /** Gives a frame's buffer back. */
        void release(ReceivedFrame frame);

        /** Stops receiving, detaches the interrupt and gives the memory back. Harmless when closed. */
        @Override
        void close();
    }
}
