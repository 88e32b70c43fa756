package dev.rmtwin.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command line as a process of its own, with the real loader and the real engine. */
class MainProcessTest {
    private static final int SIGINT = 2;
    private static final int SIGTERM = 15;

    @TempDir
    private Path folder;

    /** What a process left behind. */
    private record Ended(int status, String out, String err) {}

    @Test
    void shouldRunABuiltInScenarioToAResult() throws Exception {
        Ended ended = run("run", "reference-echo", "--duration", "200 ms", "--json", "--out", "results");
        assertThat(ended.status()).as(ended.err()).isIn(0, 1);
        JsonNode result = JsonMapper.shared().readTree(ended.out());
        assertThat(result.get("simulatedSeconds").doubleValue()).isEqualTo(0.2);
        assertThat(result.get("receivers").get(0).get("framesReceived").intValue())
                .isPositive();
        assertThat(folder.resolve("results/reference-echo.html")).content().contains("command@B");
    }

    @Test
    void shouldGiveTheSameTraceHashForTheSameSeedAndAnotherForAnother() throws Exception {
        assertThat(hash("7")).isEqualTo(hash("7")).isNotEqualTo(hash("8"));
    }

    @Test
    void shouldWriteANewScenarioThatRuns() throws Exception {
        assertThat(run("new", "my.yaml").status()).isZero();
        Ended ended = run("run", "my.yaml", "--duration", "100 ms");
        assertThat(ended.status()).as(ended.err()).isIn(0, 1);
        assertThat(ended.out()).contains("repeat with: ./rmtwin run my.yaml --seed 1 --duration '100 ms'");
    }

    @Test
    void shouldNameAFileThatIsNotThereInOneLine() throws Exception {
        Ended ended = run("run", "none.yaml");
        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).startsWith("none.yaml: ").hasLineCount(1);
        assertThat(ended.out()).isEmpty();
    }

    @Test
    void shouldShowEveryWrongOptionValueAtOnce() throws Exception {
        Ended ended = run("run", "reference-echo", "--seed", "x", "--duration", "5 parsecs", "--set", "nothing");
        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err())
                .contains("--seed", "--duration", "--set")
                .hasLineCount(3)
                .doesNotContain("\tat ");
    }

    @Test
    void shouldShowWhatWasMeasuredOnCtrlC() throws Exception {
        int signal = ignoresInterrupt() ? SIGTERM : SIGINT;
        Path errors = folder.resolve("err");
        Process process =
                start(Map.of("RMTWIN_PROGRESS", "always"), "run", "reference-echo", "--duration", "60 min", "--json");
        waitForProgress(process, errors);
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
        Ended ended = end(process);
        assertThat(ended.status()).isEqualTo(128 + signal);
        JsonNode result = JsonMapper.shared().readTree(ended.out());
        assertThat(result.get("interrupted").booleanValue()).isTrue();
        assertThat(result.get("simulatedSeconds").doubleValue()).isBetween(0.001, 3599.0);
    }

    @Test
    void shouldEndAtOnceOnCtrlCWhileItWaitsForItsInput() throws Exception {
        Path pipe = folder.resolve("pipe.yaml");
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
        Process process = start(Map.of(), "run", "pipe.yaml");
        try (OutputStream opened = Files.newOutputStream(pipe)) { // opens when the process has it open too
            process.destroy();
            Ended ended = end(process);
            assertThat(ended.status()).isEqualTo(128 + SIGTERM);
            assertThat(ended.err()).isEmpty();
            assertThat(opened).isNotNull();
        }
    }

    @Test
    void shouldLeaveNothingHalfWrittenOnAFullDisk() throws Exception {
        Ended ended = shell("ulimit -f 8; exec " + command("run reference-echo --duration '50 ms' --out results"));
        assertThat(ended.status()).isEqualTo(3);
        assertThat(ended.err())
                .contains("cannot write results/reference-echo.", "File too large")
                .hasLineCount(1);
        assertThat(ended.out()).contains("trace hash");
        try (Stream<Path> files = Files.list(folder.resolve("results"))) {
            assertThat(files).allMatch(file -> file.toString().endsWith("reference-echo.json"));
        }
    }

    @Test
    void shouldSayThatStandardOutputIsFull() throws Exception {
        Ended ended = shell(command("list") + " > /dev/full");
        assertThat(ended.status()).isEqualTo(3);
        assertThat(ended.err()).contains("standard output").hasLineCount(1);
    }

    @Test
    void shouldRefuseAFolderThatCannotBeWrittenBeforeTheRun() throws Exception {
        Ended ended = run("demo", "--out", "/proc/none");
        assertThat(ended.status()).isEqualTo(3);
        assertThat(ended.err()).contains("/proc/none").hasLineCount(1);
        assertThat(ended.out()).isEmpty();
    }

    private String hash(String seed) throws Exception {
        Ended ended = run("run", "reference-poll-1ms", "--duration", "100 ms", "--seed", seed, "--json");
        return JsonMapper.shared().readTree(ended.out()).get("traceHash").stringValue();
    }

    private Ended run(String... args) throws Exception {
        return end(start(Map.of(), args));
    }

    private Ended shell(String line) throws Exception {
        return end(start(Map.of(), List.of("bash", "-c", line)));
    }

    private Process start(Map<String, String> environment, String... args) throws IOException {
        List<String> words = new ArrayList<>(java());
        words.addAll(List.of(args));
        return start(environment, words);
    }

    private Process start(Map<String, String> environment, List<String> words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private Ended end(Process process) throws Exception {
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES))
                    .as("the process ends")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ended(
                process.exitValue(),
                Files.readString(folder.resolve("out"), StandardCharsets.UTF_8),
                Files.readString(folder.resolve("err"), StandardCharsets.UTF_8));
    }

    /** Until the run has moved on, which its progress line shows. */
    private static void waitForProgress(Process process, Path errors) throws Exception {
        while (process.isAlive() && !Files.readString(errors).contains("real time")) {
            process.waitFor(20, TimeUnit.MILLISECONDS);
        }
    }

    /** A test run in the background of a script has Ctrl-C ignored, and so have its children. */
    private static boolean ignoresInterrupt() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line ->
                                (Long.parseUnsignedLong(line.substring(7).strip(), 16) >> (SIGINT - 1) & 1) == 1);
    }

    private static String command(String args) {
        return String.join(" ", java().stream().map(Settings::quote).toList()) + " " + args;
    }

    private static List<String> java() {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                classPath,
                Main.class.getName());
    }
}
