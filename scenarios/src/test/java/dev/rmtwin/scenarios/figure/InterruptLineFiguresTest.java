package dev.rmtwin.scenarios.figure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InterruptLineFiguresTest {
    private static Finding finding(long seed, String... changes) {
        return InterruptLineFigures.sharedLine(InterruptLineFigures.scenario(seed, changes));
    }

    private static double busyUs(Finding finding, int row) {
        return finding.tables().getFirst().rows().get(row).get(2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7})
    void shouldHoldAtAnySeed(long seed) {
        assertThat(finding(seed).checks())
                .isNotEmpty()
                .allSatisfy(c -> assertThat(c.pass()).as(c.toString()).isTrue());
    }

    @Test
    void shouldCostMoreWhenRegistersAnswerMoreSlowly() {
        Finding standard = finding(1);
        Finding slow = finding(1, "card.pcie.registerRead=1200 ns");
        // LISR, data, sender and LISR again at the one whose interrupt it is, LISR at the seven others: 1 us more each.
        assertThat(busyUs(slow, 0) - busyUs(standard, 0)).isBetween(3.9, 4.1);
        assertThat(busyUs(slow, 3) - busyUs(standard, 3)).isBetween(10.9, 11.1);
    }

    @Test
    void shouldCostLessWhenHandlersAreQuicker() {
        Finding standard = finding(1);
        Finding quick = finding(1, "host.interrupt.service=0 ns");
        double perHandlerUs = busyUs(standard, 0) - busyUs(quick, 0);
        assertThat(perHandlerUs).isPositive();
        assertThat(busyUs(standard, 3) - busyUs(quick, 3)).isBetween(7.9 * perHandlerUs, 8.1 * perHandlerUs);
    }
}
