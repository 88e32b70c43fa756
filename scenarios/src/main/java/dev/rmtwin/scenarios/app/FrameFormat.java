package dev.rmtwin.scenarios.app;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * What a scenario's frames hold, little-endian. The sequence number stands at both ends, so that a frame torn between two
 * writes is known.
 *
 * <pre>
 *   0          8         16                 size-8       size
 *   +----------+---------+------------------+------------+
 *   | sequence | sent ps | filler           | high, low  |
 *   +----------+---------+------------------+------------+
 * </pre>
 *
 * <p>At the far end the sequence number's high word stands before its low word: the last packet may carry no more than the
 * frame's last word, and that has to be the word which differs from one frame to the next.
 *
 * <p>Frames of less than 24 bytes have no second sequence number.
 */
public final class FrameFormat {
    /** Smallest frame. */
    public static final int MIN_BYTES = 16;

    private static final int TAIL_FROM_BYTES = 24;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private FrameFormat() {}

    /** Writes a frame of {@code sizeBytes}; the filler is left as it is. */
    public static void write(MemorySegment frame, int sizeBytes, long sequence, long sentPs) {
        frame.set(LONG, 0, sequence);
        frame.set(LONG, Long.BYTES, sentPs);
        if (sizeBytes >= TAIL_FROM_BYTES) {
            frame.set(LONG, sizeBytes - Long.BYTES, swapped(sequence));
        }
    }

    private static long swapped(long sequence) {
        return Long.rotateLeft(sequence, Integer.SIZE);
    }

    /** The frame's sequence number. */
    public static long sequence(MemorySegment frame) {
        return frame.get(LONG, 0);
    }

    /** When the sender wrote it. */
    public static long sentPs(MemorySegment frame) {
        return frame.get(LONG, Long.BYTES);
    }

    /** Whether both ends are of one frame. */
    public static boolean whole(MemorySegment frame, int sizeBytes) {
        return sizeBytes < TAIL_FROM_BYTES || frame.get(LONG, sizeBytes - Long.BYTES) == swapped(sequence(frame));
    }
}
