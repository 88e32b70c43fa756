package dev.rmtwin.scenarios.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rmtwin.pcie.card.PcieProfile;
import dev.rmtwin.pcie.config.LinkShape;
import dev.rmtwin.scenarios.experiment.BusStream;
import dev.rmtwin.scenarios.file.Overrides;
import dev.rmtwin.scenarios.file.ScenarioCatalog;
import dev.rmtwin.scenarios.file.ScenarioProblems;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bus carries what physics says, and something else when the link is another. */
class BusFiguresTest {
    private static final double GIGA = 1e9;
    private static final long BYTES = 2_000_000;

    private static PcieProfile bus(String... sets) throws ScenarioProblems {
        Overrides overrides = Overrides.NONE;
        for (String set : sets) {
            overrides = overrides.withSet("card.pcie." + set);
        }
        return new ScenarioCatalog()
                .load("reference-echo", overrides)
                .nodes()
                .getFirst()
                .card()
                .pcie();
    }

    private static double rate(PcieProfile bus, int payload) {
        BusStream.Result result = BusStream.write(bus, BYTES, payload);
        assertThat(result.misplaced()).isZero();
        return result.bytesPerSecond() / GIGA;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 99})
    void shouldReproduceF17AtAnySeed(long seed) {
        Figure figure = FigureCatalog.all().stream()
                .filter(f -> f.id().equals("F17"))
                .findFirst()
                .orElseThrow();
        Finding finding = figure.judge().apply(new Evidence(Map.of(), seed, () -> false));
        assertThat(finding.checks()).allMatch(Check::pass);
        for (DataTable table : finding.tables()) {
            for (List<Double> row : table.rows()) {
                for (int column = 1; column + 1 < row.size(); column += 2) {
                    assertThat(row.get(column))
                            .as(table.title() + " " + row)
                            .isCloseTo(row.get(column + 1), within(0.02 * row.get(column + 1)));
                }
            }
        }
    }

    @Test
    void shouldMoveWithTheLinkAsPhysicsSays() throws ScenarioProblems {
        double standard = rate(bus(), 128);
        assertThat(rate(bus("lanes=2"), 128)).isCloseTo(standard / 2, within(standard / 100));
        assertThat(rate(bus("lanes=8"), 128)).isCloseTo(standard * 2, within(standard / 10));
        // 5 GT/s with 8b/10b against 8 GT/s with 128b/130b.
        assertThat(rate(bus("generation=2"), 128)).isCloseTo(standard * 2 / 3.938, within(standard / 100));
        assertThat(rate(bus("longHeader=12 B"), 128)).isCloseTo(standard * 152 / 148, within(standard / 100));
        assertThat(rate(bus("hostHeaders=2"), 128)).isLessThan(standard / 4);
        assertThat(rate(bus("hostData=128 B"), 128)).isLessThan(standard / 8);
    }

    @Test
    void shouldMissTheFigureWithHalfTheLanes() throws ScenarioProblems {
        PcieProfile half = bus("lanes=2");
        assertThat(half.shape()).isEqualTo(new LinkShape(3, 2));
        List<Check> checks = BusFigures.bandwidth(half, BYTES).checks();
        assertThat(checks.subList(0, 2)).noneMatch(Check::pass);
        assertThat(BusFigures.bandwidth(bus(), BYTES).checks().subList(0, 2)).allMatch(Check::pass);
    }

    @Test
    void shouldReadFasterWithMoreTagsAndLargerRequests() throws ScenarioProblems {
        double one = BusStream.read(bus("readTags=1"), BYTES, 512).bytesPerSecond();
        double two = BusStream.read(bus("readTags=2"), BYTES, 512).bytesPerSecond();
        double large = BusStream.read(bus("readTags=1", "maxReadRequest=4 KiB"), BYTES, 4096)
                .bytesPerSecond();
        assertThat(two).isCloseTo(2 * one, within(one / 20));
        assertThat(large).isGreaterThan(2 * one);
        assertThat(BusStream.read(bus("hostMemoryRead=10 us"), BYTES, 512).bytesPerSecond())
                .isLessThan(BusStream.read(bus(), BYTES, 512).bytesPerSecond());
    }
}
