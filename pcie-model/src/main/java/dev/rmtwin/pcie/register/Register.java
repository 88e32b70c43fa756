package dev.rmtwin.pcie.register;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A register as the datasheet has it: place, width, fields, reset value. Its fields tile it: every bit belongs to exactly one,
 * reserved bits included. A declaration that does not is refused, so its class does not load.
 *
 * <p>Errors: {@link IllegalArgumentException} and {@link IndexOutOfBoundsException} for a declaration that is wrong.
 */
public final class Register {
    private final String name;
    private final int offset;
    private final int widthBytes;
    private final long resetValue;
    private final String section;
    private final String doc;
    private final boolean clearedAfterRead;
    private final List<Field> fields;
    private final long readableMask;
    private final long rwMask;
    private final long rw1cMask;
    private final long w0cMask;
    private final long rcMask;
    private final long commandMask;
    private final long storedMask;
    private final long hardwareMask;
    private final long notModelledMask;
    private final boolean writable;
    private final boolean onlyReplaced;

    private Register(String name, Builder declared) {
        this.name = name;
        offset = declared.offset;
        widthBytes = declared.widthBytes;
        resetValue = declared.resetValue;
        section = declared.section;
        doc = declared.doc;
        clearedAfterRead = declared.clearedAfterRead;
        checkShape();
        fields = declared.whole == null
                ? declared.fields
                : List.of(new Field(name, 0, widthBytes * Byte.SIZE, declared.whole, doc, declared.wholeSource, true));
        checkTiling();
        rwMask = mask(field -> field.access() == Access.RW);
        rw1cMask = mask(field -> field.access() == Access.RW1C);
        w0cMask = mask(field -> field.access() == Access.W0C);
        rcMask = mask(field -> field.access() == Access.RC);
        commandMask = mask(field -> field.access() == Access.WO || field.access() == Access.POP);
        readableMask = mask(field -> !field.access().reserved() && field.access() != Access.WO);
        hardwareMask = mask(field -> field.source() != Field.Source.STORED || field.access() == Access.POP);
        storedMask = readableMask & ~hardwareMask;
        notModelledMask = mask(field -> !field.modelled());
        writable = fields.stream().anyMatch(field -> field.access().writable());
        onlyReplaced = (rw1cMask | w0cMask | commandMask) == 0;
        checkReset();
    }

    /** Begins the declaration of a register. */
    public static Builder at(int offset, int widthBytes) {
        return new Builder(offset, widthBytes);
    }

    private void checkShape() {
        if (Integer.bitCount(widthBytes) != 1 || widthBytes > Long.BYTES || offset < 0 || offset % widthBytes != 0) {
            throw new IllegalArgumentException(name + " has " + widthBytes + " bytes at offset " + offset);
        }
    }

    private void checkTiling() {
        long seen = 0;
        Set<String> names = new HashSet<>();
        for (Field field : fields) {
            Objects.checkFromIndexSize(field.lsb(), field.widthBits(), widthBytes * Byte.SIZE);
            if ((seen & field.mask()) != 0) {
                throw new IllegalArgumentException(name + "." + field.name() + " overlaps another field");
            }
            if (!names.add(field.name())) {
                throw new IllegalArgumentException(name + " has two fields " + field.name());
            }
            seen |= field.mask();
        }
        if (seen != laneMask(0, widthBytes)) {
            throw new IllegalArgumentException(
                    name + " leaves bits undeclared: " + Long.toHexString(laneMask(0, widthBytes) & ~seen));
        }
    }

    private void checkReset() {
        if ((resetValue & ~storedMask) != 0) {
            throw new IllegalArgumentException(
                    name + " has a reset value in bits that keep none: " + Long.toHexString(resetValue & ~storedMask));
        }
    }

    private long mask(Predicate<Field> wanted) {
        return fields.stream().filter(wanted).mapToLong(Field::mask).reduce(0, (a, b) -> a | b);
    }

    /** The bits of {@code widthBytes} byte lanes from {@code lane} on. */
    static long laneMask(int lane, int widthBytes) {
        return -1L >>> Long.SIZE - widthBytes * Byte.SIZE << lane * Byte.SIZE;
    }

    /**
     * What the register is after a write, by its fields' access modes. Bits of commands ({@link Access#WO},
     * {@link Access#POP}) are those just written, for whoever acts on them; no others of them are set.
     *
     * @param present its value
     * @param written what is written, in place
     * @param lanes the bits that the write covers
     * @param clearable {@link Access#W0C} bits that may be cleared
     */
    public long afterWrite(long present, long written, long lanes, long clearable) {
        long replaced = rwMask & lanes;
        long next = present & readableMask & ~commandMask & ~replaced | written & replaced;
        if (onlyReplaced) {
            return next;
        }
        next &= ~(rw1cMask & lanes & written);
        next &= ~(w0cMask & lanes & ~written & clearable);
        return next | written & commandMask & lanes;
    }

    /** Name, as in the datasheet. */
    public String name() {
        return name;
    }

    /** Byte offset within its block. */
    public int offset() {
        return offset;
    }

    /** Width: 1, 2, 4 or 8 bytes. */
    public int widthBytes() {
        return widthBytes;
    }

    /** Value after a reset of the bits that are {@linkplain #storedMask stored}. */
    public long resetValue() {
        return resetValue;
    }

    /** Where the manual describes it. */
    public String section() {
        return section;
    }

    /** One line for people. */
    public String doc() {
        return doc;
    }

    /** Whether {@link Access#W0C} bits can be cleared only when they have been read as set before. */
    public boolean clearedAfterRead() {
        return clearedAfterRead;
    }

    /** Its fields, in the order of the declaration; they tile it. */
    public List<Field> fields() {
        return fields;
    }

    /** Bits that do not read as 0 always. */
    public long readableMask() {
        return readableMask;
    }

    /** Bits that are kept in the register, and so have a reset value. */
    public long storedMask() {
        return storedMask;
    }

    /** Bits whose value hardware supplies at each look. */
    public long hardwareMask() {
        return hardwareMask;
    }

    /** Bits that are kept without the effect that their description tells. */
    public long notModelledMask() {
        return notModelledMask;
    }

    /** Whether a write can change or start something. */
    public boolean writable() {
        return writable;
    }

    /** Whether reading changes what the register keeps. */
    boolean readHasEffect() {
        return clearedAfterRead || rcMask != 0;
    }

    long rcMask() {
        return rcMask;
    }

    @Override
    public String toString() {
        return name;
    }

    /** A declaration under way. */
    public static final class Builder {
        private final int offset;
        private final int widthBytes;
        private long resetValue;
        private String section = "";
        private String doc = "";
        private boolean clearedAfterRead;
        private Access whole;
        private Field.Source wholeSource = Field.Source.STORED;
        private List<Field> fields = List.of();

        private Builder(int offset, int widthBytes) {
            this.offset = offset;
            this.widthBytes = widthBytes;
        }

        /** Value after a reset; 0 when not called. */
        public Builder reset(long value) {
            resetValue = value;
            return this;
        }

        /** What it is, in a line, and where the manual describes it. */
        public Builder doc(String manualSection, String line) {
            section = manualSection;
            doc = line;
            return this;
        }

        /** Only bits that have been read as set can be cleared. */
        public Builder clearedAfterRead() {
            clearedAfterRead = true;
            return this;
        }

        /** One field over the whole register, of the register's name. */
        public Builder whole(Access access) {
            whole = access;
            return this;
        }

        /** One field over the whole register whose value hardware supplies. */
        public Builder whole(Access access, Field.Source source) {
            whole = access;
            wholeSource = source;
            return this;
        }

        /** Its fields, which must tile it. */
        public Builder fields(Field... declared) {
            fields = List.copyOf(Arrays.asList(declared));
            return this;
        }

        /** Ends and checks the declaration. */
        public Register named(String name) {
            return new Register(name, this);
        }
    }
}
