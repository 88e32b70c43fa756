package dev.rmtwin.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher as a user starts it, in a small tree of its own whose {@code java} and {@code mvn} are scripts that
 * write down how they were called.
 */
class LauncherTest {
    /** Writes its last words to the log; of the product's words, {@code fail} ends with status 7. */
    private static final String JAVA = """
            #!/bin/sh
            while [ "$1" != dev.rmtwin.scenarios.cli.Main ]; do shift; done
            shift
            echo "java $*" >>"$CALLS"
            [ "$1" != fail ] || exit 7
            """;

    private static final String MAVEN = """
            #!/bin/sh
            echo "mvn $*" >>"$CALLS"
            echo "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1"
            echo "[ERROR] Tests run: 4, Failures: 2, Errors: 0, Skipped: 0"
            echo "[ERROR] A.java:[1,2] what is wrong"
            mkdir -p benchmarks/target/lib && echo 1 >benchmarks/target/lib/a.jar && echo 1 >benchmarks/target/benchmarks-1.jar
            exit "$MAVEN_STATUS"
            """;

    @TempDir
    private Path folder;

    private Path tree;
    private Path calls;
    private Path source;

    private record Ended(int status, String out, String err) {}

    @BeforeEach
    void layOutATree() throws IOException {
        Path project = projectRoot();
        tree = Files.createDirectories(folder.resolve("a b \u00fc"));
        calls = folder.resolve("calls");
        Files.createDirectories(tree.resolve("scenarios/src/main"));
        source = Files.writeString(tree.resolve("scenarios/src/main/A.java"), "class A {}");
        Files.createDirectories(tree.resolve(".mvn"));
        Files.copy(project.resolve("pom.xml"), tree.resolve("pom.xml"));
        writeScript(tree.resolve("rmtwin"), Files.readString(project.resolve("rmtwin")));
        writeScript(folder.resolve("jdk/bin/java"), JAVA);
        writeScript(folder.resolve("jdk/bin/javac"), "#!/bin/sh\n");
        Files.writeString(folder.resolve("jdk/release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"25.0.1\"\n");
        writeScript(folder.resolve("bin/mvn"), MAVEN);
    }

    @Test
    void shouldPassWordsAndExitStatusThrough() throws Exception {
        assertThat(rmtwin("run", "my file.yaml", "--json").status()).isZero();
        assertThat(rmtwin("fail").status()).isEqualTo(7);
        assertThat(javaCalls()).endsWith("java run my file.yaml --json", "java fail");
    }

    @Test
    void shouldBuildOnceAndAgainWhenASourceIsNewerOrGone() throws Exception {
        assertThat(rmtwin("list").err()).contains("building (first time");
        assertThat(rmtwin("list").err()).isEmpty();
        assertThat(mavenCalls()).hasSize(1);

        FileTime later = FileTime.from(Files.getLastModifiedTime(tree.resolve("target/run/built"))
                .toInstant()
                .plus(Duration.ofHours(1)));
        Files.setLastModifiedTime(source, later);
        assertThat(rmtwin("list").err()).contains("building...");
        assertThat(mavenCalls()).hasSize(2);

        Files.delete(source);
        Files.setLastModifiedTime(source.getParent(), later);
        rmtwin("list");
        assertThat(mavenCalls()).hasSize(3).allMatch(call -> call.endsWith("-Drmtwin.quick package"));
    }

    @Test
    void shouldTrainAgainWhenABuildWasStoppedWhileItTrained() throws Exception {
        rmtwin("list");
        rmtwin("list");
        int callsOfAStart = 1;
        int before = javaCalls().size();
        Files.delete(tree.resolve("target/run/trained"));
        rmtwin("list");
        assertThat(javaCalls().size() - before).isGreaterThan(callsOfAStart);
        assertThat(tree.resolve("target/run/trained")).exists();
        assertThat(mavenCalls()).hasSize(1);
    }

    @Test
    void shouldStartThroughALinkFromElsewhere() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), tree.resolve("rmtwin"));
        assertThat(start(link, folder, Map.of("LC_ALL", "C"), "list").status()).isZero();
        assertThat(javaCalls()).endsWith("java list");
        assertThat(tree.resolve("target/run/lib/a.jar")).exists();
    }

    @Test
    void shouldSayWhatToInstallWhenNoJdkIsNewEnough() throws Exception {
        String launcher = Files.readString(tree.resolve("rmtwin"));
        writeScript(tree.resolve("rmtwin"), launcher.replace("JDK_AT_LEAST=25", "JDK_AT_LEAST=9999"));
        Ended ended = rmtwin("list");
        assertThat(ended.status()).isEqualTo(3);
        assertThat(ended.err().lines())
                .singleElement()
                .asString()
                .startsWith("rmtwin needs a JDK 25 or newer: install ");
        assertThat(Files.readString(tree.resolve("pom.xml")))
                .contains(ended.err().strip());
    }

    @Test
    void shouldShowWhatMavenSaidWhenTheBuildFails() throws Exception {
        Ended ended = start(tree.resolve("rmtwin"), tree, Map.of("MAVEN_STATUS", "1"), "list");
        assertThat(ended.status()).isEqualTo(3);
        assertThat(ended.err()).contains("A.java:[1,2] what is wrong", "target/build.log");
        assertThat(tree.resolve("target/run")).doesNotExist();
        assertThat(rmtwin("list").status()).isZero();
    }

    @Test
    void shouldCloseTestsWithTheirTotalsAndMavensStatus() throws Exception {
        Path launcher = tree.resolve("rmtwin");
        Ended failed = start(launcher, tree, Map.of("MAVEN_STATUS", "1"), "test", "-pl", "emulator-core");
        assertThat(failed.status()).isEqualTo(1);
        assertThat(failed.out()).endsWith("All modules: Tests run: 7, Failures: 2, Errors: 0, Skipped: 1\n");
        Ended json = rmtwin("test", "--json");
        assertThat(json.status()).isZero();
        assertThat(json.out())
                .isEqualTo("{\"testsRun\": 7, \"failures\": 2, \"errors\": 0, \"skipped\": 1, \"pass\": true}\n");
        assertThat(mavenCalls().getFirst()).endsWith("verify -pl emulator-core");
        assertThat(rmtwin("test", "--help").out()).contains("everything that CI runs");
    }

    @Test
    void shouldNotBuildWhenToldNeverTo() throws Exception {
        Ended ended = start(tree.resolve("rmtwin"), tree, Map.of("RMTWIN_BUILD", "never"), "list");
        assertThat(ended.status()).isEqualTo(3);
        assertThat(ended.err()).contains("RMTWIN_BUILD=never");
        assertThat(calls).doesNotExist();
    }

    private Ended rmtwin(String... words) throws IOException, InterruptedException {
        return start(tree.resolve("rmtwin"), tree, Map.of(), words);
    }

    private Ended start(Path launcher, Path workFolder, Map<String, String> more, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(words));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(workFolder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        Map<String, String> environment = builder.environment();
        environment.remove("RMTWIN_BUILD");
        environment.put("JAVA_HOME", folder.resolve("jdk").toString());
        environment.merge("PATH", folder.resolve("bin").toString(), (path, first) -> first + ":" + path);
        environment.put("CALLS", calls.toString());
        environment.put("MAVEN_STATUS", "0");
        environment.putAll(more);
        int status = builder.start().waitFor();
        return new Ended(status, Files.readString(out), Files.readString(err));
    }

    private List<String> javaCalls() throws IOException {
        return callsOf("java ");
    }

    private List<String> mavenCalls() throws IOException {
        return callsOf("mvn ");
    }

    private List<String> callsOf(String program) throws IOException {
        return Files.readAllLines(calls).stream()
                .filter(call -> call.startsWith(program))
                .toList();
    }

    private static void writeScript(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static Path projectRoot() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("rmtwin"))) {
            root = root.getParent();
        }
        return root;
    }
}
