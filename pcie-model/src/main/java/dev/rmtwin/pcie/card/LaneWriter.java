package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.card.LaneReader.MIRROR;

import dev.rmtwin.core.port.HostWrite;
import dev.rmtwin.core.state.StateVisitor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One way by which a host writes card memory: as it is, or with the bytes of each aligned word of 4 reversed. A reversed write
 * that begins or ends within a word becomes up to three, since its lanes are then no longer in one row.
 *
 * <p>Thread: the engine's.
 */
final class LaneWriter {
    private final MemoryWindow window;
    private final RmBlock parity;
    private final HostWrite write = new HostWrite();
    private final MemorySegment mirrored;
    /** Bytes of a reversed write that have been taken when the rest was refused. */
    private int takenBytes;

    /**
     * @param parity says whether parity forbids a write
     * @param limitBytes longest write
     */
    LaneWriter(MemoryWindow window, RmBlock parity, int limitBytes) {
        this.window = window;
        this.parity = parity;
        mirrored = Arena.ofAuto().allocate(limitBytes, Long.BYTES);
    }

    /** Whether parity forbids a write that is not under way yet. */
    boolean inhibits(long offset, int lengthBytes, long nowPs) {
        return takenBytes == 0 && parity.inhibits(offset, lengthBytes, nowPs);
    }

    /** Takes a write within memory; false when the ring has no room: it is to be offered again. */
    boolean write(long offset, MemorySegment data, int lengthBytes, boolean swapped, long nowPs) {
        if (!swapped && takenBytes == 0) {
            return window.accept(write.setData(offset, lengthBytes, data, 0), nowPs);
        }
        while (takenBytes < lengthBytes) {
            int partBytes = partBytes(offset + takenBytes, lengthBytes - takenBytes);
            if (!window.accept(mirror(offset, data, partBytes), nowPs)) {
                return false;
            }
            takenBytes += partBytes;
        }
        takenBytes = 0;
        return true;
    }

    /** Whole words, or what lies within one word. */
    private static int partBytes(long offset, int leftBytes) {
        int lane = (int) offset & MIRROR;
        return lane == 0 && leftBytes > MIRROR ? leftBytes & ~MIRROR : Math.min(Integer.BYTES - lane, leftBytes);
    }

    private HostWrite mirror(long offset, MemorySegment data, int partBytes) {
        long from = offset + takenBytes;
        long lowest = partBytes > MIRROR ? from : from + partBytes - 1 ^ MIRROR;
        for (int i = 0; i < partBytes; i++) {
            byte value = data.get(ValueLayout.JAVA_BYTE, takenBytes + i);
            mirrored.set(ValueLayout.JAVA_BYTE, (from + i ^ MIRROR) - lowest, value);
        }
        return write.setData(lowest, partBytes, mirrored, 0);
    }

    /** What was refused is not offered again. */
    void forget() {
        takenBytes = 0;
        window.forget();
    }

    void state(StateVisitor visitor) {
        takenBytes = visitor.value("takenBytes", takenBytes);
    }
}
