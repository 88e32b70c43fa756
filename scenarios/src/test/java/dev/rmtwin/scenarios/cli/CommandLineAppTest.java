package dev.rmtwin.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineAppTest {
    @TempDir
    private Path folder;

    private Cli cli;

    @BeforeEach
    void makeCommandLine() {
        cli = new Cli(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo", "run", "resume", "reproduce", "lspci", "list", "new", "registers"})
    void shouldShowAnExampleInTheHelpOfEveryCommand(String command) {
        assertThat(cli.run(command, "--help")).isZero();
        assertThat(cli.out()).containsPattern("Examples?:\\s+\\./rmtwin");
        assertThat(cli.err()).isEmpty();
    }

    @Test
    void shouldListEveryCommandInItsOwnHelp() {
        assertThat(cli.run("--help")).isZero();
        assertThat(cli.out())
                .contains("demo", "run", "resume", "reproduce", "lspci", "list", "new", "registers", "Exit status");
    }

    @Test
    void shouldPrintItsVersion() {
        assertThat(cli.run("--version")).isZero();
        assertThat(cli.out()).startsWith("rmtwin ");
    }

    @Test
    void shouldSuggestTheCommandThatWasMeant() {
        assertThat(cli.run("reprodcue")).isEqualTo(2);
        assertThat(cli.err()).contains("reprodcue", "Did you mean", "reproduce");
        assertThat(cli.out()).isEmpty();
    }

    @Test
    void shouldSuggestTheOptionThatWasMeant() {
        assertThat(cli.run("run", "my.yaml", "--durration", "1s")).isEqualTo(2);
        assertThat(cli.err()).contains("--durration", "--duration");
        assertThat(cli.ran).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "run a.yaml b.yaml", "run a.yaml --set", "new", "--nonsense", ""})
    void shouldRefuseBadUsageWithStatusTwoAndNoStackTrace(String line) {
        assertThat(cli.run(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);
        assertThat(cli.err()).isNotBlank().doesNotContain("\tat ");
        assertThat(cli.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run ''", "resume ''", "new ''", "run my.yaml --out ''", "demo --out ''"})
    void shouldRefuseAnEmptyName(String line) {
        assertThat(cli.run(line.replace("''", "").split(" ", -1))).isEqualTo(2);
        assertThat(cli.err()).contains("the name is empty");
        assertThat(cli.ran).isEmpty();
    }

    @Test
    void shouldTakeAnAtSignForPartOfAName() throws IOException {
        Files.writeString(folder.resolve("@my.yaml"), "--json");
        assertThat(cli.run("run", "@my.yaml")).isZero();
        assertThat(cli.ran).containsExactly("@my");
    }

    @Test
    void shouldShowADefectInOneLineAndItsDetailsOnRequest() {
        cli.defect = new IllegalStateException("time fell");
        assertThat(cli.run("run", "my.yaml")).isEqualTo(70);
        assertThat(cli.err()).contains("internal error", "time fell", "--debug").hasLineCount(1);
        Cli again = new Cli(folder);
        again.defect = cli.defect;
        assertThat(again.run("run", "my.yaml", "--debug")).isEqualTo(70);
        assertThat(again.err()).contains("\tat ");
    }

    @Test
    void shouldShowADefectInOneOfSeveralRunsInOneLine() {
        cli.defect = new IllegalStateException("time fell");
        assertThat(cli.run("demo")).isEqualTo(70);
        assertThat(cli.err()).contains("time fell").hasLineCount(1);
    }

    @Test
    void shouldFailWhenStandardOutputIsFull() {
        cli.standardOutput = failing("No space left on device");
        assertThat(cli.run("list")).isEqualTo(3);
        assertThat(cli.err())
                .contains("cannot write the result to standard output: No space left")
                .hasLineCount(1);
    }

    @Test
    void shouldBeSilentWhenNobodyReadsTheResultToItsEnd() {
        cli.standardOutput = failing("Broken pipe");
        assertThat(cli.run("list")).isEqualTo(3);
        assertThat(cli.err()).isEmpty();
    }

    private static OutputStream failing(String reason) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(reason);
            }
        };
    }

    @Test
    void shouldListScenariosProfilesModesAndMeasures() {
        assertThat(cli.run("list")).isZero();
        assertThat(cli.out()).contains("reference-echo", "reference-lab", "rm-queue", "busy-poll", "oneWay.p99");
    }

    @Test
    void shouldListAsJson() {
        assertThat(cli.run("list", "--json")).isZero();
        assertThat(cli.json().propertyNames())
                .containsExactly("scenarios", "hostProfiles", "cardProfiles", "receiveModes", "measures");
        assertThat(cli.json().get("receiveModes")).hasSize(6);
    }

    @Test
    void shouldWriteANewScenarioAndRefuseToOverwriteIt() throws IOException {
        assertThat(cli.run("new", "my.yaml")).isZero();
        assertThat(folder.resolve("my.yaml")).hasContent("# a scenario");
        Files.writeString(folder.resolve("my.yaml"), "mine");
        assertThat(cli.run("new", "my.yaml")).isEqualTo(2);
        assertThat(cli.err()).contains("exists already", "--force");
        assertThat(folder.resolve("my.yaml")).hasContent("mine");
        assertThat(cli.run("new", "my.yaml", "--force")).isZero();
        assertThat(folder.resolve("my.yaml")).hasContent("# a scenario");
    }

    @Test
    void shouldSayWhyANewScenarioCannotBeWritten() {
        assertThat(cli.run("new", "none/my.yaml")).isEqualTo(3);
        assertThat(cli.err()).contains("none/my.yaml", "no such file or folder").hasLineCount(1);
        assertThat(cli.run("new", ".")).isEqualTo(2);
    }
}
