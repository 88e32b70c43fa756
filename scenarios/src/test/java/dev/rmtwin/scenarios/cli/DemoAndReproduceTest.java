package dev.rmtwin.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.scenarios.figure.Check;
import dev.rmtwin.scenarios.figure.Figure;
import dev.rmtwin.scenarios.figure.FigureCatalog;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class DemoAndReproduceTest {
    @TempDir
    private Path folder;

    private Cli cli;

    @BeforeEach
    void makeCommandLine() {
        cli = new Cli(folder);
    }

    @Test
    void shouldShowTheThreeModesWithReferenceNoteAndReport() {
        assertThat(cli.run("demo")).isZero();
        assertThat(cli.ran).containsExactlyInAnyOrder("reference-poll-1ms", "reference-poll-100us", "reference-echo");
        assertThat(cli.out())
                .contains("reference", "7.8", "not T/2", "never returns early")
                .contains("report: " + folder.resolve("rmtwin-report/demo.html"));
        assertThat(folder.resolve("rmtwin-report/demo.html")).content().contains("Why the polling rows are not T/2");
    }

    @Test
    void shouldGiveTheRunsOfTheDemoInOrderAsJson() {
        assertThat(cli.run("demo", "--json", "--out", "here")).isZero();
        assertThat(cli.json()
                        .get("runs")
                        .valueStream()
                        .map(run -> run.get("scenario").stringValue()))
                .containsExactly("reference-poll-1ms", "reference-poll-100us", "reference-echo");
        assertThat(folder.resolve("here/demo.json")).hasContent(cli.out());
    }

    @Test
    void shouldKeepWhatWasMeasuredWhenTheDemoIsStopped() {
        cli.stop.stop();
        assertThat(cli.run("demo")).isEqualTo(130);
        assertThat(cli.out()).contains("stopped before its end", "command@B");
    }

    @Test
    void shouldRunAScenarioOnceForAllFiguresThatNeedIt() {
        cli.run("reproduce", "--only", "F1,F4,F31", "--json");
        assertThat(cli.ran).containsExactlyInAnyOrder("reference-poll-1ms", "reference-echo");
        assertThat(cli.json()
                        .get("figures")
                        .valueStream()
                        .map(figure -> figure.get("id").stringValue()))
                .containsExactly("F1", "F4", "F31");
    }

    @Test
    void shouldJudgeFiguresByWhatWasMeasured() {
        assertThat(cli.run("reproduce", "--only", "F1,F4", "--json")).isEqualTo(1);
        JsonNode f1 = cli.json().get("figures").get(0);
        JsonNode f4 = cli.json().get("figures").get(1);
        assertThat(f1.get("expected").get("meanUs").doubleValue()).isEqualTo(325);
        assertThat(f1.get("measured").get("p99Us").doubleValue()).isBetween(600.0, 728.0);
        assertThat(f1.get("pass").booleanValue()).isFalse();
        assertThat(f4.get("measured").get("waitMeanUs").doubleValue()).isBetween(270.0, 330.0);
        assertThat(f4.get("pass").booleanValue()).isTrue();
        assertThat(cli.json().get("passed").intValue()).isEqualTo(1);
        assertThat(cli.json().get("failed").intValue()).isEqualTo(1);
    }

    @Test
    void shouldShowFiguresAsATable() {
        assertThat(cli.run("reproduce", "--only", "f1, f4")).isEqualTo(1);
        assertThat(cli.out()).contains("FAIL F1", "PASS F4", "waitMeanUs", "1 passed, 1 failed", "not T/2");
    }

    @Test
    void shouldRefuseFiguresThatAreUnknownOrNotBuilt() {
        assertThat(cli.run("reproduce", "--only", "F1,F42,F99,X")).isEqualTo(2);
        assertThat(cli.err())
                .contains("F42 cannot be reproduced by this version yet", "no figure 'F99'", "no figure 'X'", "F32")
                .hasLineCount(3);
        assertThat(cli.ran).isEmpty();
    }

    @Test
    void shouldCoverTheFiguresOfTheMainJob() {
        assertThat(FigureCatalog.all().stream().map(Figure::id))
                .doesNotHaveDuplicates()
                .containsSubsequence(List.of("F1", "F2", "F3", "F4", "F5", "F6", "F31", "F32"));
    }

    @Test
    void shouldNotPassOnANumberThatIsNone() {
        assertThat(Check.within("meanUs", Double.NaN, 10, 10).pass()).isFalse();
        assertThat(Check.atMost("meanUs", Double.NaN, 10).pass()).isFalse();
        assertThat(Check.within("meanUs", 11, 10, 10).pass()).isTrue();
        assertThat(Check.within("meanUs", 11.01, 10, 10).pass()).isFalse();
    }
}
