package dev.rmtwin.pcie.card;

import dev.rmtwin.core.port.HostWrite;
import dev.rmtwin.core.state.StateVisitor;
import java.lang.foreign.MemorySegment;
import java.util.function.IntSupplier;

/** The way of the command queues' writes to the ring: that of the host's writes, in a line of its own. Thread: the engine's. */
final class CommandRingWriter implements CommandRingPort {
    private final MemoryWindow window;
    private final RmBlock parity;
    private final IntSupplier linkStatus;
    private final HostWrite write = new HostWrite();

    /**
     * @param parity says whether parity forbids a write
     * @param linkStatus live bits of LCSR1, peeked
     */
    CommandRingWriter(MemoryWindow window, RmBlock parity, IntSupplier linkStatus) {
        this.window = window;
        this.parity = parity;
        this.linkStatus = linkStatus;
    }

    @Override
    public boolean write(long offset, MemorySegment data, int dataOffset, int lengthBytes, long nowPs) {
        return parity.inhibits(offset, lengthBytes, nowPs)
                || window.accept(write.setData(offset, lengthBytes, data, dataOffset), nowPs);
    }

    @Override
    public void withdraw() {
        window.forget();
    }

    @Override
    public boolean drained() {
        return Lcsr1.TX_EMPTY.isSet(linkStatus.getAsInt());
    }

    @Override
    public void state(StateVisitor visitor) {
        window.state(visitor);
    }
}
