package dev.rmtwin.device.transport;

import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.Wakeable;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.bus.InterruptWindow;
import dev.rmtwin.pcie.bus.PcieLink;
import dev.rmtwin.pcie.config.CapabilityId;
import dev.rmtwin.pcie.config.ConfigRegister;
import dev.rmtwin.pcie.config.ConfigSpace;
import dev.rmtwin.pcie.config.MsixPlace;
import dev.rmtwin.pcie.host.HostCpu;
import dev.rmtwin.pcie.host.HostRegion;
import dev.rmtwin.pcie.host.HostSlot;
import java.lang.foreign.MemorySegment;

/**
 * The emulated card in this process: its bus and the host around it. Configuration space is reached directly and takes no time
 * (<b>not modelled</b>: about a microsecond for each access of real hardware). Thread: the engine's.
 */
public final class InProcessTransport implements CardTransport {
    private final PcieLink link;
    private final HostCpu host;
    private static final int TABLE = 4;
    private static final int BAR_MASK = 7;
    private static final int VECTORS_MASK = 0x7FF;
    private static final int ENTRY_DATA = 8;
    private static final int ENTRY_CONTROL = 12;

    private final HostSlot slot;
    private final ConfigSpace config;

    /**
     * A card in the first slot of its host.
     *
     * @param link the card's bus
     * @param host the machine that it sits in
     * @param config the card's configuration space
     */
    public InProcessTransport(PcieLink link, HostCpu host, ConfigSpace config) {
        this(link, host.slot(), config);
    }

    /**
     * @param link the card's bus
     * @param slot where in its host it sits
     * @param config the card's configuration space
     */
    public InProcessTransport(PcieLink link, HostSlot slot, ConfigSpace config) {
        this.config = config;
        this.link = link;
        this.slot = slot;
        host = slot.host();
    }

    @Override
    public void request(long address, int widthBytes, int requesterId, long nowPs) {
        link.request(address, widthBytes, requesterId, nowPs);
    }

    @Override
    public long readConfig(int offset, int widthBytes) {
        return config.read(offset, widthBytes);
    }

    @Override
    public void writeConfig(int offset, int widthBytes, long value) {
        config.write(offset, widthBytes, value, host.nowPs());
    }

    @Override
    public void enableInterrupts(long atPs) {
        int capability = config.layout().offsetOf(CapabilityId.MSIX);
        if (capability < 0 || config.msixEnabled()) {
            return;
        }
        int control = capability + ConfigRegister.MESSAGE_CONTROL;
        int count = (int) (readConfig(control, 2) & VECTORS_MASK) + 1;
        long place = readConfig(capability + TABLE, 4);
        long table = BarAddress.of((int) place & BAR_MASK, place & ~BAR_MASK);
        for (int vector = 0; vector < count; vector++) {
            long entry = table + (long) vector * MsixPlace.ENTRY_BYTES;
            link.writeRegister(entry, Long.BYTES, InterruptWindow.ADDRESS, atPs);
            link.writeRegister(entry + ENTRY_DATA, Integer.BYTES, vector, atPs);
            link.writeRegister(entry + ENTRY_CONTROL, Integer.BYTES, 0, atPs);
        }
        writeConfig(control, 2, ConfigRegister.MSIX_ENABLE);
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
