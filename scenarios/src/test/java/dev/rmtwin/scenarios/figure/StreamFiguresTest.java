package dev.rmtwin.scenarios.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures of streams: they hold at any seed, and move when a parameter moves. */
class StreamFiguresTest {
    private static Evidence evidence(long seed) {
        return new Evidence(Map.of(), seed, () -> false);
    }

    private static Finding judge(String id, long seed) {
        return FigureCatalog.all().stream()
                .filter(f -> f.id().equals(id))
                .findFirst()
                .orElseThrow()
                .judge()
                .apply(evidence(seed));
    }

    private static double measured(Finding finding, String check) {
        return finding.checks().stream()
                .filter(c -> c.name().equals(check))
                .findFirst()
                .orElseThrow()
                .measured();
    }

    @ParameterizedTest
    @CsvSource({
        "F19, 1", "F19, 7", "F20, 1", "F20, 7", "F23, 1", "F23, 7", "F24, 1", "F24, 7", "F25, 1", "F25, 7", "F40, 1",
        "F40, 7"
    })
    void shouldHoldAtAnySeed(String id, long seed) {
        Finding finding = judge(id, seed);
        System.out.println(id + " " + finding.checks() + "\n" + finding.tables());
        assertThat(finding.checks())
                .isNotEmpty()
                .allSatisfy(c -> assertThat(c.pass()).as(c.toString()).isTrue());
    }
}
