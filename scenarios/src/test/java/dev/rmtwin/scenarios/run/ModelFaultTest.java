package dev.rmtwin.scenarios.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rmtwin.scenarios.rig.TestScenarios;
import org.junit.jupiter.api.Test;

class ModelFaultTest {
    @Test
    void shouldSayWhenAndHowToSeeItAgainWhenSomethingBreaksInsideARun() {
        Progress broken = (nowPs, endPs, events) -> {
            throw new IllegalStateException("head passed tail");
        };
        assertThatThrownBy(() -> new EngineRunner()
                        .run(TestScenarios.idleRing(), RunOptions.plain("./rmtwin run idle.yaml --seed 1"), broken))
                .isInstanceOf(ModelFault.class)
                .hasMessageContaining("at 10000.000 us")
                .hasMessageContaining("head passed tail")
                .hasMessageContaining("seed 1")
                .hasMessageEndingWith("repeat with: ./rmtwin run idle.yaml --seed 1");
    }
}
