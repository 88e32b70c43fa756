package dev.rmtwin.pcie.card;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A completion entry in host memory, little-endian, written by the card in one piece.
 *
 * <pre>
 *   0         8        12       16       20     22      24    26      28       30     32
 *   +---------+--------+--------+--------+------+-------+-----+-------+--------+------+
 *   | arrival | offset | length | record |  id  | origin| zero| sqHead| status | phase|
 *   +---------+--------+--------+--------+------+-------+-----+-------+--------+------+
 * </pre>
 *
 * <p>The phase bit starts at 1 and flips each time the ring wraps, so that a reader knows new entries without a register.
 */
public final class CompletionLayout {
    /** Bytes of one entry. */
    public static final int SIZE_BYTES = 32;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    /** Aligned, so that it can be read with acquire semantics. */
    private static final VarHandle PHASE =
            ValueLayout.JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

    private static final int STATUS_AT = 28;
    private static final int PHASE_AT = 30;

    private CompletionLayout() {}

    /** The last word of an entry: status and phase. */
    static int word(int status, int phase) {
        return phase << Short.SIZE | status;
    }

    /** Writes an entry at the start of a scratch segment. */
    static void write(MemorySegment entry, FrameRecord record, int descriptorId, int sqHead, int lastWord) {
        entry.set(LONG, 0, record.arrivalPs);
        entry.set(INT, 8, (int) record.offset);
        entry.set(INT, 12, record.lengthBytes);
        entry.set(INT, 16, (int) record.number);
        entry.set(SHORT, 20, (short) descriptorId);
        entry.set(SHORT, 22, (short) record.origin);
        entry.set(SHORT, 24, (short) 0);
        entry.set(SHORT, 26, (short) sqHead);
        entry.set(INT, STATUS_AT, lastWord);
    }

    /** The phase bit, read with acquire: what stands before it in the entry is as new as it. */
    public static int phase(MemorySegment ring, long at) {
        return (short) PHASE.getAcquire(ring, at + PHASE_AT) & 1;
    }

    /** When the frame's last word became visible in card memory. */
    public static long arrivalPs(MemorySegment ring, long at) {
        return ring.get(LONG, at);
    }

    /** Offset of the frame in card memory. */
    public static long offset(MemorySegment ring, long at) {
        return Integer.toUnsignedLong(ring.get(INT, at + 8));
    }

    /** Bytes that are in the buffer: the whole frame, unless the status says that the transfer failed. */
    public static int lengthBytes(MemorySegment ring, long at) {
        return ring.get(INT, at + 12);
    }

    /** The channel's count of frames, low 32 bits. */
    public static long record(MemorySegment ring, long at) {
        return Integer.toUnsignedLong(ring.get(INT, at + 16));
    }

    /** The driver's number for the buffer. */
    public static int descriptorId(MemorySegment ring, long at) {
        return ring.get(SHORT, at + 20) & 0xFFFF;
    }

    /** Node id of the sender. */
    public static int origin(MemorySegment ring, long at) {
        return ring.get(SHORT, at + 22) & 0xFFFF;
    }

    /** How the transfer ended: {@link DmaError#code}, 0 for success. */
    public static int status(MemorySegment ring, long at) {
        return ring.get(SHORT, at + STATUS_AT) & 0xFFFF;
    }
}
