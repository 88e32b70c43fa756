package dev.rmtwin.device.driver;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.routine.Wakeable;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;
import java.util.List;

/**
 * Stage 14: the event descriptor that wakes user space, signalled after ring entries are visible, never before. It counts
 * signals until they are consumed, as eventfd(2) does.
 */
public final class EventFd {
    private final DriverSeat seat;
    private final CounterBlock<DriverCounter> counters;
    private final Seam<EventFd> seam;
    private Wakeable waiter;
    private long count;

    EventFd(DriverSeat seat, int channel, CounterBlock<DriverCounter> counters) {
        this.seat = seat;
        this.counters = counters;
        seam = seat.seams().obtain(new Seam<>(seat.seamId(channel, "eventfd"), List.of()));
    }

    /** Sets who waits; once, before the first event. */
    public void bind(Wakeable newWaiter) {
        waiter = newWaiter;
    }

    /** Signals; {@code subject} is the last frame record that is visible, -1 for none. */
    void signal(long subject, long nowPs) {
        long extraPs = seam.pass(this, nowPs);
        if (extraPs == Seam.DROPPED) {
            return;
        }
        counters.increment(DriverCounter.SIGNALLED);
        count++;
        if (subject >= 0) {
            seat.trace().line(Stage.EVENTFD, seat.node(), subject, nowPs + extraPs);
        }
        if (waiter != null) {
            waiter.onSignal(nowPs + extraPs);
        }
    }

    /** Takes all signals; false when there were none. */
    public boolean consume() {
        boolean any = count > 0;
        count = 0;
        return any;
    }

    void state(StateVisitor visitor) {
        count = visitor.value("eventfd", count);
    }
}
