package dev.rmtwin.pcie.config;

import dev.rmtwin.core.state.StateVisitor;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The MSI-X table and pending bit array as the host sees them in their base address register: per vector a 64-bit message address,
 * 32 bits of data and a mask bit, set by reset. Accesses are 4 or 8 bytes, aligned, as the PCI specification demands;
 * others are counted, read all ones and change nothing. What lies between table and pending bits is reserved and reads 0.
 *
 * <p>Table masks and the function mask hold vectors back from the moment at which MSI-X is enabled; before, nothing here has
 * an effect. Address and data are those of the message that a vector sends. Fidelity: functional. Thread: the engine's.
 */
public final class MsixTableBlock {
    private static final int DATA = 8;
    private static final int CONTROL = 12;
    private static final int CONTROL_MASK = 1;
    private static final long ADDRESS_LOW_MASK = 0xFFFF_FFFCL;

    private final ConfigSpace config;
    private final MsixPlace place;
    private final IntPredicate pending;
    private final Vectors vectors;
    private final int[] words;
    private long badAccesses;

    /** The card's vectors, whatever masks them. */
    @FunctionalInterface
    public interface Vectors {
        /** A vector that this block held back may go now, if nothing else masks it. */
        void onReleased(int vector, long nowPs);
    }

    /**
     * A table in reset.
     *
     * @param config where MSI-X is enabled and masked as a whole
     * @param place where it lies
     * @param pending whether a vector is pending
     * @param vectors hears of vectors that are let go
     */
    public MsixTableBlock(ConfigSpace config, MsixPlace place, IntPredicate pending, Vectors vectors) {
        this.config = config;
        this.place = place;
        this.pending = pending;
        this.vectors = vectors;
        words = new int[place.vectorCount() * MsixPlace.ENTRY_BYTES / Integer.BYTES];
        reset();
        config.listen(this::onSetting);
    }

    /** Masks every vector and clears addresses and data. */
    public void reset() {
        Arrays.fill(words, 0);
        for (int vector = 0; vector < place.vectorCount(); vector++) {
            words[word(vector, CONTROL)] = CONTROL_MASK;
        }
    }

    private static int word(int vector, int offset) {
        return (vector * MsixPlace.ENTRY_BYTES + offset) / Integer.BYTES;
    }

    /** Whether the table or the function mask holds a vector back; never while MSI-X is not enabled. */
    public boolean holds(int vector) {
        return config.msixEnabled() && (config.msixFunctionMasked() || masked(vector));
    }

    /** A vector's mask bit. */
    public boolean masked(int vector) {
        return (words[word(vector, CONTROL)] & CONTROL_MASK) != 0;
    }

    /** A vector's message address. */
    public long address(int vector) {
        return Integer.toUnsignedLong(words[word(vector, 0)]) | (long) words[word(vector, 4)] << Integer.SIZE;
    }

    /** A vector's message data. */
    public int data(int vector) {
        return words[word(vector, DATA)];
    }

    private void onSetting(ConfigListener.Setting setting, long nowPs) {
        if (setting == ConfigListener.Setting.MSIX) {
            for (int vector = 0; vector < place.vectorCount(); vector++) {
                release(vector, nowPs);
            }
        }
    }

    private void release(int vector, long nowPs) {
        if (!holds(vector)) {
            vectors.onReleased(vector, nowPs);
        }
    }

    /** What a read gives; no side effects but counting what is not allowed. */
    public long read(long offset, int widthBytes) {
        if (illegal(offset, widthBytes)) {
            badAccesses++;
        }
        return peek(offset, widthBytes);
    }

    /** As {@link #read}, counting nothing. */
    public long peek(long offset, int widthBytes) {
        if (illegal(offset, widthBytes)) {
            return widthBytes == Long.BYTES ? -1L : ConfigSpace.ones(widthBytes);
        }
        long low = peekWord((int) offset);
        return widthBytes == Integer.BYTES ? low : low | peekWord((int) offset + Integer.BYTES) << Integer.SIZE;
    }

    private long peekWord(int offset) {
        int inTable = offset - place.tableOffset();
        if (inTable >= 0 && inTable < words.length * Integer.BYTES) {
            return Integer.toUnsignedLong(words[inTable / Integer.BYTES]);
        }
        int inPending = offset - place.pendingOffset();
        if (inPending < 0 || inPending >= place.pendingBytes()) {
            return 0;
        }
        long bits = 0;
        int first = inPending * Byte.SIZE;
        for (int i = 0; i < Integer.SIZE && first + i < place.vectorCount(); i++) {
            bits |= pending.test(first + i) ? 1L << i : 0;
        }
        return bits;
    }

    /** Writes an entry, or both words of a half of one; the pending bits are read-only. */
    public void write(long offset, int widthBytes, long value, long nowPs) {
        if (illegal(offset, widthBytes)) {
            badAccesses++;
            return;
        }
        writeWord((int) offset, (int) value, nowPs);
        if (widthBytes == Long.BYTES) {
            writeWord((int) offset + Integer.BYTES, (int) (value >>> Integer.SIZE), nowPs);
        }
    }

    private void writeWord(int offset, int value, long nowPs) {
        int inTable = offset - place.tableOffset();
        if (inTable < 0 || inTable >= words.length * Integer.BYTES) {
            return;
        }
        int vector = inTable / MsixPlace.ENTRY_BYTES;
        int field = inTable % MsixPlace.ENTRY_BYTES;
        words[inTable / Integer.BYTES] = switch (field) {
            case 0 -> value & (int) ADDRESS_LOW_MASK;
            case CONTROL -> value & CONTROL_MASK;
            default -> value;
        };
        if (field == CONTROL) {
            release(vector, nowPs);
        }
    }

    private boolean illegal(long offset, int widthBytes) {
        boolean width = widthBytes == Integer.BYTES || widthBytes == Long.BYTES;
        return !width || offset < 0 || offset > place.barBytes() - widthBytes || offset % widthBytes != 0;
    }

    /** Accesses of a width or alignment that the specification forbids, or beyond the window. */
    public long badAccesses() {
        return badAccesses;
    }

    /** Where it lies. */
    public MsixPlace place() {
        return place;
    }

    /** Saves or restores the table. */
    public void state(StateVisitor visitor) {
        badAccesses = visitor.value("msix.badAccesses", badAccesses);
        visitor.values("msix.words", words);
        if (visitor.restoring()) {
            for (int vector = 0; vector < place.vectorCount(); vector++) {
                words[word(vector, 0)] &= (int) ADDRESS_LOW_MASK;
                words[word(vector, CONTROL)] &= CONTROL_MASK;
            }
        }
    }
}
