package dev.rmtwin.pcie.card;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A receive descriptor in host memory, little-endian.
 *
 * <pre>
 *   0        8         12      14      16
 *   +--------+---------+-------+-------+
 *   |address | length  |  id   | zero  |
 *   +--------+---------+-------+-------+
 * </pre>
 */
public final class DescriptorLayout {
    /** Bytes of one descriptor. */
    public static final int SIZE_BYTES = 16;

    private static final ValueLayout.OfLong ADDRESS =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt LENGTH = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort ID = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private DescriptorLayout() {}

    /** Writes a descriptor at {@code at}. */
    public static void write(MemorySegment ring, long at, long address, int lengthBytes, int id) {
        ring.set(ADDRESS, at, address);
        ring.set(LENGTH, at + 8, lengthBytes);
        ring.set(ID, at + 12, (short) id);
        ring.set(ID, at + 14, (short) 0);
    }

    /** Host address of the buffer. */
    public static long address(MemorySegment ring, long at) {
        return ring.get(ADDRESS, at);
    }

    /** Bytes of the buffer. */
    public static int lengthBytes(MemorySegment ring, long at) {
        return ring.get(LENGTH, at + 8);
    }

    /** The driver's number for the buffer, 0 to 65535. */
    public static int id(MemorySegment ring, long at) {
        return ring.get(ID, at + 12) & 0xFFFF;
    }

    /** The last two bytes, which are to be zero. */
    static int reserved(MemorySegment ring, long at) {
        return ring.get(ID, at + 14) & 0xFFFF;
    }
}
