package dev.rmtwin.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class RunCommandTest {
    @TempDir
    private Path folder;

    private Cli cli;

    @BeforeEach
    void makeCommandLine() {
        cli = new Cli(folder);
    }

    @Test
    void shouldShowTablesAndSucceedWhenExpectationsHold() {
        assertThat(cli.run("run", "my.yaml")).isZero();
        assertThat(cli.out())
                .contains("command@B", "interrupt + DMA", "PASS mean", "A -> B", "seed 1", "v1:0123456789abcdef")
                .contains("repeat with: ./rmtwin run")
                .contains("overwritten 3");
        assertThat(cli.err()).isEmpty();
    }

    @Test
    void shouldFailWithStatusOneWhenAnExpectationFails() {
        cli.expectedMeanUs = 4;
        assertThat(cli.run("run", "my.yaml")).isEqualTo(1);
        assertThat(cli.out()).contains("FAIL mean");
    }

    @Test
    void shouldPrintOneJsonDocumentWithTheFieldsOfTheContract() {
        assertThat(cli.run("run", "my.yaml", "--json")).isZero();
        JsonNode run = cli.json();
        assertThat(run.propertyNames())
                .contains("scenario", "seed", "simulatedSeconds", "wallSeconds", "events", "traceHash", "receivers")
                .contains("expectations", "pass", "interrupted", "command", "spans", "nodes");
        assertThat(run.get("simulatedSeconds").doubleValue()).isEqualTo(600);
        JsonNode receiver = run.get("receivers").get(0);
        assertThat(receiver.propertyNames())
                .contains("name", "mode", "oneWayUs", "coreBusyPercent", "framesSent", "framesReceived", "framesLost")
                .contains("interrupts", "wakeups", "framesInFlight", "waitUs", "stages");
        assertThat(receiver.get("oneWayUs").propertyNames())
                .containsExactly("count", "mean", "p50", "p99", "p999", "max");
        assertThat(receiver.get("oneWayUs").get("mean").doubleValue()).isBetween(7.0, 8.5);
        assertThat(receiver.get("framesLost").get("overwritten").intValue()).isEqualTo(3);
        JsonNode expectation = run.get("expectations").get(0);
        assertThat(expectation.propertyNames()).contains("id", "measured", "expected", "tolerance", "pass");
        assertThat(expectation.get("expected").doubleValue()).isEqualTo(7.8);
        assertThat(run.get("pass").booleanValue()).isTrue();
    }

    @Test
    void shouldWriteReportAndResultWhole() throws IOException {
        assertThat(cli.run("run", "my.yaml", "--out", "results")).isZero();
        assertThat(folder.resolve("results/my.json")).content().contains("\"scenario\" : \"my\"");
        assertThat(folder.resolve("results/my.html")).content().endsWith("</html>\n");
        assertThat(cli.out()).contains("report: " + folder.resolve("results/my.html"));
        try (Stream<Path> files = Files.list(folder.resolve("results"))) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void shouldKeepStandardOutputForTheDocumentWhenFilesAreWrittenToo() {
        assertThat(cli.run("run", "my.yaml", "--json", "--out", "results")).isZero();
        assertThat(cli.json().get("scenario").stringValue()).isEqualTo("my");
        assertThat(cli.err()).contains("report: ");
    }

    @Test
    void shouldShowWhatWasMeasuredWhenStopped() {
        cli.stop.stop();
        assertThat(cli.run("run", "my.yaml", "--json")).isEqualTo(130);
        assertThat(cli.json().get("interrupted").booleanValue()).isTrue();
        assertThat(cli.json().get("simulatedSeconds").doubleValue()).isEqualTo(300);
    }

    @Test
    void shouldNotStartTheRunWhenTheOutputFolderCannotBeMade() throws IOException {
        Files.writeString(folder.resolve("taken"), "a file");
        assertThat(cli.run("run", "my.yaml", "--out", "taken/results")).isEqualTo(3);
        assertThat(cli.ran).isEmpty();
        assertThat(cli.err())
                .contains(folder.resolve("taken/results").toString())
                .hasLineCount(1);
    }

    @Test
    void shouldShowEveryProblemOfTheFileOnALineOfItsOwn() {
        assertThat(cli.run("run", "broken.yaml")).isEqualTo(2);
        assertThat(cli.err()).isEqualTo("broken.yaml:3: one thing\nbroken.yaml:7: another\n");
        assertThat(cli.out()).isEmpty();
    }

    @Test
    void shouldNameTheCommandThatRepeatsTheRunWithItsSeedAndQuotes() {
        assertThat(cli.run("run", "my file.yaml", "--duration", "10 s", "--set", "a.b=it's", "--json"))
                .isZero();
        assertThat(cli.options.getFirst().command())
                .isEqualTo("./rmtwin run 'my file.yaml' --seed 1 --duration '10 s' --set 'a.b=it'\\''s'");
    }

    @Test
    void shouldRunABuiltInScenarioByItsName() {
        assertThat(cli.run("run", "reference-echo", "--json")).isZero();
        assertThat(cli.options.getFirst().command()).isEqualTo("./rmtwin run reference-echo --seed 1");
    }

    @Test
    void shouldPassTheSnapshotOn() {
        assertThat(cli.run("run", "my.yaml", "--snapshot-at", "5s", "--snapshot", "half.snap"))
                .isZero();
        assertThat(cli.options.getFirst().snapshotAtPs()).isEqualTo(5_000_000_000_000L);
        assertThat(cli.options.getFirst().snapshotTo()).isEqualTo(folder.resolve("half.snap"));
    }

    @Test
    void shouldAskForBothPartsOfASnapshot() {
        assertThat(cli.run("run", "my.yaml", "--snapshot", "half.snap")).isEqualTo(2);
        assertThat(cli.err()).contains("--snapshot-at and --snapshot belong together");
        assertThat(cli.ran).isEmpty();
    }

    @Test
    void shouldRefuseASnapshotBeforeTheBeginning() {
        assertThat(cli.run("run", "my.yaml", "--snapshot-at", "-1s", "--snapshot", "half.snap"))
                .isEqualTo(2);
        assertThat(cli.err()).contains("--snapshot-at: '-1s' is negative").hasLineCount(1);
        assertThat(cli.ran).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"taken, 2, exists and is not a file", "none/half.snap, 3, no such file or folder", "/, 2, not a file"})
    void shouldTryTheSnapshotsPlaceOutBeforeTheRun(String name, int status, String reason) throws IOException {
        Files.createDirectory(folder.resolve("taken"));
        assertThat(cli.run("run", "my.yaml", "--snapshot-at", "5s", "--snapshot", name))
                .isEqualTo(status);
        assertThat(cli.err()).contains(name, reason).hasLineCount(1);
        assertThat(cli.ran).isEmpty();
        assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void shouldNameTheFileWhenTheSnapshotCannotBeWritten() {
        cli.defect = new AccessDeniedException("half.snap");
        assertThat(cli.run("run", "my.yaml", "--snapshot-at", "5s", "--snapshot", "half.snap"))
                .isEqualTo(3);
        assertThat(cli.err()).isEqualTo("rmtwin: half.snap: permission denied\n");
    }

    @Test
    void shouldResumeASnapshot() throws IOException {
        Files.writeString(folder.resolve("half.snap"), "state");
        assertThat(cli.run("resume", "half.snap", "--json")).isZero();
        assertThat(cli.json().get("scenario").stringValue()).isEqualTo("resumed");
    }

    @Test
    void shouldSayThatASnapshotIsMissing() {
        assertThat(cli.run("resume", "none.snap")).isEqualTo(2);
        assertThat(cli.err()).startsWith("none.snap: no such file").hasLineCount(1);
    }

    @Test
    void shouldSayThatASnapshotIsNoFile() {
        assertThat(cli.run("resume", folder.toString())).isEqualTo(2);
        assertThat(cli.err()).contains(": is not a file").hasLineCount(1);
    }

    @Test
    void shouldRewriteOneProgressLineAndWipeItAtTheEnd() {
        cli.progress = true;
        assertThat(cli.run("run", "my.yaml")).isZero();
        assertThat(cli.err())
                .startsWith("\r\u001b[Kmy  starting")
                .endsWith("\r\u001b[K")
                .doesNotContain("\n");
    }

    @Test
    void shouldColourVerdictsOnlyOnATerminal() {
        cli.colours = true;
        assertThat(cli.run("run", "my.yaml")).isZero();
        assertThat(cli.out()).contains("\u001b[32mPASS\u001b[0m mean");
        Cli plain = new Cli(folder);
        assertThat(plain.run("run", "my.yaml")).isZero();
        assertThat(plain.out()).doesNotContain("\u001b");
    }
}
