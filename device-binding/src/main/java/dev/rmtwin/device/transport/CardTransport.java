package dev.rmtwin.device.transport;

import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.ReadPort;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.Wakeable;
import java.lang.foreign.MemorySegment;

/**
 * A way to reach one card: registers, card memory, memory that the card can reach, interrupts. It knows nothing of rings and
 * channels; the driver is written once above it.
 *
 * <p>Writes are posted and carry the time at which they leave; a transport to real hardware has only the present and ignores
 * it. Reads are requests ({@link ReadPort}); addresses are {@code BarAddress}es.
 */
public interface CardTransport extends ReadPort {
    /** Stands for a vector where a card has none: its interrupt pin, on a line that other cards may share. */
    int PIN = -1;

    /** Posts a register write. */
    void write(long address, int widthBytes, long value, long atPs);

    /**
     * What a read of the card's configuration space gives, 1, 2 or 4 bytes; all ones from a card that does not answer. Like
     * {@link #writeConfig} it comes back with the value: for starting a card, since on real hardware it stalls the caller.
     */
    long readConfig(int offset, int widthBytes);

    /** Writes the card's configuration space, 1, 2 or 4 bytes; the write has had its effect when the call returns. */
    void writeConfig(int offset, int widthBytes, long value);

    /**
     * Makes a card that has messages interrupt by them, as an operating system does for its driver: each vector's address and data
     * are written into the card's table. Nothing happens when that is so already, or when the card has a pin.
     */
    void enableInterrupts(long atPs);

    /** Posts a write of card memory; the bytes are taken before the call returns. */
    void writeMemory(long offset, MemorySegment source, long sourceOffset, int lengthBytes, long atPs);

    /** Maps zeroed memory that the card can reach. */
    DmaMemory mapDma(long lengthBytes, long alignmentBytes);

    /** The mapping at an address, after the state of the machine was restored. */
    DmaMemory dmaAt(long address);

    /** Ends a mapping. */
    void unmapDma(DmaMemory memory);

    /** Tells {@code wakeable} whenever the card has written into the mapping. */
    void watch(DmaMemory memory, Wakeable wakeable);

    /** Declares handler and routine of a vector, or of the {@link #PIN}; they are called only while attached. */
    void install(int vector, InterruptHandler handler, Routine routine);

    /** Declares what a vector's service routine may put off: it runs after it, outside the interrupt. */
    void installPoll(int vector, InterruptHandler handler, Routine routine);

    /** Lets a vector's poll run at a time, or as soon after as can be. */
    void schedulePoll(int vector, long atPs);

    /** Starts delivery of a vector to its installed handler. */
    void attach(int vector);

    /** Ends delivery of a vector. */
    void detach(int vector);
}
