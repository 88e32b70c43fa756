package dev.rmtwin.benchmarks.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.rmtwin.benchmarks.CalibrationBench;
import dev.rmtwin.benchmarks.calibration.Dial.Fit;
import dev.rmtwin.benchmarks.calibration.Dial.Target;
import dev.rmtwin.scenarios.file.Overrides;
import dev.rmtwin.scenarios.file.ScenarioCatalog;
import dev.rmtwin.scenarios.file.ScenarioProblems;
import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.model.Scenario;
import dev.rmtwin.scenarios.run.RunResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class StudyTest {
    private static final String WORK = "host.application.afterDelivery";
    private static final String LOOK = "host.polling.tidyUp";

    @Test
    void shouldFindParametersThatWereHiddenBehindWhatTheyDo() throws Exception {
        try (Lab lab = new Lab()) {
            List<String> hidden = List.of(WORK + "=25 us", LOOK + "=90 us");
            double eventCore = Mode.value(lab.run(new Lab.Run(Mode.EVENT, hidden, "1 s", 1)), Measure.CORE_BUSY);
            double pollMean = Mode.value(lab.run(new Lab.Run(Mode.POLL_100US, hidden, "1 s", 1)), Measure.ONE_WAY_MEAN);
            Dial work = new Dial(WORK, "ns", 0, 100_000, new Target(Mode.EVENT, Measure.CORE_BUSY, eventCore));
            Dial look =
                    new Dial(LOOK, "ns", 20_000, 160_000, new Target(Mode.POLL_100US, Measure.ONE_WAY_MEAN, pollMean));

            Map<Dial, Double> found = Dial.solveAll(lab, List.of(look, work), new Fit(List.of(), "1 s", 1, 2, 9));

            assertThat(found.get(work)).isCloseTo(25_000, within(500.0));
            assertThat(found.get(look)).isCloseTo(90_000, within(3_000.0));
        }
    }

    @Test
    void shouldRunOnlyOnceWhatIsAskedForTwice() throws Exception {
        try (Lab lab = new Lab()) {
            RunResult first = lab.run(new Lab.Run(Mode.EVENT, List.of(), "100 ms", 1));

            assertThat(lab.run(new Lab.Run(Mode.EVENT, List.of(), "100 ms", 1))).isSameAs(first);
            assertThat(lab.run(new Lab.Run(Mode.EVENT, List.of(), "100 ms", 2))).isNotSameAs(first);
            assertThat(lab.finished()).isEqualTo(2);
        }
    }

    @Test
    void shouldEndARunInItsMiddleWhenTheLabIsClosed() {
        Future<RunResult> run;
        try (Lab lab = new Lab()) {
            run = lab.submit(new Lab.Run(Mode.EVENT, List.of(), "100 h", 1));
        }
        assertThatThrownBy(() -> Lab.await(run)).isInstanceOf(CancellationException.class);
    }

    @Test
    void shouldReportWhatIsFinishedWithoutTheMaximaThatShortRunsCannotJudge() throws Exception {
        try (Lab lab = new Lab()) {
            Study.Plan plan = new Study.Plan(2, "1 s", "1 s", "1 s", 2);
            Study study = new Study(plan, new SeedStudy(lab, "1 s").run(2), List.of(), List.of(), lab.finished());

            JsonNode report = JsonMapper.shared().readTree(StudyJson.of(study));

            assertThat(report.path("complete").asBoolean()).isFalse();
            assertThat(report.path("pass").asBoolean()).isFalse();
            assertThat(report.path("figures"))
                    .extracting(figure -> figure.path("id").asString())
                    .contains("F1.mean", "F2.p99", "F3.core", "F4.wait", "F5.max", "F6.core", "F7.core")
                    .contains("F31.event-p99", "F32.core", "F32.below-others");
            for (JsonNode figure : report.path("figures")) {
                assertThat(figure.path("min").asDouble())
                        .isLessThanOrEqualTo(figure.path("median").asDouble());
                assertThat(figure.path("median").asDouble())
                        .isLessThanOrEqualTo(figure.path("max").asDouble());
                if (List.of("F1.max", "F2.max", "F3.max")
                        .contains(figure.path("id").asString())) {
                    assertThat(figure.path("judged").asBoolean()).isFalse();
                }
            }
            assertThat(StudyText.of(study)).contains("too short to judge").contains("not finished");
        }
    }

    @Test
    void shouldExpectOfHalvingTheOppositeOfDoubling() {
        Knob look = knob(LOOK);

        assertThat(look.expected("F1.core").agrees(5, 1)).isTrue();
        assertThat(look.expected("F1.core").agrees(0.5, 1)).isFalse();
        assertThat(look.expected("F1.core").opposite().agrees(-5, 1)).isTrue();
        assertThat(look.expected("F1.core").opposite().agrees(5, 1)).isFalse();
        assertThat(look.expected("F3.mean").agrees(0.5, 1)).isTrue();
        assertThat(look.expected("F3.mean").agrees(-2, 1)).isFalse();
        assertThat(look.expected("F1.mean").agrees(-2, 1)).isFalse();
    }

    @Test
    void shouldDoubleEveryParameterFromItsValueInTheProfile() throws Exception {
        Scenario scenario = load(Overrides.NONE);
        for (Knob knob : Knob.all()) {
            Scenario doubled = load(Overrides.NONE.withSet(knob.scaled(scenario, 2)));

            assertThat(knob.value().applyAsDouble(doubled))
                    .as(knob.path())
                    .isPositive()
                    .isEqualTo(2 * knob.value().applyAsDouble(scenario));
        }
    }

    @Test
    void shouldRefuseAStudyWithoutSeeds() {
        StringWriter err = new StringWriter();

        int status = new CommandLine(new CalibrationBench())
                .setErr(new PrintWriter(err, true))
                .execute("--seeds", "0");

        assertThat(status).isEqualTo(2);
        assertThat(err.toString()).contains("--seeds: 0 is too few");
    }

    private static Scenario load(Overrides overrides) throws ScenarioProblems {
        return new ScenarioCatalog().load(Mode.EVENT.scenario(), overrides);
    }

    private static Knob knob(String path) {
        return Knob.all().stream()
                .filter(knob -> knob.path().equals(path))
                .findFirst()
                .orElseThrow();
    }
}
