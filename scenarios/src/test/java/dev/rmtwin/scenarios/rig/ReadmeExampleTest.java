package dev.rmtwin.scenarios.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the README is taken from the README, compiled and run as the README says. */
class ReadmeExampleTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern EXAMPLE = Pattern.compile("(?s)```java\n(.*?)```");
    private static final Pattern COMMAND =
            Pattern.compile("(?m)^DEVICE_RING=(\\S+) DEVICE_NODE=(\\S+) java -cp '\\S+' (\\S+)$");

    @TempDir
    private Path folder;

    @Test
    void shouldReceiveWhatTheReferenceRingSends() throws IOException, InterruptedException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        Matcher command = find(COMMAND, readme);
        Path source = folder.resolve(command.group(3));
        Files.writeString(source, find(EXAMPLE, readme).group(1));
        // Ten simulated minutes are too many lines: the same ring for five milliseconds.
        Path ring = folder.resolve("ring.yaml");
        Files.writeString(ring, "include: " + ROOT.resolve(command.group(1)) + "\nduration: 5 ms\n");

        assertThat(run(source, ring, command.group(2)))
                .hasSizeBetween(4, 5) // the first may pass while the program still opens its channel
                .allMatch(line -> line.matches("100 bytes from node 1, arrived at \\d{11} ps"));
    }

    private static Matcher find(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).as("README.md holds %s", pattern).isTrue();
        return matcher;
    }

    private static List<String> run(Path source, Path ring, String node) throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder =
                new ProcessBuilder(java, "-cp", classPath, source.toString()).redirectErrorStream(true);
        builder.environment().put("DEVICE_RING", ring.toString());
        builder.environment().put("DEVICE_NODE", node);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().toList();
    }
}
