package dev.rmtwin.scenarios.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.fault.Fault;
import dev.rmtwin.fault.Occurrence;
import dev.rmtwin.scenarios.model.Scenario;
import dev.rmtwin.scenarios.rig.Rig;
import dev.rmtwin.scenarios.rig.TestScenarios;
import org.junit.jupiter.api.Test;

/** Runs at and beyond what cards and applications can carry. */
class OverloadTest {
    private static RunResult run(Scenario scenario) throws java.io.IOException {
        return new EngineRunner().run(scenario, RunOptions.plain("test"), Progress.SILENT);
    }

    @Test
    void shouldGoOnDeliveringWhatStillStandsWhenDmaCannotKeepUp() throws Exception {
        RunResult result = run(TestScenarios.load("""
                scenario: overload
                duration: 20 ms
                flows:
                  one: {from: A, offset: 0x1000, size: 100 B, rate: 500 kHz, receivers: {B: {mode: interrupt-dma}}}
                  two: {from: C, offset: 0x2000, size: 100 B, rate: 500 kHz, receivers: {B: {mode: interrupt-dma}}}
                host: {profile: ideal}
                """));
        for (ReceiverResult receiver : result.receivers()) {
            assertThat(receiver.framesReceived()).isGreaterThan(receiver.framesSent() / 4);
            assertThat(receiver.framesLost()).doesNotContainKey("unaccounted");
            assertThat(receiver.framesReceived() + receiver.framesLostTotal() + receiver.framesInFlight())
                    .isEqualTo(receiver.framesSent());
        }
    }

    @Test
    void shouldCountWhatASlowApplicationHasYetToWriteAsOnItsWay() throws Exception {
        RunResult result = run(TestScenarios.load("""
                scenario: slow
                duration: 2 ms
                host: {profile: reference-lab, application: {send: 100 ms}}
                flows:
                  command: {from: A, offset: 0x1000, size: 100 B, rate: 1 kHz, receivers: {B: {mode: interrupt-dma}}}
                """));
        assertThat(result.receiver("command@B").framesLost()).isEmpty();
        assertThat(result.receiver("command@B").framesReceived())
                .isEqualTo(result.receiver("command@B").framesSent());
    }

    @Test
    void shouldPassAWriteThroughItsSeamOnceHoweverOftenTheFifoRefusesIt() {
        Rig rig = new Rig(TestScenarios.load("""
                scenario: big
                duration: 10 ms
                flows:
                  big: {from: A, offset: 0x10000, size: 64 KiB, rate: 1 kHz, receivers: {B: {mode: busy-poll, ring: 2}}}
                """));
        assertThat(rig.bringUp()).isEmpty();
        rig.faults().arm(Fault.drop("far", "node/1/host-write", Occurrence.nth(1_000_000)));
        rig.engine().runUntil(rig.endPs() + 100 * dev.rmtwin.core.time.Ps.MS);
        long writesOfAFrame = 64 * 1024 / 128;
        assertThat(rig.faults().report("far").orElseThrow().seen()).isEqualTo(10 * writesOfAFrame);
    }

    @Test
    void shouldTellASpansLoadAlikeForShortAndLongRuns() throws Exception {
        assertThat(loadOfFirstSpan("5 ms"))
                .isCloseTo(loadOfFirstSpan("200 ms"), org.assertj.core.data.Percentage.withPercentage(5));
    }

    private static double loadOfFirstSpan(String duration) throws Exception {
        return run(TestScenarios.load("""
                        scenario: load
                        duration: %s
                        flows:
                          one: {from: A, offset: 0x1000, size: 100 B, rate: 10 kHz, receivers: {B: {mode: busy-poll}}}
                        """.formatted(duration)))
                .spans()
                .getFirst()
                .busyPercent();
    }
}
