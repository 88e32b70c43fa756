package dev.rmtwin.scenarios.run;

import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.scenarios.model.Scenario;
import dev.rmtwin.scenarios.rig.Rig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs scenarios on the engine, on the caller's thread, as fast as it goes.
 *
 * <p>After the senders have stopped the ring runs on for a while, so that frames on their way arrive.
 */
public final class EngineRunner implements ScenarioRunner {
    private static final long SLICE_PS = 10 * Ps.MS;
    /** Longer than any poll interval: two seconds of virtual time, or until nothing more comes. */
    private static final int DRAIN_SLICES = 200;

    @Override
    public RunResult run(Scenario scenario, RunOptions options, Progress progress) throws IOException {
        WallClock clock = WallClock.start();
        checkSnapshotTime(options, 0, scenario.durationPs());
        Rig rig = new Rig(scenario);
        return guarded(rig, options, () -> {
            List<String> failures = rig.bringUp();
            if (!failures.isEmpty()) {
                throw new BringUpFailure(failures);
            }
            return finish(rig, options, progress, clock);
        });
    }

    /**
     * Continues a run from a snapshot to its end. The result is that of the run without a break, but for command and wall time.
     *
     * @param snapshot a file that {@link #run} wrote
     * @throws IOException when the snapshot cannot be read or makes no sense, or a file cannot be written; its message names
     *     the file
     */
    public RunResult resume(Path snapshot, RunOptions options, Progress progress) throws IOException {
        WallClock clock = WallClock.start();
        Rig rig = Snapshots.read(snapshot);
        checkSnapshotTime(
                options, rig.engine().nowPs() - Rig.START_PS, rig.scenario().durationPs());
        return guarded(rig, options, () -> finish(rig, options, progress, clock));
    }

    /** What the model throws is its own fault: it is reported with all that repeats it. */
    private static RunResult guarded(Rig rig, RunOptions options, Work work) throws IOException {
        try {
            return work.run();
        } catch (RuntimeException | AssertionError e) {
            throw new ModelFault(rig.engine().nowPs(), rig.scenario().seed(), options.command(), e);
        }
    }

    private interface Work {
        RunResult run() throws IOException;
    }

    private static void checkSnapshotTime(RunOptions options, long fromPs, long toPs) {
        long atPs = options.snapshotAtPs();
        if (options.snapshotTo() != null && (atPs < fromPs || atPs > toPs)) {
            throw new IllegalArgumentException("a snapshot at " + atPs + " ps does not lie between " + fromPs
                    + " ps and " + toPs + " ps of the run");
        }
    }

    private RunResult finish(Rig rig, RunOptions options, Progress progress, WallClock clock) throws IOException {
        Results results = new Results(rig);
        boolean stopped = advance(rig, options, progress);
        results.markEnd();
        for (int slice = 0; slice < DRAIN_SLICES && !stopped && !results.settled(); slice++) {
            rig.engine().runUntil(rig.engine().nowPs() + SLICE_PS);
        }
        rig.ring().finish(rig.engine().nowPs());
        return results.collect(options.command(), clock.elapsedSeconds(), stopped);
    }

    /** Runs to the time at which the senders stop; true when the run was stopped before. */
    private static boolean advance(Rig rig, RunOptions options, Progress progress) throws IOException {
        Engine engine = rig.engine();
        long endPs = rig.endPs();
        long snapshotPs = options.snapshotTo() == null ? Long.MAX_VALUE : Rig.START_PS + options.snapshotAtPs();
        boolean stopped = false;
        long durationPs = endPs - Rig.START_PS;
        progress.at(engine.nowPs() - Rig.START_PS, durationPs, engine.eventCount());
        while (engine.nowPs() < endPs && !stopped) {
            long nextPs = Math.min(engine.nowPs() + SLICE_PS, endPs);
            if (snapshotPs <= nextPs) {
                engine.runUntil(snapshotPs);
                Snapshots.write(rig, options.snapshotTo());
                snapshotPs = Long.MAX_VALUE;
            }
            engine.runUntil(nextPs);
            progress.at(nextPs - Rig.START_PS, durationPs, engine.eventCount());
            stopped = options.stop().getAsBoolean();
        }
        if (snapshotPs == endPs && !stopped) {
            Snapshots.write(rig, options.snapshotTo());
        }
        return stopped;
    }
}
