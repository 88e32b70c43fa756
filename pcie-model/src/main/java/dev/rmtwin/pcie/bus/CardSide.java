package dev.rmtwin.pcie.bus;

import java.lang.foreign.MemorySegment;

/** What the bus finds at its card end. */
public interface CardSide {
    /**
     * A posted write of a register arrives.
     *
     * @param address see {@link BarAddress}
     * @return false when the card cannot take it yet: the bus stalls until {@link PcieLink#onSpace}
     */
    boolean writeRegister(long address, int widthBytes, long value, long nowPs);

    /** A posted write of card memory arrives; false when the card cannot take it yet. */
    boolean writeMemory(long offset, MemorySegment data, int lengthBytes, long nowPs);

    /** A read arrives and is answered with the value of this moment, side effects included. */
    long read(long address, int widthBytes, long nowPs);

    /** Bytes of host memory that the card asked for have arrived. */
    void onHostData(MemorySegment data, int lengthBytes, long nowPs);
}
