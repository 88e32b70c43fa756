package dev.rmtwin.pcie.stream;

/** Registers of a device on the chip's bus. */
public interface PeripheralWindow {
    /** Writes; false when no register is reached or the write is refused. Nothing has changed then. */
    boolean write(long offset, int widthBytes, long value, long nowPs);

    /** Whether a read is answered. */
    boolean has(long offset, int widthBytes);

    /** Reads, with side effects; {@link #has} must hold. */
    long read(long offset, int widthBytes, long nowPs);
}
