package dev.rmtwin.scenarios.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.scenarios.model.Flow;
import dev.rmtwin.scenarios.model.ReceiveMode;
import dev.rmtwin.scenarios.model.Scenario;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ShippedScenarioTest {
    @Test
    void shouldLoadTheReferenceScenario() throws ScenarioProblems {
        Scenario scenario = new ScenarioLoader().load(Path.of("files/reference-echo.yaml"), Overrides.NONE);

        assertThat(scenario.name()).isEqualTo("reference-echo");
        assertThat(scenario.durationPs()).isEqualTo(600_000_000_000_000L);
        assertThat(scenario.nodes()).extracting(n -> n.name() + n.id()).containsExactly("A1", "B2", "C3");
        assertThat(scenario.nodes().getFirst().spanToNextMm()).isEqualTo(20_000);
        Flow command = scenario.flows().getFirst();
        assertThat(command.offset()).isEqualTo(0x1000);
        assertThat(command.sizeBytes()).isEqualTo(100);
        assertThat(command.sending()).isEqualTo(new Flow.Periodic(1_000_000_000L, 0, 0));
        assertThat(command.receivers().getFirst().mode()).isEqualTo(ReceiveMode.INTERRUPT_DMA);
        assertThat(scenario.flows().get(1).sending()).isEqualTo(new Flow.Echo("command"));
        assertThat(scenario.expectations().getFirst().low()).isEqualTo(7_020_000.0);
        assertThat(scenario.expectations().getFirst().high()).isEqualTo(8_580_000.0);
    }
}
