package dev.rmtwin.device;

/** Opens emulated devices for {@code device.backend=emulator}; found by {@link java.util.ServiceLoader}. */
@FunctionalInterface
public interface TwinProvider {
    /** Opens the node that {@code device.ring} and {@code device.node} name. */
    Device open(DeviceConfig config);
}
