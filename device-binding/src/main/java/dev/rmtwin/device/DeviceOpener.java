package dev.rmtwin.device;

import java.util.ServiceLoader;

/** Finds who can open a configuration's backend. */
final class DeviceOpener {
    private static final String EMULATOR = "emulator";

    private DeviceOpener() {}

    static Device open(DeviceConfig config) {
        String backend = config.get("device.backend").orElse(EMULATOR);
        if (!backend.equals(EMULATOR)) {
            throw new DeviceException("device.backend=" + backend + " is not in this version; " + EMULATOR + " is");
        }
        return ServiceLoader.load(TwinProvider.class)
                .findFirst()
                .orElseThrow(() -> new DeviceException("device.backend=" + EMULATOR
                        + " needs a twin on the class path: add the artifact dev.rmtwin:scenarios"))
                .open(config);
    }
}
