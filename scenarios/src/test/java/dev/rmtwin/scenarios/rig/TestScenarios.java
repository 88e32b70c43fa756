package dev.rmtwin.scenarios.rig;

import dev.rmtwin.scenarios.file.Overrides;
import dev.rmtwin.scenarios.file.ScenarioLoader;
import dev.rmtwin.scenarios.file.ScenarioProblems;
import dev.rmtwin.scenarios.model.Scenario;

/** Scenarios for tests, loaded as a user's are. */
public final class TestScenarios {
    private TestScenarios() {}

    /** Three nodes that nobody sends on, but for one flow that starts late. */
    public static Scenario idleRing() {
        return load(IDLE.formatted("reference-lab"));
    }

    /** The same with 5565 cards. */
    public static Scenario idleRingOf5565() {
        return load(IDLE.formatted("5565"));
    }

    private static final String IDLE = """
            scenario: idle
            seed: 1
            duration: 1 ms
            host: reference-lab
            card: %s
            flows: {}
            """;

    /** Loads a scenario from its text. */
    public static Scenario load(String yaml) {
        try {
            return new ScenarioLoader().loadText("test.yaml", yaml, Overrides.NONE);
        } catch (ScenarioProblems e) {
            throw new AssertionError(e.problems().toString(), e);
        }
    }
}
