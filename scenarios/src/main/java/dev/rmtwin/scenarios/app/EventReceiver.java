package dev.rmtwin.scenarios.app;

import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;

/** Waits in epoll until the driver signals, then takes everything that is there. */
public final class EventReceiver implements Routine {
    private final FrameConsumer consumer;

    /** @param consumer takes the frames */
    public EventReceiver(FrameConsumer consumer) {
        this.consumer = consumer;
    }

    @Override
    public Want resume(RoutineContext context) {
        consumer.channel().eventFd().consume();
        Want first = consumer.channel().fetch(context);
        if (first != null) {
            return first;
        }
        return consumer.consume(-1, context) ? context.proceed() : context.await(Long.MAX_VALUE);
    }

    @Override
    public void state(StateVisitor visitor) {
        consumer.state(visitor);
    }
}
