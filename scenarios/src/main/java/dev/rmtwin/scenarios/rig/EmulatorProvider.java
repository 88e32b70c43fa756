package dev.rmtwin.scenarios.rig;

import dev.rmtwin.device.Device;
import dev.rmtwin.device.DeviceConfig;
import dev.rmtwin.device.DeviceException;
import dev.rmtwin.device.TwinProvider;
import dev.rmtwin.scenarios.file.Overrides;
import dev.rmtwin.scenarios.file.Problem;
import dev.rmtwin.scenarios.file.ScenarioLoader;
import dev.rmtwin.scenarios.file.ScenarioProblems;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Opens {@code device.backend=emulator}: a ring of its own from the scenario file in {@code device.ring}, and on it the node
 * in {@code device.node}. To open several nodes of one ring, make a {@link Twin}.
 */
public final class EmulatorProvider implements TwinProvider {
    private static final String FREE_RUN = "free-run";
    /** Keys of the configuration that mean something elsewhere; here a channel says these things when it is opened. */
    private static final List<String> WITHOUT_EFFECT =
            List.of("device.channels", "device.ring-capacity", "device.buffer-bytes", "device.idle", "device.path");

    @Override
    public Device open(DeviceConfig config) {
        String pacing = config.get("device.pacing").orElse(FREE_RUN);
        if (!pacing.equals(FREE_RUN)) {
            throw new DeviceException("device.pacing=" + pacing + " is not in this version; " + FREE_RUN + " is");
        }
        for (String key : WITHOUT_EFFECT) {
            if (config.get(key).isPresent()) {
                throw new DeviceException(key + " has no effect on the emulator in this version: leave it out");
            }
        }
        String file = config.require("device.ring");
        try {
            return new Twin(new ScenarioLoader().load(Path.of(file), Overrides.NONE))
                    .open(config.require("device.node"));
        } catch (ScenarioProblems e) {
            throw new DeviceException(
                    e.problems().stream().map(Problem::toString).collect(Collectors.joining("; ")), e);
        }
    }
}
