package dev.rmtwin.pcie.register;

import java.util.Objects;

/**
 * A field of a register: the only place where its position is written. Values are of the register, unsigned, in a long.
 *
 * @param name in capitals, unique in its register
 * @param lsb position of its lowest bit
 * @param widthBits bits, at least 1
 * @param access how software may touch it
 * @param doc one line for people
 * @param source where its value comes from
 * @param modelled whether setting it has the effect that {@code doc} tells; if not, it is kept and nothing else
 */
public record Field(String name, int lsb, int widthBits, Access access, String doc, Source source, boolean modelled) {

    /** Where a field's value comes from. */
    public enum Source {
        /** Kept in the register; a reset gives it its reset value. */
        STORED,
        /** Hardware's state of this moment: no reset value. */
        LIVE,
        /** A switch of the board or the card's profile: the same after every reset. */
        STRAP
    }

    /** Checks the position against the widest register; {@link Register} checks it against its own width. */
    public Field {
        Objects.checkFromIndexSize(lsb, widthBits, Long.SIZE);
        if (widthBits == 0 || !name.matches("[A-Z][A-Z0-9_]*")) {
            throw new IllegalArgumentException("field " + name + " of " + widthBits + " bits");
        }
    }

    /** A stored field whose effect is modelled. */
    public static Field field(String name, int lsb, int widthBits, Access access, String doc) {
        return new Field(name, lsb, widthBits, access, doc, Source.STORED, true);
    }

    /** Reserved bits: they read as 0 and are to be written as 0. */
    public static Field reserved(int lsb, int widthBits) {
        return field("RESERVED_" + lsb, lsb, widthBits, Access.RSVDZ, "reserved");
    }

    /** The same field with hardware's state for a value. */
    public Field live() {
        return new Field(name, lsb, widthBits, access, doc, Source.LIVE, modelled);
    }

    /** The same field with a switch's or the profile's setting for a value. */
    public Field strap() {
        return new Field(name, lsb, widthBits, access, doc, Source.STRAP, modelled);
    }

    /** The same field, kept but without effect. */
    public Field notModelled() {
        return new Field(name, lsb, widthBits, access, doc, source, false);
    }

    /** Its bits within the register. */
    public long mask() {
        return -1L >>> Long.SIZE - widthBits << lsb;
    }

    /** The field of a register's value. */
    public long of(long register) {
        return (register & mask()) >>> lsb;
    }

    /** Whether any of its bits is set in a register's value. */
    public boolean isSet(long register) {
        return (register & mask()) != 0;
    }

    /** A register's value with this field replaced; what does not fit the field is cut off. */
    public long deposit(long register, long value) {
        return register & ~mask() | bits(value);
    }

    /** The field alone, at its place. */
    public long bits(long value) {
        return value << lsb & mask();
    }
}
