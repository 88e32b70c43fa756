package dev.rmtwin.device.driver;

import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.card.Intcsr;
import dev.rmtwin.pcie.card.Lisr;
import dev.rmtwin.pcie.card.LocalRegister;
import dev.rmtwin.pcie.card.RmRegister;

/**
 * The service routine of a card's network interrupts: reads LISR, takes data and sender of each pending interrupt (data first,
 * since reading the sender takes both), announces them to their channels, and looks again until LISR is clear.
 *
 * <p>On a line that other cards share, that first look at LISR is the check of ownership: an interrupt that it does not show is
 * a stranger's.
 */
public final class NetworkInterruptService implements InterruptHandler, Routine {
    private static final int START = 0;
    private static final int GOT_STATUS = 1;
    private static final int GOT_DATA = 2;
    private static final int GOT_SENDER = 3;

    private final DriverSeat seat;
    private final int vector;
    private final PortableChannel[] channels = new PortableChannel[RmRegister.INTERRUPT_TYPES + 1];
    private int step;
    private int type;
    private int data;
    private int signalTypes;
    private boolean own;
    private int enabledTypes;

    /**
     * @param seat where the driver sits
     * @param vector the vector of the card's RM block, or {@code CardTransport.PIN}
     */
    public NetworkInterruptService(DriverSeat seat, int vector) {
        this.seat = seat;
        this.vector = vector;
        seat.transport().install(vector, this, this);
    }

    void add(int interruptType, PortableChannel channel) {
        if (interruptType < 1 || interruptType > RmRegister.INTERRUPT_TYPES) {
            throw new IllegalArgumentException("network interrupt type " + interruptType + "; 1 to 3 are right");
        }
        if (channels[interruptType] != null) {
            throw new IllegalStateException("network interrupt " + interruptType + " has a receiver already");
        }
        channels[interruptType] = channel;
    }

    void remove(PortableChannel channel) {
        for (int t = 1; t < channels.length; t++) {
            if (channels[t] == channel) {
                channels[t] = null;
            }
        }
    }

    void attach() {
        seat.transport().attach(vector);
    }

    void enable(int interruptType, RoutineContext context) {
        enabledTypes |= bit(interruptType);
        setGate(Intcsr.PCI_ENABLE.mask() | Intcsr.LOCAL_ENABLE.mask(), context.nowPs());
        write(RmRegister.LIER, enabledTypes, context.nowPs());
        write(RmRegister.LISR, Lisr.GLOBAL_ENABLE.mask(), context.nowPs());
    }

    void disable(int interruptType, RoutineContext context) {
        enabledTypes &= ~bit(interruptType);
        write(RmRegister.LIER, enabledTypes, context.nowPs());
        if (enabledTypes == 0) {
            setGate(Intcsr.PCI_ENABLE.mask(), context.nowPs());
        }
    }

    /** The gate between the RM block's interrupt and the host: both must be open. */
    private void setGate(long enables, long atPs) {
        LocalRegister gate = LocalRegister.INTCSR;
        long address = BarAddress.of(LocalRegister.BAR, gate.offset());
        seat.transport().write(address, gate.widthBytes(), enables, atPs);
    }

    void detachIfUnused() {
        if (enabledTypes == 0) {
            seat.transport().detach(vector);
        }
    }

    long verifyAddress() {
        return address(RmRegister.LIER);
    }

    boolean enabled(int interruptType, long lier) {
        return (lier & bit(interruptType)) != 0;
    }

    private static int bit(int interruptType) {
        return (int) Lisr.networkInterrupt(interruptType).mask();
    }

    @Override
    public Routine onMessage(int interruptVector, long nowPs) {
        step = START;
        signalTypes = 0;
        own = false;
        return this;
    }

    @Override
    public boolean handled() {
        return own;
    }

    @Override
    public Want resume(RoutineContext context) {
        switch (step) {
            case START -> {
                context.charge(seat.costs().servicePs());
                return read(RmRegister.LISR, GOT_STATUS, context);
            }
            case GOT_STATUS -> {
                int pending = (int) context.value() & enabledTypes;
                if (pending == 0) {
                    return finish(context);
                }
                own = true;
                type = firstType(pending);
                return read(RmRegister.isd(type), GOT_DATA, context);
            }
            case GOT_DATA -> {
                data = (int) context.value();
                return read(RmRegister.sid(type), GOT_SENDER, context);
            }
            default -> {
                context.charge(seat.costs().perCompletionPs());
                if (channels[type] != null) {
                    channels[type].announce((int) context.value());
                    signalTypes |= bit(type);
                }
                return read(RmRegister.LISR, GOT_STATUS, context);
            }
        }
    }

    private static int firstType(int pending) {
        for (int t = 1; t <= RmRegister.INTERRUPT_TYPES; t++) {
            if ((pending & bit(t)) != 0) {
                return t;
            }
        }
        throw new IllegalStateException("no interrupt type in LISR " + Integer.toHexString(pending));
    }

    private Want finish(RoutineContext context) {
        for (int t = 1; t < channels.length; t++) {
            // A channel may have been closed while this routine was reading about its interrupt.
            if ((signalTypes & bit(t)) != 0 && channels[t] != null) {
                context.charge(seat.costs().signalPs());
                channels[t].eventFd().signal(-1, context.nowPs());
            }
        }
        return context.done();
    }

    private Want read(RmRegister register, int next, RoutineContext context) {
        step = next;
        return context.read(seat.transport(), address(register), register.widthBytes());
    }

    private void write(RmRegister register, long value, long atPs) {
        seat.transport().write(address(register), register.widthBytes(), value, atPs);
    }

    private static long address(RmRegister register) {
        return BarAddress.of(RmRegister.BAR, register.offset());
    }

    @Override
    public void state(StateVisitor visitor) {
        step = visitor.value("networkStep", step);
        type = visitor.value("networkType", type);
        data = visitor.value("networkData", data);
        signalTypes = visitor.value("signalTypes", signalTypes);
        enabledTypes = visitor.value("enabledTypes", enabledTypes);
        own = visitor.value("ownInterrupt", own);
    }
}
