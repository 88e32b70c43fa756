package dev.rmtwin.device.transport;

import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.Wakeable;
import dev.rmtwin.pcie.bus.PcieLink;
import dev.rmtwin.pcie.host.HostCpu;
import dev.rmtwin.pcie.host.HostRegion;
import dev.rmtwin.pcie.host.HostSlot;
import java.lang.foreign.MemorySegment;

/** The emulated card in this process: its bus and the host around it. Thread: the engine's. */
public final class InProcessTransport implements CardTransport {
    private final PcieLink link;
    private final HostCpu host;
    private final HostSlot slot;

    /**
     * A card in the first slot of its host.
     *
     * @param link the card's bus
     * @param host the machine that it sits in
     */
    public InProcessTransport(PcieLink link, HostCpu host) {
        this(link, host.slot());
    }

    /**
     * @param link the card's bus
     * @param slot where in its host it sits
     */
    public InProcessTransport(PcieLink link, HostSlot slot) {
        this.link = link;
        this.slot = slot;
        host = slot.host();
    }

    @Override
    public void request(long address, int widthBytes, int requesterId, long nowPs) {
        link.request(address, widthBytes, requesterId, nowPs);
    }

    @Override
    public void write(long address, int widthBytes, long value, long atPs) {
        link.writeRegister(address, widthBytes, value, atPs);
    }

    @Override
    public void writeMemory(long offset, MemorySegment source, long sourceOffset, int lengthBytes, long atPs) {
        link.writeMemory(offset, source, sourceOffset, lengthBytes, atPs);
    }

    @Override
    public DmaMemory mapDma(long lengthBytes, long alignmentBytes) {
        return view(host.memory().map(lengthBytes, alignmentBytes));
    }

    @Override
    public DmaMemory dmaAt(long address) {
        return view(host.memory().at(address));
    }

    @Override
    public void unmapDma(DmaMemory memory) {
        host.memory().unmap(host.memory().at(memory.address()));
    }

    @Override
    public void watch(DmaMemory memory, Wakeable wakeable) {
        host.memory().at(memory.address()).listen(wakeable::onTouch);
    }

    @Override
    public void install(int vector, InterruptHandler handler, Routine routine) {
        if (vector == PIN) {
            slot.installPin(handler, routine);
        } else {
            host.install(vector, handler, routine);
        }
    }

    @Override
    public void installPoll(int vector, InterruptHandler handler, Routine routine) {
        host.installPoll(vector, handler, routine);
    }

    @Override
    public void schedulePoll(int vector, long atPs) {
        host.schedulePoll(vector, atPs);
    }

    @Override
    public void attach(int vector) {
        setAttached(vector, true);
    }

    @Override
    public void detach(int vector) {
        setAttached(vector, false);
    }

    private void setAttached(int vector, boolean attach) {
        if (vector == PIN) {
            slot.setPinAttached(attach);
        } else {
            host.setAttached(vector, attach);
        }
    }

    private static DmaMemory view(HostRegion region) {
        return new DmaMemory(region.address(), region.segment());
    }
}
