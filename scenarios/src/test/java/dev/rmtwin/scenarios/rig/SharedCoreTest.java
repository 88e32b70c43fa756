package dev.rmtwin.scenarios.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import org.junit.jupiter.api.Test;

/** Receivers that share one core with others. */
class SharedCoreTest {
    private static Rig run(String slice, String first, String second) {
        Rig rig = new Rig(TestScenarios.load("""
                scenario: shared
                duration: 50 ms
                host:
                  profile: reference-lab
                  cores: 1
                  scheduler: {slice: %s, stallMin: 20 us, stallMax: 30 us}
                  polling: {intervalFactor: 100 %%, intervalVariation: 0 %%, tidyUp: 2 us}
                nodes:
                  A: {id: 1}
                  B: {id: 2}
                flows:
                  one: {from: A, offset: 0x1000, size: 64 B, period: 1.37 ms, phase: 0 us, receivers: {B: %s}}
                  two: {from: A, offset: 0x2000, size: 64 B, period: 1.71 ms, phase: 0 us, receivers: {B: %s}}
                  back: {from: B, offset: 0x3000, size: 64 B, period: 5 ms, phase: 0 us, receivers: {A: {mode: interrupt-dma}}}
                """.formatted(slice, first, second)));
        assertThat(rig.bringUp()).isEmpty();
        rig.engine().runUntil(rig.endPs() + 5 * Ps.MS);
        return rig;
    }

    @Test
    void shouldKeepThePeriodsOfTwoPollersOnOneCore() {
        String poller = "{mode: poll, period: 1 ms}";
        Rig rig = run("0 us", poller, poller);
        for (RigReceiver receiver : rig.receivers().subList(0, 2)) {
            assertThat(receiver.meter().received()).isGreaterThan(25);
            // Frames wait for the next look, half a period in the mean; a look that came early would find them at once.
            assertThat(receiver.meter().waitMeanPs()).isBetween(300 * Ps.US, 700 * Ps.US);
        }
    }

    @Test
    void shouldLetYieldingReceiversShareACore() {
        Rig rig = run("0 us", "{mode: yield-poll}", "{mode: yield-poll}");
        for (RigReceiver receiver : rig.receivers()) {
            assertThat(receiver.meter().received())
                    .isEqualTo(rig.framesSent(receiver.flow().name()))
                    .isPositive();
            assertThat(receiver.meter().maxPs()).isLessThan(200 * Ps.US);
        }
    }

    @Test
    void shouldTakeTheCoreFromASpinningReceiverWhenItsSliceIsUsedUp() {
        Rig rig = run("300 us", "{mode: busy-poll}", "{mode: interrupt-dma}");
        for (RigReceiver receiver : rig.receivers()) {
            assertThat(receiver.meter().received())
                    .isEqualTo(rig.framesSent(receiver.flow().name()))
                    .isPositive();
        }
        assertThat(rig.framesSent("back")).isEqualTo(10);
        assertThat(rig.receivers().get(1).meter().maxPs()).isLessThan(Ps.MS);
    }
}
