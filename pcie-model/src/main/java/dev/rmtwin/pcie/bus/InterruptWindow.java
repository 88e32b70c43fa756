package dev.rmtwin.pcie.bus;

/**
 * Where a host takes writes for interrupt messages instead of memory, as x86 machines do. The message's data is the vector.
 *
 * <p>Not modelled: which core a message's address names; cores are chosen by the vector's affinity.
 */
public final class InterruptWindow {
    /** First byte. */
    public static final long ADDRESS = 0xFEE0_0000L;
    /** Its size. */
    public static final long SIZE_BYTES = 1 << 20;

    private InterruptWindow() {}

    /** Whether a write to an address is a message. */
    public static boolean claims(long address) {
        return address >= ADDRESS && address < ADDRESS + SIZE_BYTES;
    }
}
