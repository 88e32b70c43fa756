package dev.rmtwin.scenarios.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.scenarios.experiment.IdleExperiment;
import dev.rmtwin.scenarios.experiment.IdleExperiment.Mode;
import dev.rmtwin.scenarios.experiment.Microcontroller;
import dev.rmtwin.scenarios.experiment.NicExperiment;
import dev.rmtwin.scenarios.experiment.SampleExperiment;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
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
        assertThat(finding.checks())
                .isNotEmpty()
                .allSatisfy(c -> assertThat(c.pass()).as(c.toString()).isTrue());
    }

    /** A core whose handlers cost something else. */
    private static SampleExperiment.Load each(long samplesPerSecond, double costFactor) {
        HostProfile plain = Microcontroller.profile();
        HostProfile.Interrupt cost = plain.interrupt();
        HostProfile changed = new HostProfile(
                plain.name(),
                plain.coreCount(),
                plain.interruptCore(),
                new HostProfile.Interrupt(
                        cost.entryPs(),
                        cost.entryTail(),
                        (long) (cost.servicePs() * costFactor),
                        cost.perCompletionPs(),
                        cost.exitPs(),
                        cost.softIrqPs()),
                plain.wakeUp(),
                plain.polling(),
                plain.scheduler(),
                plain.application());
        return SampleExperiment.each(
                new Microcontroller(1, changed, Microcontroller.Timing.STANDARD), samplesPerSecond);
    }

    @Test
    void shouldLoadTheCoreByRateTimesCost() {
        double usual = each(500_000, 1).corePercent();
        assertThat(each(250_000, 1).corePercent()).isCloseTo(usual / 2, within(0.2));
        assertThat(each(500_000, 0.5).corePercent()).isCloseTo(usual - 0.5 * 1.25 * 50, within(0.2));
        SampleExperiment.Load tooFast = each(1_000_000, 1);
        assertThat(tooFast.corePercent()).isLessThanOrEqualTo(100);
        assertThat(tooFast.lost()).isPositive();
        assertThat(tooFast.lost() + tooFast.taken() + tooFast.inHand()).isEqualTo(tooFast.emitted());
        SampleExperiment.Load saturated = each(3_000_000, 1);
        assertThat(saturated.corePercent()).isBetween(85.0, 100.0);
        assertThat(saturated.interruptsPerSecond()).isLessThan(560_000);
    }

    @Test
    void shouldFillTwiceAsSlowlyAtHalfTheLineRate() {
        Finding finding = StreamFigures.coalesced(evidence(1), 5_000_000_000L);
        assertThat(measured(finding, "fillUs")).isCloseTo(2 * 78.64, within(0.2));
        assertThat(measured(finding, "coalescedPerSecond")).isCloseTo(12_716 / 2.0, within(20.0));
        assertThat(measured(finding, "lost")).isZero();
        assertThat(finding.pass()).isFalse();
    }

    @Test
    void shouldLoseFramesWhenTheLineOutrunsTheEngine() {
        NicExperiment.Coalesced run =
                NicExperiment.run(new NicExperiment.Setting(40_000_000_000L, 1536, 64, 200_000, 3000), 1);
        assertThat(run.lost()).isPositive();
    }

    @Test
    void shouldReceiveHalfAsManyBytesAtHalfTheBaudRate() {
        Finding finding = StreamFigures.serial(evidence(1), 57_600);
        assertThat(measured(finding, "leastBytes")).isEqualTo(57);
        assertThat(measured(finding, "mostBytes")).isEqualTo(58);
        assertThat(measured(finding, "overwritten64"))
                .as("64 B are enough for 58")
                .isZero();
        assertThat(finding.pass()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"8, 3", "16, 5", "33, 7", "128, 9", "2, 11"})
    void shouldTellTheEventsThatCountingTells(int bufferBytes, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] bursts = random.ints(6, 1, 3 * bufferBytes).toArray();
        for (Mode mode : Mode.values()) {
            IdleExperiment.Received run = IdleExperiment.run(new Microcontroller(seed), bufferBytes, mode, bursts);
            assertThat(run.events()).as(mode.name()).isEqualTo(IdleOracle.events(bufferBytes, mode, bursts));
            assertThat(run.lost() + run.waiting()).isEqualTo(IdleOracle.lost(bufferBytes, mode, bursts));
        }
    }

    @Test
    void shouldLeadByAShiftTimeAndMisalignOnlyWhileThatIsLongerThanTheInterrupt() {
        Finding twice = StreamFigures.duplex(evidence(1), 2_000_000);
        assertThat(measured(twice, "leadShiftTimes")).isCloseTo(1, within(0.05));
        assertThat(measured(twice, "misalignedByTransmit")).isEqualTo(50);
        Finding fast = StreamFigures.duplex(evidence(1), 16_000_000);
        assertThat(measured(fast, "misalignedByTransmit"))
                .as("the interrupt comes later than the byte")
                .isZero();
        assertThat(measured(fast, "misalignedByReceive")).isZero();
        assertThat(fast.pass()).isFalse();
    }

    @Test
    void shouldLoseNothingAtTheSwitchWhenTheInterruptIsSlowerThanTheBus() {
        Finding finding = StreamFigures.registerReads(evidence(1), 20_000_000);
        assertThat(measured(finding, "lostAtOnceEach")).isZero();
        assertThat(measured(finding, "wrongWaiting")).isZero();
        assertThat(finding.pass()).isFalse();
    }
}
