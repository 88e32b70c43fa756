package dev.rmtwin.scenarios.run;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.scenarios.model.Scenario;
import dev.rmtwin.scenarios.rig.Rig;
import java.io.IOException;
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
        Rig rig = new Rig(scenario);
        List<String> failures = rig.bringUp();
        if (!failures.isEmpty()) {
            throw new IOException("bring-up failed: " + String.join("; ", failures));
        }
        return finish(rig, options, progress, clock);
    }

    private RunResult finish(Rig rig, RunOptions options, Progress progress, WallClock clock) throws IOException {
        Results results = new Results(rig);
        long endPs = rig.endPs();
        boolean stopped = false;
        long nowPs = rig.engine().nowPs();
        long snapshotPs = options.snapshotAtPs() < 0 ? Long.MAX_VALUE : Rig.START_PS + options.snapshotAtPs();
        progress.at(nowPs, endPs, rig.engine().eventCount());
        while (nowPs < endPs && !stopped) {
            long nextPs = Math.min(nowPs + SLICE_PS, endPs);
            if (nowPs < snapshotPs && snapshotPs <= nextPs) {
                rig.engine().runUntil(snapshotPs);
                throw new IOException("snapshots");
            }
            rig.engine().runUntil(nextPs);
            nowPs = nextPs;
            progress.at(nowPs, endPs, rig.engine().eventCount());
            stopped = options.stop().getAsBoolean();
        }
        results.markEnd();
        for (int slice = 0; slice < DRAIN_SLICES && !stopped && !results.settled(); slice++) {
            rig.engine().runUntil(rig.engine().nowPs() + SLICE_PS);
        }
        rig.ring().finish(rig.engine().nowPs());
        return results.collect(options.command(), clock.elapsedSeconds(), stopped);
    }
}
