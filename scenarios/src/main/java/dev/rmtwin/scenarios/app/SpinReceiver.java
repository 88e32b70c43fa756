package dev.rmtwin.scenarios.app;

import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;

/** Checks the completion ring in host memory again and again, yielding between checks or not. */
public final class SpinReceiver implements Routine {
    private final FrameConsumer consumer;
    private final long checkPs;
    private final long awayPs;

    /**
     * @param consumer takes the frames
     * @param checkPs cost of one check
     * @param awayPs what a yield after it gives away; 0 for a thread that never yields
     */
    public SpinReceiver(FrameConsumer consumer, long checkPs, long awayPs) {
        this.consumer = consumer;
        this.checkPs = checkPs;
        this.awayPs = awayPs;
    }

    @Override
    public Want resume(RoutineContext context) {
        long lookPs = context.nowPs();
        Want first = consumer.channel().fetch(context);
        if (first != null) {
            return first;
        }
        return consumer.consume(lookPs, context)
                ? context.proceed()
                : context.loop(checkPs, awayPs, true, Long.MAX_VALUE);
    }

    @Override
    public void state(StateVisitor visitor) {
        consumer.state(visitor);
    }
}
