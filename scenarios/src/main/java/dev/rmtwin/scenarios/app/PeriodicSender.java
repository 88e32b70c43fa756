package dev.rmtwin.scenarios.app;

import dev.rmtwin.core.chance.Draw;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.scenarios.model.Flow;

/** Sends a flow by the clock: frame n is due at phase + n periods + jitter, so that lateness never adds up. */
public final class PeriodicSender implements Routine {
    private final FlowWriter writer;
    private final Flow.Periodic timing;
    private final long startPs;
    private final long endPs;
    private final Draw jitter;
    private boolean due;

    /**
     * @param writer writes the frames
     * @param timing when
     * @param startPs virtual time that the phase counts from
     * @param endPs nothing is sent at or after this time
     * @param jitter chance of the jitter
     */
    public PeriodicSender(FlowWriter writer, Flow.Periodic timing, long startPs, long endPs, Draw jitter) {
        this.writer = writer;
        this.timing = timing;
        this.startPs = startPs;
        this.endPs = endPs;
        this.jitter = jitter;
    }

    @Override
    public Want resume(RoutineContext context) {
        if (due) {
            writer.send(context);
            due = false;
            return context.proceed();
        }
        long number = writer.sent();
        long nominalPs = startPs + timing.phasePs() + number * timing.periodPs();
        if (nominalPs >= endPs) {
            return context.done();
        }
        due = true;
        long latePs = timing.jitterPs() == 0 ? 0 : jitter.between(0, timing.jitterPs(), number);
        long duePs = nominalPs + latePs;
        return duePs > context.nowPs() ? context.sleepUntil(duePs) : context.proceed();
    }

    @Override
    public void state(StateVisitor visitor) {
        due = visitor.value("due", due);
        writer.state(visitor);
    }
}
