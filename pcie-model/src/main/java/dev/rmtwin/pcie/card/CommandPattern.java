package dev.rmtwin.pcie.card;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The bytes that a self-test sends and looks for: each differs from its neighbours and from a pattern shifted by a packet. */
final class CommandPattern {
    private static final int STEP = 0x9E37_79B1;

    private CommandPattern() {}

    static void fill(MemorySegment target, int fromIndex, int lengthBytes) {
        for (int i = 0; i < lengthBytes; i++) {
            target.set(ValueLayout.JAVA_BYTE, i, at(fromIndex + i));
        }
    }

    /** How many bytes from the start on are as they were sent. */
    static int alike(MemorySegment data, int fromIndex, int lengthBytes) {
        int index = 0;
        while (index < lengthBytes && data.get(ValueLayout.JAVA_BYTE, index) == at(fromIndex + index)) {
            index++;
        }
        return index;
    }

    private static byte at(int index) {
        return (byte) (index * STEP >>> Byte.SIZE);
    }
}
