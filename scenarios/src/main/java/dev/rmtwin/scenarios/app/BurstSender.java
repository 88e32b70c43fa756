package dev.rmtwin.scenarios.app;

import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.scenarios.model.Flow;

/**
 * Sends a flow in bursts by the clock: burst n begins at phase + n periods. Within a burst it does not sleep: it keeps its core
 * until the next frame is due, as whoever sends every few microseconds has to.
 */
public final class BurstSender implements Routine {
    private final FlowWriter writer;
    private final Flow.Burst timing;
    private final long startPs;
    private final long endPs;
    private boolean due;

    /**
     * @param writer writes the frames
     * @param timing when
     * @param startPs virtual time that the phase counts from
     * @param endPs no burst begins at or after this time
     */
    public BurstSender(FlowWriter writer, Flow.Burst timing, long startPs, long endPs) {
        this.writer = writer;
        this.timing = timing;
        this.startPs = startPs;
        this.endPs = endPs;
    }

    @Override
    public Want resume(RoutineContext context) {
        if (due) {
            writer.send(context);
            due = false;
            return context.proceed();
        }
        long inBurst = writer.sent() % timing.frames();
        long burstPs = startPs + timing.phasePs() + writer.sent() / timing.frames() * timing.periodPs();
        if (inBurst == 0 && burstPs >= endPs) {
            return context.done();
        }
        due = true;
        long waitPs = burstPs + inBurst * timing.gapPs() - context.nowPs();
        if (waitPs > 0 && inBurst == 0) {
            return context.sleepUntil(burstPs);
        }
        context.charge(Math.max(0, waitPs));
        return context.proceed();
    }

    @Override
    public void state(StateVisitor visitor) {
        due = visitor.value("due", due);
        writer.state(visitor);
    }
}
