package dev.rmtwin.scenarios.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rmtwin.scenarios.model.Flow;
import dev.rmtwin.scenarios.model.ReceiveMode;
import dev.rmtwin.scenarios.model.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IncludeTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void writeBase() throws IOException {
        write("base.yaml", Loading.SOUND);
    }

    @Test
    void shouldKeepWhatTheIncludingFileDoesNotSay() throws Exception {
        Scenario scenario = load("scenario: mine\ninclude: base.yaml\nduration: 2 s\n");

        assertThat(scenario.name()).isEqualTo("mine");
        assertThat(scenario.durationPs()).isEqualTo(2_000_000_000_000L);
        assertThat(scenario.flows()).hasSize(2);
        assertThat(scenario.expectations()).hasSize(1);
    }

    @Test
    void shouldMergeMapsReplaceListsAndRemoveWithNull() throws Exception {
        Scenario scenario = load("""
                include: base.yaml
                nodes: {C: null, D: {id: 9}}
                flows:
                  command:
                    receivers:
                      B: {mode: poll, period: 1 ms, buffer: null}
                expectations: []
                """);

        assertThat(scenario.nodes()).extracting(n -> n.name()).containsExactly("A", "B", "D");
        assertThat(scenario.flows().getFirst().receivers().getFirst().mode()).isEqualTo(ReceiveMode.POLL);
        assertThat(scenario.flows().getFirst().receivers().getFirst().bufferBytes())
                .isEqualTo(256);
        assertThat(scenario.expectations()).isEmpty();
    }

    @Test
    void shouldLetOneWayOfSendingReplaceAnother() throws Exception {
        Scenario scenario = load("include: base.yaml\nflows: {command: {period: 2 ms}, answer: {rate: 10 Hz}}\n");

        assertThat(scenario.flows().get(0).sending()).isEqualTo(new Flow.Periodic(2_000_000_000L, 0, 0));
        assertThat(scenario.flows().get(1).sending()).isInstanceOf(Flow.Periodic.class);
    }

    @Test
    void shouldChangeAnIncludedProfileByParts() throws Exception {
        write("ideal.yaml", "include: base.yaml\nhost: ideal\n");

        Scenario scenario = load("include: ideal.yaml\nhost: {wakeUp: {schedule: 3 us}}\n");

        assertThat(scenario.node("A").host().name()).isEqualTo("ideal (changed)");
        assertThat(scenario.node("A").host().wakeUp().schedulePs()).isEqualTo(3_000_000L);
        assertThat(scenario.node("A").host().wakeUp().returnPs()).isZero();
    }

    @Test
    void shouldLetTheLastOfSeveralIncludesWin() throws Exception {
        write("two.yaml", "seed: 2\nduration: 2 s\n");
        write("three.yaml", "seed: 3\n");

        Scenario scenario = load("include: [base.yaml, two.yaml, three.yaml]\n");

        assertThat(scenario.seed()).isEqualTo(3);
        assertThat(scenario.durationPs()).isEqualTo(2_000_000_000_000L);
    }

    @Test
    void shouldShowAProblemInTheFileWhereItIsWritten() throws Exception {
        write("bad.yaml", "include: base.yaml\n\nduration: 5\n");

        assertThat(problems("scenario: mine\ninclude: bad.yaml\nseed: x\n"))
                .containsExactly(
                        "main.yaml:3: seed: 'x' is not a whole number; write a whole number from 0",
                        "bad.yaml:3: duration: '5' has no unit; write a time with its unit (ps, ns, us, ms, s, min, h),"
                                + " e.g. 1 ms");
    }

    @Test
    void shouldRefuseIncludesThatGoRoundAndShowTheChain() throws Exception {
        write("one.yaml", "include: two.yaml\n");
        write("two.yaml", "include: main.yaml\n");

        assertThat(problems("scenario: x\ninclude: one.yaml\n"))
                .containsExactly(
                        "two.yaml:1: include: includes go round: main.yaml -> one.yaml -> two.yaml -> main.yaml;"
                                + " remove one of them");
    }

    @Test
    void shouldRefuseIncludesThatMultiply() throws Exception {
        for (int i = 0; i < 20; i++) {
            write("n" + i + ".yaml", "include: [n" + (i + 1) + ".yaml, n" + (i + 1) + ".yaml]\n");
        }
        write("n20.yaml", Loading.SOUND);

        assertThat(problems("include: n0.yaml\n")).anyMatch(p -> p.contains("more than 64 files are included"));
    }

    @Test
    void shouldTellWhereAMissingIncludeIsNamed() throws Exception {
        assertThat(problems("scenario: x\ninclude:\n  - none.yaml\n"))
                .containsExactly("main.yaml:3: include: 'none.yaml' does not exist; check the name (rmtwin list)");
    }

    @Test
    void shouldUseAProfileFileBesideTheScenario() throws Exception {
        Files.createDirectory(folder.resolve("hosts"));
        write("hosts/mine.yaml", "profile: reference-lab\ndescription: mine\ncores: 4\n");

        Scenario scenario = load("include: base.yaml\nhost: hosts/mine.yaml\n");

        assertThat(scenario.node("B").host().name()).isEqualTo("mine");
        assertThat(scenario.node("B").host().coreCount()).isEqualTo(4);
        assertThat(scenario.node("B").host().wakeUp().signalPs()).isEqualTo(200_000L);
    }

    @Test
    void shouldTellOnceWhatIsWrongInAProfileThatManyNodesUse() throws Exception {
        write("mine.yaml", "profile: reference-lab\nwakeUp:\n  schedule: 3\n");

        assertThat(problems("include: base.yaml\nnodes: {A: {host: mine.yaml}, B: {host: mine.yaml}}\n"))
                .singleElement()
                .asString()
                .startsWith("mine.yaml:3: nodes.A.host.wakeUp.schedule: '3' has no unit");
    }

    @Test
    void shouldRefuseProfilesThatGoRound() throws Exception {
        write("a.yaml", "profile: ./b.yaml\n");
        write("b.yaml", "profile: ./a.yaml\n");

        assertThat(problems("include: base.yaml\nhost: ./a.yaml\n"))
                .containsExactly("b.yaml:1: profile: profiles go round: './a.yaml' starts from itself; remove one");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private Scenario load(String main) throws Exception {
        write("main.yaml", main);
        return new ScenarioLoader().load(folder.resolve("main.yaml"), Overrides.NONE);
    }

    private List<String> problems(String main) {
        ScenarioProblems problems = catchThrowableOfType(ScenarioProblems.class, () -> load(main));
        String prefix = folder + "/";
        return problems.problems().stream()
                .map(p -> p.toString().replace(prefix, ""))
                .toList();
    }
}
