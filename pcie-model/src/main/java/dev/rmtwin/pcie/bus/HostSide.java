package dev.rmtwin.pcie.bus;

import java.lang.foreign.MemorySegment;

/** What the bus finds at its host end. */
public interface HostSide {
    /** The card's posted write lands in host memory. */
    void writeMemory(long address, MemorySegment data, int lengthBytes, long nowPs);

    /**
     * The card's read of host memory is answered with the bytes of this moment.
     *
     * @param target room for the bytes from its start on
     * @return false when nothing answers at the address: an unsupported request
     */
    boolean readMemory(long address, MemorySegment target, int lengthBytes, long nowPs);

    /** An interrupt message arrives. */
    void onMessage(int vector, long subject, long nowPs);

    /** The card's interrupt pin has changed its level. A host whose line is joined to nothing hears nothing. */
    default void onPinLevel(boolean asserted, long nowPs) {}
}
