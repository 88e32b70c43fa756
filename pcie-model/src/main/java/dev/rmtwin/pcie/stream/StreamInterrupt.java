package dev.rmtwin.pcie.stream;

/** A line from a device on the chip to the interrupt controller. */
@FunctionalInterface
public interface StreamInterrupt {
    /** A cause has come up that is enabled, or is still there after the last ones were cleared. */
    void raise(long nowPs);
}
