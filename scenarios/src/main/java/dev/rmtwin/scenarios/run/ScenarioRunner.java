package dev.rmtwin.scenarios.run;

import dev.rmtwin.scenarios.model.Scenario;
import java.io.IOException;

/** Runs one scenario on the caller's thread. Runs on several threads share nothing that can be seen. */
@FunctionalInterface
public interface ScenarioRunner {
    /**
     * Runs a scenario to its end, or until {@link RunOptions#stop()} says so.
     *
     * @param scenario what to run
     * @param options everything about the run that is not part of its history
     * @param progress told now and then, on the caller's thread, how far the run has come
     * @return what was measured; when stopped early, what was measured until then
     * @throws IOException when a snapshot cannot be written; its message names the file
     */
    RunResult run(Scenario scenario, RunOptions options, Progress progress) throws IOException;
}
