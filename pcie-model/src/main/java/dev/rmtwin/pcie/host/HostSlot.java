package dev.rmtwin.pcie.host;

import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.pcie.bus.HostSide;
import java.lang.foreign.MemorySegment;

/** A slot of a host: what the card in it reaches. Memory and vectors are the host's; the interrupt line is shared by all slots. */
public final class HostSlot implements HostSide {
    private final HostCpu host;
    private final int input;

    HostSlot(HostCpu host) {
        this.host = host;
        input = host.line().addInput();
    }

    /** Declares the driver's handler of the card's pin interrupt, before the first event; called only while attached. */
    public void installPin(InterruptHandler handler, Routine routine) {
        host.line().install(input, handler, routine);
    }

    /** Attaches or detaches that handler. */
    public void setPinAttached(boolean attach) {
        host.line().setAttached(input, attach);
        host.scheduleLine();
    }

    /** Interrupts of the line that the slot's handler has claimed. */
    public long claims() {
        return host.line().claims(input);
    }

    /** The machine. */
    public HostCpu host() {
        return host;
    }

    @Override
    public void onPinLevel(boolean asserted, long nowPs) {
        host.onPinLevel(input, asserted, nowPs);
    }

    @Override
    public void writeMemory(long address, MemorySegment data, int lengthBytes, long nowPs) {
        host.writeMemory(address, data, lengthBytes, nowPs);
    }

    @Override
    public boolean readMemory(long address, MemorySegment target, int lengthBytes, long nowPs) {
        return host.readMemory(address, target, lengthBytes, nowPs);
    }

    @Override
    public void onMessage(int vector, long subject, long nowPs) {
        host.onMessage(vector, subject, nowPs);
    }
}
