package dev.rmtwin.scenarios.figure;

import dev.rmtwin.scenarios.run.ReceiverResult;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * What a figure is judged by.
 *
 * @param runs the runs of its variants
 * @param seed root of all chance, for a figure that runs an experiment of its own
 * @param stop whether the user wants to end; a long experiment ends early then
 */
public record Evidence(Map<Variant, RunResult> runs, long seed, BooleanSupplier stop) {
    /** The run of a scenario with changes. */
    public RunResult run(String scenario, String... set) {
        return runs.get(Variant.of(scenario, set));
    }

    /** The first receiver of a run: the one that the figure speaks of. */
    public ReceiverResult receiver(String scenario, String... set) {
        return run(scenario, set).receivers().getFirst();
    }
}
