package dev.rmtwin.pcie.bus;

/** An address within a base address register: the register's number above 48 bits of offset. */
public final class BarAddress {
    private static final int BAR_SHIFT = 48;
    private static final long OFFSET_MASK = (1L << BAR_SHIFT) - 1;

    private BarAddress() {}

    /** Packs a BAR number and an offset. */
    public static long of(int bar, long offset) {
        return (long) bar << BAR_SHIFT | offset;
    }

    /** The BAR number. */
    public static int bar(long address) {
        return (int) (address >>> BAR_SHIFT);
    }

    /** The offset within the BAR. */
    public static long offset(long address) {
        return address & OFFSET_MASK;
    }
}
