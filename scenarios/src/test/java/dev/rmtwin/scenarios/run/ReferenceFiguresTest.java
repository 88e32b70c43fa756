package dev.rmtwin.scenarios.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rmtwin.scenarios.file.Overrides;
import dev.rmtwin.scenarios.file.ScenarioCatalog;
import dev.rmtwin.scenarios.file.ScenarioProblems;
import dev.rmtwin.scenarios.model.Measure;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The reference figures on runs of a few simulated seconds, with the profiles as they are shipped. Maxima need the
 * reference's ten minutes and are left to {@code rmtwin reproduce} and {@code rmtwin bench calibration}.
 */
class ReferenceFiguresTest {
    private static final double PS_PER_US = 1e6;
    private static final String SHORT = "10 s";

    @ParameterizedTest
    @ValueSource(strings = {"reference-poll-1ms", "reference-poll-100us", "reference-echo", "reference-busy-poll"})
    void shouldBeInsideTheToleranceOnAShortRun(String scenario) throws Exception {
        shouldHold(figures(run(scenario, SHORT)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ideal-poll", "yield-poll"})
    void shouldBeInsideTheToleranceOnTheWholeRun(String scenario) throws Exception {
        shouldHold(run(scenario, "").expectations());
    }

    @Test
    void shouldLeaveBusyPollingTheLeastLatencyAndItsCoreNoRest() throws Exception {
        RunResult busy = run("reference-busy-poll", SHORT);

        assertThat(core(busy)).isGreaterThanOrEqualTo(99.9);
        for (String other : List.of("reference-echo", "reference-poll-100us", "reference-poll-1ms")) {
            assertThat(meanUs(busy)).as(other).isLessThan(meanUs(run(other, SHORT)));
        }
    }

    @Test
    void shouldLoadFourCoresAbove70PercentWithThreeThreadsThatPollEvery100Microseconds() throws Exception {
        assertThat(3 * core(run("reference-poll-100us", SHORT)) / 4).isGreaterThan(70);
    }

    @Test
    void shouldLoadPollersOnlyWhenALookTakesTwiceAsLong() throws Exception {
        String longer = "host.polling.tidyUp=140 us";

        assertThat(core(run("reference-poll-1ms", SHORT, longer)))
                .isGreaterThan(1.15 * core(run("reference-poll-1ms", SHORT)));
        assertThat(meanUs(run("reference-poll-100us", SHORT, longer)))
                .isGreaterThan(1.5 * meanUs(run("reference-poll-100us", SHORT)));
        RunResult event = run("reference-echo", SHORT);
        RunResult same = run("reference-echo", SHORT, longer);
        assertThat(meanUs(same)).isEqualTo(meanUs(event));
        assertThat(core(same)).isEqualTo(core(event));
    }

    @Test
    void shouldDoubleTheWaitOfASlowPollerWhenLooksAreTwiceAsFarApart() throws Exception {
        RunResult near = run("reference-poll-1ms", SHORT);
        RunResult far = run("reference-poll-1ms", SHORT, "host.polling.intervalFactor=120 %");

        double ratio = waitUs(far) / waitUs(near);
        assertThat(ratio).isCloseTo(2, within(0.15));
        assertThat(core(far)).isLessThan(core(near));
    }

    @Test
    void shouldLoadTheCoreButDelayNoFrameWhenTheReceiverWorksTwiceAsLongAfterDelivery() throws Exception {
        RunResult event = run("reference-echo", SHORT);
        RunResult busier = run("reference-echo", SHORT, "host.application.afterDelivery=76 us");

        assertThat(core(busier) - core(event)).as("38 us more in each ms").isCloseTo(3.8, within(0.05));
        assertThat(meanUs(busier)).isEqualTo(meanUs(event));
    }

    @Test
    void shouldTakeTheTimeOfTwoPacketsLongerOnAFibreOfHalfTheRate() throws Exception {
        double slower = meanUs(run("reference-echo", SHORT, "ring.lineRate=1.0625 Gbaud"));

        // 100 B in packets of 64 B and 36 B, 16 B of framing each, 10 symbols a byte: 1320 symbols at 2.125 Gbaud.
        assertThat(slower - meanUs(run("reference-echo", SHORT))).isCloseTo(0.621, within(0.01));
    }

    private static void shouldHold(List<ExpectationResult> results) {
        assertThat(results)
                .isNotEmpty()
                .allSatisfy(result -> assertThat(result.pass())
                        .as("%s measured %s", result.expectation(), result.measured())
                        .isTrue());
    }

    /** What a scenario expects of its reference figure, without maxima. */
    private static List<ExpectationResult> figures(RunResult run) {
        return run.expectations().stream()
                .filter(result -> result.expectation().measure() != Measure.ONE_WAY_MAX)
                .toList();
    }

    private static RunResult run(String scenario, String duration, String... sets)
            throws ScenarioProblems, IOException {
        Overrides overrides = duration.isEmpty() ? Overrides.NONE : Overrides.NONE.withDuration(duration);
        for (String set : sets) {
            overrides = overrides.withSet(set);
        }
        return new EngineRunner()
                .run(new ScenarioCatalog().load(scenario, overrides), RunOptions.plain("test"), Progress.SILENT);
    }

    private static double core(RunResult run) {
        return run.receivers().getFirst().value(Measure.CORE_BUSY);
    }

    private static double meanUs(RunResult run) {
        return run.receivers().getFirst().value(Measure.ONE_WAY_MEAN) / PS_PER_US;
    }

    private static double waitUs(RunResult run) {
        return run.receivers().getFirst().value(Measure.WAIT_MEAN) / PS_PER_US;
    }
}
