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

    /**
     * A read of host memory has ended.
     *
     * @param tag what the card gave to {@link PcieLink#readHost}
     * @param status anything but success: {@code data} says nothing
     * @param data the bytes from its start on, valid during the call
     */
    void onHostData(int tag, CompletionStatus status, MemorySegment data, int lengthBytes, long nowPs);
}
