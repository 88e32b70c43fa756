package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.card.CommandCounter;
import dev.rmtwin.pcie.host.HostThread;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/** An application at work on a queue pair, and what came of it. */
public final class QueueRun {
    private static final long SLICE_PS = 100 * Ps.US;

    private final QueueRig rig;
    private final QueueApplication application;
    private final HostThread thread;
    private long[] sorted;

    QueueRun(QueueRig rig, QueueApplication application, HostThread thread) {
        this.rig = rig;
        this.application = application;
        this.thread = thread;
    }

    /** Runs until every command has been reaped, or {@code stop} says so. */
    public QueueRun finish(BooleanSupplier stop) {
        while (!thread.ended() && !stop.getAsBoolean()) {
            rig.engine().runUntil(rig.engine().nowPs() + SLICE_PS);
        }
        return this;
    }

    /** Runs until at least so many commands have been reaped in all. */
    public void until(long reaped) {
        while (application.reaped() < reaped && !thread.ended() && rig.engine().step()) {
            // one event after the other
        }
    }

    /** Commands reaped. */
    public long reaped() {
        return application.reaped();
    }

    /** Commands that ended with an error. */
    public long failed() {
        return application.failed();
    }

    /** Commands a second of virtual time. */
    public double perSecond() {
        return application.reaped() / Ps.toSeconds(application.elapsedPs());
    }

    /** Commands that one look at the completion queue found, mean. */
    public double perReap() {
        return (double) application.reaped() / application.reaps();
    }

    /** A percentile of the time from submission to reaping, of the last commands. */
    public double latencyUs(double percentile) {
        if (sorted == null) {
            sorted = application.latencies();
            Arrays.sort(sorted);
        }
        int rank = (int) StrictMath.ceil(percentile / 100 * sorted.length);
        return Ps.toMicros(sorted[Math.clamp(rank - 1, 0, sorted.length - 1)]);
    }

    /** A counter of the pair. */
    public long count(CommandCounter counter) {
        return rig.card().commands(0).counters().get(counter);
    }
}
