package dev.rmtwin.device.driver;

import dev.rmtwin.core.routine.Wakeable;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;

/**
 * Stage 14: the event descriptor that wakes user space, signalled after ring entries are visible, never before. It counts
 * signals until they are consumed, as eventfd(2) does.
 */
public final class EventFd {
    private final DriverSeat seat;
    private Wakeable waiter;
    private long count;

    EventFd(DriverSeat seat) {
        this.seat = seat;
    }

    /** Sets who waits; once, before the first event. */
    public void bind(Wakeable newWaiter) {
        waiter = newWaiter;
    }

    /** Signals; {@code subject} is the last frame record that is visible, -1 for none. */
    void signal(long subject, long nowPs) {
        count++;
        if (subject >= 0) {
            seat.trace().line(Stage.EVENTFD, seat.node(), subject, nowPs);
        }
        if (waiter != null) {
            waiter.onSignal(nowPs);
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
