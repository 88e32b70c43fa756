package dev.rmtwin.pcie.card;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Entries of the command queues in host memory, little-endian.
 *
 * <pre>
 *  submission, 64 bytes
 *   0        1       2     4      8        16      24       28        64
 *   +--------+-------+-----+------+--------+-------+--------+---------+
 *   | opcode | flags |  id | zero |  host  |  card | length |  zero   |
 *   |        |  (0)  |     |      | address| offset|        |         |
 *   +--------+-------+-----+------+--------+-------+--------+---------+
 *
 *  completion, 16 bytes
 *   0        4      8        10       12    14                   16
 *   +--------+------+--------+--------+-----+--------------------+
 *   | result | zero | sqHead | sqPair |  id | status 15:1, phase |
 *   +--------+------+--------+--------+-----+--------------------+
 * </pre>
 *
 * <p>The phase bit starts at 1 and flips each time the completion queue wraps.
 */
public final class CommandLayout {
    /** Bytes of a submission entry. */
    public static final int ENTRY_BYTES = 64;
    /** Bytes of a completion entry. */
    public static final int COMPLETION_BYTES = 16;
    /** Shadow page: tail of the submission queue, written by the host; the completion queue's head follows. */
    public static final int SHADOW_TAIL_AT = 0;
    /** Shadow page: the completion queue's head, written by the host. */
    public static final int SHADOW_HEAD_AT = 4;
    /** Shadow page: the card wants a doorbell when the tail passes this; the same for the head follows. */
    public static final int EVENT_TAIL_AT = 64;
    /** Shadow page: the card wants a doorbell when the head passes this. */
    public static final int EVENT_HEAD_AT = 68;
    /** Bytes of the shadow page. */
    public static final int SHADOW_BYTES = 128;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    /** Aligned, so that it can be read with acquire semantics. */
    private static final VarHandle STATUS =
            ValueLayout.JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

    private static final int STATUS_AT = 14;

    private CommandLayout() {}

    /** Writes the head of a submission entry and clears the rest. */
    public static void writeHead(MemorySegment ring, long at, int opcode, int commandId) {
        ring.set(LONG, at, opcode & 0xFFL | (commandId & 0xFFFFL) << 16);
        for (int word = 8; word < ENTRY_BYTES; word += Long.BYTES) {
            ring.set(LONG, at + word, 0);
        }
    }

    /** Writes what a submission entry moves. */
    public static void writeRange(MemorySegment ring, long at, long hostAddress, long cardOffset, int lengthBytes) {
        ring.set(LONG, at + 8, hostAddress);
        ring.set(LONG, at + 16, cardOffset);
        ring.set(INT, at + 24, lengthBytes);
    }

    static int opcode(MemorySegment entry, long at) {
        return entry.get(INT, at) & 0xFF;
    }

    /** Bits that must be 0, put together: any of them set makes the entry wrong. */
    static long reserved(MemorySegment entry, long at) {
        long rest = entry.get(INT, at) & 0xFF00L | entry.get(INT, at + 4) | entry.get(INT, at + 28);
        for (int word = 32; word < ENTRY_BYTES; word += Long.BYTES) {
            rest |= entry.get(LONG, at + word);
        }
        return rest;
    }

    static int entryId(MemorySegment entry, long at) {
        return entry.get(SHORT, at + 2) & 0xFFFF;
    }

    static long hostAddress(MemorySegment entry, long at) {
        return entry.get(LONG, at + 8);
    }

    static long cardOffset(MemorySegment entry, long at) {
        return entry.get(LONG, at + 16);
    }

    static int lengthBytes(MemorySegment entry, long at) {
        return entry.get(INT, at + 24);
    }

    static int word(MemorySegment entry, int index) {
        return entry.get(INT, (long) index * Integer.BYTES);
    }

    /** Writes a completion entry. */
    static void writeCompletion(MemorySegment target, long at, CommandCompletion completion) {
        target.set(INT, at, completion.result);
        target.set(INT, at + 4, 0);
        target.set(SHORT, at + 8, (short) completion.sqHead);
        target.set(SHORT, at + 10, (short) completion.pair);
        target.set(SHORT, at + 12, (short) completion.commandId);
        target.set(SHORT, at + STATUS_AT, (short) (completion.status << 1 | completion.phase & 1));
    }

    /** The phase bit, read with acquire: what stands before it in the entry is as new as it. */
    public static int phase(MemorySegment ring, long at) {
        return (short) STATUS.getAcquire(ring, at + STATUS_AT) & 1;
    }

    /** Status code of a completion: {@link CommandResult#code}. */
    public static int status(MemorySegment ring, long at) {
        return (ring.get(SHORT, at + STATUS_AT) & 0xFFFF) >>> 1;
    }

    /** Bytes moved or, for a self-test, compared. */
    public static int result(MemorySegment ring, long at) {
        return ring.get(INT, at);
    }

    /** Head of the submission queue when the command ended: entries before it may be used again. */
    public static int sqHead(MemorySegment ring, long at) {
        return ring.get(SHORT, at + 8) & 0xFFFF;
    }

    /** The pair that the command was submitted to. */
    public static int pair(MemorySegment ring, long at) {
        return ring.get(SHORT, at + 10) & 0xFFFF;
    }

    /** The host's number of the command. */
    public static int commandId(MemorySegment ring, long at) {
        return ring.get(SHORT, at + 12) & 0xFFFF;
    }

    /** The tail in a shadow page, read or written by either side at {@code at}. */
    public static int shadow(MemorySegment page, long at) {
        return page.get(INT, at);
    }

    /** Writes a word of a shadow page. */
    public static void writeShadow(MemorySegment page, long at, int value) {
        page.set(INT, at, value);
    }
}
