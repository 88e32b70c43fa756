package dev.rmtwin.device;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Which device to open and how: {@code device.*} keys from a properties file, the environment ({@code DEVICE_BACKEND} for
 * {@code device.backend}), and system properties, the later overriding the earlier.
 *
 * @param values values by key
 */
public record DeviceConfig(Map<String, String> values) {
    private static final String PREFIX = "device.";
    private static final String FILE_KEY = "device.config";

    public DeviceConfig {
        values = Map.copyOf(values);
    }

    /** From the file that {@code device.config} names, if any, the environment, and the system properties. */
    public static DeviceConfig load() {
        return load(System.getenv(), System.getProperties());
    }

    static DeviceConfig load(Map<String, String> environment, Properties properties) {
        Map<String, String> overrides = new TreeMap<>();
        environment.forEach((name, value) -> {
            if (name.startsWith("DEVICE_")) {
                overrides.put(
                        name.toLowerCase(Locale.ROOT).replaceFirst("_", ".").replace('_', '-'), value);
            }
        });
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith(PREFIX)) {
                overrides.put(name, properties.getProperty(name));
            }
        }
        Map<String, String> all = new TreeMap<>();
        if (overrides.containsKey(FILE_KEY)) {
            all.putAll(readFile(Path.of(overrides.get(FILE_KEY))));
        }
        all.putAll(overrides);
        return new DeviceConfig(all);
    }

    private static Map<String, String> readFile(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new DeviceException("cannot read the device configuration " + file + ": " + e.getMessage(), e);
        }
        Map<String, String> values = new TreeMap<>();
        for (String name : properties.stringPropertyNames()) {
            if (!name.startsWith(PREFIX)) {
                throw new DeviceException(file + ": unknown key " + name + "; keys start with " + PREFIX);
            }
            values.put(name, properties.getProperty(name));
        }
        return values;
    }

    /** The value of a key. */
    public Optional<String> get(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /** The value of a key that must be there. */
    public String require(String key) {
        return get(key).orElseThrow(() -> new DeviceException("the device configuration lacks " + key));
    }
}
