package dev.rmtwin.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceConfigTest {
    @TempDir
    private Path folder;

    private Path file(String... lines) throws IOException {
        return Files.write(folder.resolve("device.properties"), java.util.List.of(lines));
    }

    private static Properties properties(String... keysAndValues) {
        Properties properties = new Properties();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.setProperty(keysAndValues[i], keysAndValues[i + 1]);
        }
        return properties;
    }

    @Test
    void shouldLetTheEnvironmentOverrideTheFileAndPropertiesOverrideBoth() throws IOException {
        Path file = file("device.backend=emulator", "device.node=A", "device.ring=a.yaml");
        DeviceConfig config = DeviceConfig.load(
                Map.of("DEVICE_NODE", "B", "DEVICE_RING", "b.yaml", "PATH", "x"),
                properties("device.config", file.toString(), "device.ring", "c.yaml", "user.name", "x"));
        assertThat(config.get("device.backend")).contains("emulator");
        assertThat(config.get("device.node")).contains("B");
        assertThat(config.get("device.ring")).contains("c.yaml");
        assertThat(config.values()).doesNotContainKeys("PATH", "user.name");
    }

    @Test
    void shouldReadKeysOfSeveralWordsFromTheEnvironment() {
        DeviceConfig config = DeviceConfig.load(Map.of("DEVICE_RING_CAPACITY", "64"), properties());
        assertThat(config.get("device.ring-capacity")).contains("64");
    }

    @Test
    void shouldNameTheFileThatCannotBeRead() {
        String missing = folder.resolve("missing.properties").toString();
        assertThatThrownBy(() -> DeviceConfig.load(Map.of(), properties("device.config", missing)))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("missing.properties");
    }

    @Test
    void shouldRefuseAFileWithBadEscapesOrForeignKeys() throws IOException {
        String bad = file("device.node=\\uZZZZ").toString();
        assertThatThrownBy(() -> DeviceConfig.load(Map.of(), properties("device.config", bad)))
                .isInstanceOf(DeviceException.class);
        String foreign = file("node=A").toString();
        assertThatThrownBy(() -> DeviceConfig.load(Map.of(), properties("device.config", foreign)))
                .hasMessageContaining("unknown key node");
    }

    @Test
    void shouldSayWhichKeyIsMissing() {
        assertThatThrownBy(() -> new DeviceConfig(Map.of()).require("device.node"))
                .hasMessageContaining("device.node");
    }

    @Test
    void shouldNameTheArtifactThatIsMissingWhenNoTwinIsThere() {
        assertThatThrownBy(() -> Device.open(new DeviceConfig(Map.of("device.backend", "emulator"))))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("dev.rmtwin:scenarios");
    }

    @Test
    void shouldRefuseABackendThatThisVersionLacks() {
        assertThatThrownBy(() -> Device.open(new DeviceConfig(Map.of("device.backend", "vfio"))))
                .hasMessageContaining("device.backend=vfio")
                .hasMessageContaining("emulator");
    }
}
