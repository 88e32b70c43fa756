package dev.rmtwin.pcie.config;

/**
 * A base address register as a function asks for it.
 *
 * @param index 0 to 5; a 64-bit one takes the next one too
 * @param kind address space and width
 * @param prefetchable whether reads have no side effects and writes may be merged; memory only
 * @param sizeBytes a power of two: memory from 16 bytes (2 GiB at most for 32 bits), I/O 4 to 256 bytes
 */
public record Bar(int index, Kind kind, boolean prefetchable, long sizeBytes) {
    /** Number of base address registers in a type 0 header. */
    public static final int COUNT = 6;

    static final int IO_TYPE = 1;
    static final int WIDE_TYPE = 1 << 2;
    static final int PREFETCHABLE = 1 << 3;

    private static final int LEAST_MEMORY_BYTES = 16;
    private static final int LEAST_IO_BYTES = 4;
    private static final int MOST_IO_BYTES = 256;
    private static final long MOST_32_BIT_BYTES = 1L << 31;

    /** Address space and width of a base address register. */
    public enum Kind {
        MEMORY_32,
        MEMORY_64,
        IO
    }

    /** Refuses what no function may ask for. */
    public Bar {
        boolean io = kind == Kind.IO;
        long least = io ? LEAST_IO_BYTES : LEAST_MEMORY_BYTES;
        long most = io ? MOST_IO_BYTES : kind == Kind.MEMORY_32 ? MOST_32_BIT_BYTES : 1L << 62;
        boolean fits = index >= 0 && index < (kind == Kind.MEMORY_64 ? COUNT - 1 : COUNT);
        if (!fits || Long.bitCount(sizeBytes) != 1 || sizeBytes < least || sizeBytes > most || io && prefetchable) {
            throw new IllegalArgumentException("no legal base address register: " + index + " " + kind + ", "
                    + sizeBytes + " bytes" + (prefetchable ? ", prefetchable" : ""));
        }
    }

    /** Offset of the register in configuration space. */
    public int offset() {
        return ConfigRegister.BAR_0 + index * Integer.BYTES;
    }

    /** Bits of the address that software may set; those below the size read 0, which is how it learns the size. */
    long addressMask() {
        return -sizeBytes & (kind == Kind.IO ? 0xFFFF_FFFCL : kind == Kind.MEMORY_32 ? 0xFFFF_FFF0L : -16L);
    }

    /** The fixed low bits: address space, width, prefetchable. */
    int typeBits() {
        return switch (kind) {
            case IO -> IO_TYPE;
            case MEMORY_32 -> prefetchable ? PREFETCHABLE : 0;
            case MEMORY_64 -> WIDE_TYPE | (prefetchable ? PREFETCHABLE : 0);
        };
    }
}
