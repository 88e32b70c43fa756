package dev.rmtwin.device.driver;

import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;
import java.util.List;

/**
 * Stage 13: the service routine of a channel's vector. It drains the completion ring while the phase matches, then signals
 * the event descriptor: no copy, no business, no printing.
 */
final class InterruptServiceRoutine implements InterruptHandler, Routine {
    private static final int ENTER = 0;
    private static final int DRAIN = 1;
    private static final int SIGNAL = 2;

    private final DriverSeat seat;
    private final QueueChannel channel;
    private final Seam<InterruptServiceRoutine> seam;
    private int step;
    private long enteredPs;

    InterruptServiceRoutine(DriverSeat seat, QueueChannel channel) {
        this.seat = seat;
        this.channel = channel;
        seam = seat.seams().obtain(new Seam<>(seat.seamId(channel.index(), "isr"), List.of()));
    }

    @Override
    public Routine onMessage(int vector, long nowPs) {
        step = ENTER;
        enteredPs = nowPs;
        return this;
    }

    @Override
    public Want resume(RoutineContext context) {
        if (channel.refused()) {
            return context.done();
        }
        if (step == ENTER) {
            long extraPs = seam.pass(this, enteredPs);
            if (extraPs == Seam.DROPPED) {
                return context.done();
            }
            step = DRAIN;
            if (extraPs > 0) {
                context.charge(extraPs);
                return context.proceed();
            }
        }
        if (step == DRAIN) {
            channel.counters().increment(DriverCounter.SERVICED);
            int moved = channel.drain(context);
            if (moved > 0) {
                seat.trace().line(Stage.ISR, seat.node(), channel.lastSubject(), enteredPs);
            }
            context.charge(seat.costs().servicePs());
            step = moved > 0 ? SIGNAL : -1;
            return moved > 0 ? context.proceed() : context.done();
        }
        context.charge(seat.costs().signalPs());
        channel.eventFd().signal(channel.lastSubject(), context.nowPs());
        return context.done();
    }

    @Override
    public void state(StateVisitor visitor) {
        step = visitor.value("isrStep", step);
        enteredPs = visitor.value("isrEntered", enteredPs);
    }
}
