package dev.rmtwin.scenarios.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rmtwin.device.Device;
import dev.rmtwin.device.DeviceConfig;
import dev.rmtwin.device.DeviceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that opens its device by configuration alone. */
class EmulatorProviderTest {
    private static final String RING = """
            scenario: lab
            duration: 1 ms
            host: reference-lab
            card: reference-lab
            flows: {}
            """;

    @TempDir
    private Path folder;

    private DeviceConfig config(String node, String pacing) throws IOException {
        Path ring = Files.writeString(folder.resolve("lab.yaml"), RING);
        return new DeviceConfig(Map.of("device.ring", ring.toString(), "device.node", node, "device.pacing", pacing));
    }

    @Test
    void shouldOpenTheNodeThatTheConfigurationNames() throws IOException {
        try (Device device = Device.open(config("C", "free-run"))) {
            assertThat(device.info().nodeId()).isEqualTo(3);
            assertThat(device.info().twin()).isTrue();
        }
    }

    @Test
    void shouldListTheNodesWhenTheNameIsWrong() {
        assertThatThrownBy(() -> Device.open(config("D", "free-run")))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("[A, B, C]");
    }

    @Test
    void shouldRefuseAPacingThatThisVersionLacks() {
        assertThatThrownBy(() -> Device.open(config("A", "real-time"))).hasMessageContaining("device.pacing=real-time");
    }

    @Test
    void shouldRefuseAKeyThatWouldHaveNoEffect() throws IOException {
        java.util.Map<String, String> values =
                new java.util.HashMap<>(config("A", "free-run").values());
        values.put("device.idle", "spin");
        assertThatThrownBy(() -> Device.open(new DeviceConfig(values)))
                .hasMessageContaining("device.idle has no effect");
    }

    @Test
    void shouldPassOnTheProblemsOfTheRingsFile() throws IOException {
        Path ring = Files.writeString(folder.resolve("bad.yaml"), "scenario: x\nduration: 5\n");
        DeviceConfig config = new DeviceConfig(Map.of("device.ring", ring.toString(), "device.node", "A"));
        assertThatThrownBy(() -> Device.open(config)).hasMessageContaining("bad.yaml:2");
    }
}
