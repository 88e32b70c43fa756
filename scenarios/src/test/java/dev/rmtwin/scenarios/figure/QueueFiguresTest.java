package dev.rmtwin.scenarios.figure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.card.CommandProfile;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The figures of the command queues pass, at any seed, and move when a parameter moves. */
class QueueFiguresTest {
    static java.util.List<Figure> figures() {
        return QueueFigures.all();
    }

    @ParameterizedTest
    @MethodSource("figures")
    void shouldPassAtTheStandardSeedAndAtAnother(Figure figure) {
        for (long seed : new long[] {1, 4711}) {
            Finding finding = figure.judge().apply(evidence(seed));
            assertThat(finding.checks()).as("%s at seed %d", figure.id(), seed).allMatch(Check::pass);
        }
    }

    @Test
    void shouldGainLessFromDepthWhenTheMediumIsFaster() {
        double far = check(QueueFigures.batches(QueueFigures.medium(100 * Ps.US, 64), evidence(1)), "depth32OverOne");
        double near = check(QueueFigures.batches(QueueFigures.medium(10 * Ps.US, 64), evidence(1)), "depth32OverOne");
        assertThat(near).isLessThan(far / 1.5);
    }

    @Test
    void shouldGainNothingFromDepthWhenTheEngineHasOneSlot() {
        Finding finding = QueueFigures.batches(QueueFigures.medium(100 * Ps.US, 1), evidence(1));
        assertThat(check(finding, "depth32OverOne")).isLessThan(1.2);
        assertThat(finding.pass()).isFalse();
    }

    @Test
    void shouldHalveThePlateauWhenCardMemoryIsHalfAsFast() {
        CommandProfile usual = QueueFigures.medium(5 * Ps.US, 64);
        CommandProfile slow = new CommandProfile(
                usual.queueCount(),
                usual.slotCount(),
                usual.fetchCount(),
                usual.burstCount(),
                usual.latencyPs(),
                usual.memoryBytesPerSecond() / 2,
                usual.completionCount());
        double fast = plateau(QueueFigures.depths(usual, evidence(1)));
        assertThat(plateau(QueueFigures.depths(slow, evidence(1)))).isBetween(0.48 * fast, 0.52 * fast);
    }

    @Test
    void shouldFollowTheSameRulesAtAnyDepthAndFailTheDepthAlone() {
        Finding finding = QueueFigures.rules(CommandProfile.USUAL, 5, evidence(1));
        assertThat(finding.checks().stream().filter(check -> !check.pass()).map(Check::name))
                .containsExactly("depth");
    }

    private static double plateau(Finding finding) {
        return finding.tables().getFirst().rows().getLast().get(2);
    }

    private static double check(Finding finding, String name) {
        return finding.checks().stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow()
                .measured();
    }

    private static Evidence evidence(long seed) {
        return new Evidence(Map.of(), seed, () -> false);
    }
}
