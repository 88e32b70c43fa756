package dev.rmtwin.scenarios.figure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.scenarios.file.Overrides;
import dev.rmtwin.scenarios.file.ScenarioCatalog;
import dev.rmtwin.scenarios.run.EngineRunner;
import dev.rmtwin.scenarios.run.Progress;
import dev.rmtwin.scenarios.run.RunOptions;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiveLoadFiguresTest {
    private static Finding judge(String id, long seed, String... sets) throws Exception {
        Figure figure = FigureCatalog.all().stream()
                .filter(f -> f.id().equals(id))
                .findFirst()
                .orElseThrow();
        Map<Variant, RunResult> runs = new HashMap<>();
        for (Variant variant : figure.variants()) {
            Overrides overrides = Overrides.NONE.withSeed(seed);
            for (String set : variant.set()) {
                overrides = overrides.withSet(set);
            }
            for (String set : sets) {
                overrides = overrides.withSet(set);
            }
            RunResult run = new EngineRunner()
                    .run(
                            new ScenarioCatalog().load(variant.scenario(), overrides),
                            RunOptions.plain("test"),
                            Progress.SILENT);
            runs.put(variant, run);
        }
        return figure.judge().apply(new Evidence(runs, seed, () -> false));
    }

    private static double measured(Finding finding, String check) {
        return finding.checks().stream()
                .filter(c -> c.name().equals(check))
                .findFirst()
                .orElseThrow()
                .measured();
    }

    private static double cell(Finding finding, int row, int column) {
        return finding.tables().getFirst().rows().get(row).get(column);
    }

    @ParameterizedTest
    @CsvSource({"F9, 1", "F9, 7", "F12, 1", "F12, 7", "F13, 1", "F13, 7", "F16, 1", "F16, 7", "F21, 1", "F21, 7"})
    void shouldHoldAtAnySeed(String id, long seed) throws Exception {
        assertThat(judge(id, seed).checks())
                .isNotEmpty()
                .allSatisfy(c -> assertThat(c.pass()).as(c.toString()).isTrue());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7})
    void shouldPollBurstsAtAThirdOfTheCost(long seed) throws Exception {
        assertThat(judge("F29", seed).pass()).isTrue();
    }

    @Test
    void shouldStarveNoRingWhenTheApplicationIsFasterThanTheFrames() throws Exception {
        Finding fast = judge("F9", 1, "nodes.B.host.application.afterDelivery=1 us");

        assertThat(measured(fast, "starved64")).isZero();
        assertThat(fast.pass()).as("nothing falls where nothing was").isFalse();
    }

    @Test
    void shouldTakeTheBuffersThatAreAskedFor() throws Exception {
        Finding small = judge("F9", 1, "flows.burst.receivers.B.buffer=2 KiB");

        assertThat(measured(small, "bufferMB512")).isEqualTo(512 * 2048 / 1e6);
    }

    @Test
    void shouldInterruptMoreOftenWhenFewerFramesAreHeldBack() throws Exception {
        Finding four = judge("F16", 1, "flows.frames.receivers.B.coalesceFrames=4");

        assertThat(four.pass()).isTrue();
        assertThat(measured(four, "interruptsAt100kHz")).isEqualTo(25_000);
        assertThat(measured(four, "interruptsAt1kHz")).isEqualTo(1000);
    }

    @Test
    void shouldGainLessFromCoalescingWhenInterruptsCostLess() throws Exception {
        Finding usual = judge("F21", 1);
        Finding cheap = judge("F21", 1, "nodes.B.host.interrupt.entry=100 ns", "nodes.B.host.interrupt.service=50 ns");

        int last = usual.tables().getFirst().rows().size() - 1;
        double gain = cell(usual, last, 1) / cell(usual, 0, 1);
        assertThat(cell(cheap, last, 1) / cell(cheap, 0, 1)).isLessThan(0.9 * gain);
        assertThat(cell(cheap, 0, 2)).isLessThan(cell(usual, 0, 2));
    }

    @Test
    void shouldGainNothingFromPollsThatFindOneFrameEach() throws Exception {
        Finding finding = judge("F29", 1, "flows.burst.gap=40 us");

        assertThat(measured(finding, "costRatio")).isLessThan(1.5);
    }

    @Test
    void shouldCostMoreWhenStartingAPollCostsMore() throws Exception {
        double usual = cell(judge("F29", 1), 2, 2);
        double dear = cell(judge("F29", 1, "host.interrupt.softIrq=2 us"), 2, 2);

        // A poll in 20 us takes about seven frames.
        assertThat(dear - usual).isBetween(1700.0 / 9, 1700.0 / 6);
    }

    @Test
    void shouldFindTheKneeFarthestBelowTheChord() {
        double[] x = {0, 1, 2, 4, 8};

        assertThat(Knee.of(x, new double[] {10, 3, 2, 1, 0}).index()).isEqualTo(1);
        assertThat(Knee.of(x, new double[] {8, 7, 6, 4, 0}).distance()).isZero();
    }
}
