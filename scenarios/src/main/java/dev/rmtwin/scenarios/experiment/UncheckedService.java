package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.device.transport.CardTransport;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.card.Intcsr;
import dev.rmtwin.pcie.card.Lisr;
import dev.rmtwin.pcie.card.LocalRegister;
import dev.rmtwin.pcie.card.RmRegister;

/**
 * A service routine as for a line that nobody shares: when it runs, its card must have interrupted, so it takes data and
 * sender of network interrupt 1 without a look at LISR, and claims the interrupt.
 */
final class UncheckedService implements InterruptHandler, Routine {
    private final CardTransport transport;
    private final long servicePs;
    private int step;
    private long announced;

    UncheckedService(CardTransport transport, long servicePs) {
        this.transport = transport;
        this.servicePs = servicePs;
        transport.install(CardTransport.PIN, this, this);
    }

    /** Attaches and lets the card interrupt. */
    void start(long nowPs) {
        transport.attach(CardTransport.PIN);
        long gate = Intcsr.PCI_ENABLE.mask() | Intcsr.LOCAL_ENABLE.mask();
        transport.write(BarAddress.of(LocalRegister.BAR, LocalRegister.INTCSR.offset()), 4, gate, nowPs);
        write(RmRegister.LIER, Lisr.networkInterrupt(1).mask(), nowPs);
        write(RmRegister.LISR, Lisr.GLOBAL_ENABLE.mask(), nowPs);
    }

    private void write(RmRegister register, long value, long nowPs) {
        transport.write(BarAddress.of(RmRegister.BAR, register.offset()), register.widthBytes(), value, nowPs);
    }

    /** Network interrupts that it believes to have come. */
    long announced() {
        return announced;
    }

    @Override
    public Routine onMessage(int vector, long nowPs) {
        step = 0;
        return this;
    }

    @Override
    public Want resume(RoutineContext context) {
        switch (step++) {
            case 0 -> {
                context.charge(servicePs);
                return read(RmRegister.ISD1, context);
            }
            case 1 -> {
                return read(RmRegister.SID1, context);
            }
            default -> {
                announced++;
                return context.done();
            }
        }
    }

    private Want read(RmRegister register, RoutineContext context) {
        return context.read(transport, BarAddress.of(RmRegister.BAR, register.offset()), register.widthBytes());
    }

    @Override
    public void state(StateVisitor visitor) {
        step = visitor.value("uncheckedStep", step);
        announced = visitor.value("uncheckedAnnounced", announced);
    }
}
