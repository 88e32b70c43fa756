package dev.rmtwin.pcie.card;

import dev.rmtwin.core.state.StateVisitor;
import java.lang.foreign.MemorySegment;

/** The command engine's way to the ring. */
interface CommandRingPort {
    /** Writes at most the maximum payload; false when there is no room: the same is to come again. */
    boolean write(long offset, MemorySegment data, int dataOffset, int lengthBytes, long nowPs);

    /** What was refused does not come again. */
    void withdraw();

    /** Whether all that was written has left the transmit FIFO. */
    boolean drained();

    /** Saves or restores what has been refused. */
    void state(StateVisitor visitor);
}
