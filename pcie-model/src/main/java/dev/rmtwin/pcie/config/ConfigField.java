package dev.rmtwin.pcie.config;

/**
 * Some bytes of configuration space and how software may touch each bit. A bit in none of the masks is read-only and keeps its
 * reset value; reserved bits are such bits with reset value 0.
 *
 * @param offset first byte; within a capability counted from its start
 * @param widthBytes 1, 2 or 4
 * @param reset reset value
 * @param writable bits that take what is written (RW)
 * @param clearable bits that writing one clears (RW1C); only the function sets them
 * @param hardware bits that only the function changes
 */
public record ConfigField(int offset, int widthBytes, long reset, long writable, long clearable, long hardware) {
    /** Refuses bits beyond the width and bits with two rules. */
    public ConfigField {
        long all = ConfigSpace.ones(widthBytes);
        boolean beyond = ((reset | writable | clearable | hardware) & ~all) != 0;
        boolean twice = (writable & clearable) != 0 || ((writable | clearable) & hardware) != 0;
        if (beyond || twice || offset % widthBytes != 0) {
            throw new IllegalArgumentException("field at " + Integer.toHexString(offset)
                    + (beyond
                            ? " is wider than " + widthBytes + " bytes"
                            : twice ? " has bits of two rules" : " is odd"));
        }
    }

    /** A field that never changes. */
    public static ConfigField constant(int offset, int widthBytes, long value) {
        return new ConfigField(offset, widthBytes, value, 0, 0, 0);
    }

    /** A field with bits that software may set. */
    public static ConfigField writable(int offset, int widthBytes, long reset, long mask) {
        return new ConfigField(offset, widthBytes, reset, mask, 0, 0);
    }

    /** A field of bits that the function sets and software clears by writing one. */
    public static ConfigField clearable(int offset, int widthBytes, long mask) {
        return new ConfigField(offset, widthBytes, 0, 0, mask, 0);
    }

    /** This field with bits that only the function changes. */
    public ConfigField withHardware(long mask) {
        return new ConfigField(offset, widthBytes, reset, writable, clearable, mask);
    }

    ConfigField shifted(int bytes) {
        return new ConfigField(offset + bytes, widthBytes, reset, writable, clearable, hardware);
    }
}
