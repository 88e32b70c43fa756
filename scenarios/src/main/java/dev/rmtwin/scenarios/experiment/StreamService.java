package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.pcie.stream.StreamRegister;
import dev.rmtwin.pcie.stream.StreamStatus;

/**
 * The service routine of a channel, as vendors' libraries have it: read STATUS, clear what was set, read REMAINING if the line has
 * fallen idle, call back. The count of an event is what a driver can know: half and all of the length, or what REMAINING leaves.
 */
final class StreamService implements InterruptHandler, Routine {
    /** Takes events. It may store to registers; its cost is charged already. */
    @FunctionalInterface
    interface Callback {
        /** One event of those in {@link Kind}, with the units of the buffer that it tells of. */
        void onEvent(Kind kind, long units, RoutineContext context);
    }

    /** What a channel tells. */
    enum Kind {
        HALF,
        COMPLETE,
        IDLE,
        ERROR
    }

    private static final long CLEARED = StreamStatus.HALF.mask()
            | StreamStatus.COMPLETE.mask()
            | StreamStatus.IDLE.mask()
            | StreamStatus.ERROR.mask()
            | StreamStatus.OVERRUN.mask()
            | StreamStatus.BAD_PARAMETER.mask()
            | StreamStatus.MISSED.mask();

    private final Microcontroller chip;
    private final int channel;
    private final long length;
    private final long enabled;
    private final Callback callback;
    private final HostProfile.Interrupt cost;
    private int step;
    private long status;

    /**
     * @param length units of the channel's buffer, as the driver has set it
     * @param control what the driver writes to CONTROL: only events that it enables are told
     */
    StreamService(Microcontroller chip, int channel, long length, long control, Callback callback) {
        this.chip = chip;
        this.channel = channel;
        this.length = length;
        this.callback = callback;
        enabled = control;
        cost = chip.host().profile().interrupt();
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
                context.charge(cost.servicePs());
                return read(StreamRegister.STATUS, context);
            }
            case 1 -> {
                status = context.value();
                chip.write(channel, StreamRegister.STATUS, status & CLEARED, context.nowPs());
                if (StreamStatus.IDLE.isSet(status & enabled)) {
                    return read(StreamRegister.REMAINING, context);
                }
                callBack(0, context);
                return context.done();
            }
            default -> {
                callBack(length - context.value(), context);
                return context.done();
            }
        }
    }

    private Want read(StreamRegister register, RoutineContext context) {
        return context.read(chip.bus(), Microcontroller.address(channel, register), register.widthBytes());
    }

    private void callBack(long idleUnits, RoutineContext context) {
        // Enables stand in CONTROL where STATUS has the events.
        long events = status & enabled;
        tell(StreamStatus.HALF.isSet(events), Kind.HALF, length / 2, context);
        tell(StreamStatus.COMPLETE.isSet(events), Kind.COMPLETE, length, context);
        tell(StreamStatus.IDLE.isSet(events), Kind.IDLE, idleUnits, context);
        boolean wrong = StreamStatus.ERROR.isSet(status) || StreamStatus.BAD_PARAMETER.isSet(status);
        tell(wrong, Kind.ERROR, 0, context);
    }

    private void tell(boolean set, Kind kind, long units, RoutineContext context) {
        if (set) {
            context.charge(cost.perCompletionPs());
            callback.onEvent(kind, units, context);
        }
    }

    @Override
    public void state(StateVisitor visitor) {
        step = visitor.value("step", step);
        status = visitor.value("status", status);
    }
}
