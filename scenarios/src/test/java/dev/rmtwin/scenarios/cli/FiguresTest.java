package dev.rmtwin.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.scenarios.figure.Check;
import dev.rmtwin.scenarios.figure.Evidence;
import dev.rmtwin.scenarios.figure.Figure;
import dev.rmtwin.scenarios.figure.FigureCatalog;
import dev.rmtwin.scenarios.figure.Variant;
import dev.rmtwin.scenarios.model.Expectation;
import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.model.Scenario;
import dev.rmtwin.scenarios.report.Results;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The figures beside the scenario files that come with rmtwin. */
class FiguresTest {
    private static final Map<Measure, String> NAMES = Map.of(
            Measure.ONE_WAY_MEAN, "meanUs",
            Measure.ONE_WAY_P99, "p99Us",
            Measure.ONE_WAY_MAX, "maxUs",
            Measure.CORE_BUSY, "coreBusyPercent",
            Measure.WAIT_MEAN, "waitMeanUs");

    private final LoaderSource source = new LoaderSource();

    @Test
    void shouldNeedOnlyScenariosThatThereAre() {
        List<String> names = FigureCatalog.all().stream()
                .flatMap(figure -> figure.variants().stream())
                .map(Variant::scenario)
                .distinct()
                .toList();
        assertThat(source.scenarios().stream().map(ScenarioSource.Entry::name)).containsAll(names);
    }

    @ParameterizedTest
    @ValueSource(strings = {"F1", "F2", "F3", "F4"})
    void shouldAskOfAFigureWhatItsScenarioFileExpects(String id) {
        Figure figure = ReproduceCommand.select(List.of(id)).getFirst();
        String name = figure.variants().getFirst().scenario();
        Scenario scenario = source.builtIn(name, Settings.of(null, null));
        List<Expectation> expected = scenario.expectations().stream()
                .filter(e -> e.id().startsWith(id + "."))
                .toList();
        List<Check> checks = figure.judge()
                .apply(new Evidence(Map.of(Variant.of(name), Results.run(scenario, 100)), 1, () -> false))
                .checks();
        assertThat(checks).hasSameSizeAs(expected).isNotEmpty();
        for (Expectation expectation : expected) {
            double scale = expectation.measure().unit() == Measure.Unit.TIME ? Ps.US : 1;
            Check check = checks.stream()
                    .filter(c -> c.name().equals(NAMES.get(expectation.measure())))
                    .findFirst()
                    .orElseThrow();
            assertThat(check.expected() * scale).isEqualTo(expectation.expected());
            assertThat(check.low() * scale).isCloseTo(expectation.low(), within(scale));
            assertThat(check.high() * scale).isCloseTo(expectation.high(), within(scale));
            assertThat(expectation.receiver())
                    .isEqualTo(
                            scenario.flows().getFirst().receivers().getFirst().name());
        }
    }

    private static Offset<Double> within(double scale) {
        return Offset.offset(1e-6 * scale);
    }
}
