package dev.rmtwin.scenarios.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.device.driver.DriverCounter;
import dev.rmtwin.pcie.card.CardCounter;
import dev.rmtwin.pcie.card.QueueRegister;
import dev.rmtwin.pcie.host.HostCounter;
import dev.rmtwin.scenarios.app.FrameFormat;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hybrid receive: interrupt, polls with a budget, arming without losing an edge. */
class HybridReceiveTest {
    private static final int FRAME_BYTES = 64;
    private static final long OFFSET = 0x1000;

    private final MemorySegment frame = Arena.ofAuto().allocate(FRAME_BYTES, Long.BYTES);
    private long sent;

    private static Rig rig(String receiver) {
        Rig rig = new Rig(TestScenarios.load("""
                scenario: hybrid
                duration: 1 s
                host:
                  profile: reference-lab
                  interrupt: {entryTail: {mean: 0 ns, limit: 0 ns}}
                  application: {afterDelivery: 0 ns}
                card: {profile: reference-lab, queue: {dmaArbitration: {mean: 0 ns, limit: 0 ns}}}
                flows:
                  one: {from: A, offset: 0x1000, size: 64 B, rate: 1 Hz, phase: 900 ms, receivers: {B: {mode: hybrid, %s}}}
                """.formatted(receiver)));
        assertThat(rig.bringUp()).isEmpty();
        return rig;
    }

    private void send(Rig rig, long atPs) {
        FrameFormat.write(frame, FRAME_BYTES, sent++, atPs);
        rig.nodes().get("A").link().writeMemory(OFFSET, frame, 0, FRAME_BYTES, atPs);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "budget: 64",
                "budget: 1",
                "budget: 64, coalesceFrames: 2, coalesceTime: 2 us",
                "budget: 64, pollGap: 3 us"
            })
    void shouldTakeAFrameThatArrivesAtAnyMomentOfAPollAndItsArming(String receiver) {
        Rig rig = rig(receiver);
        RigReceiver b = rig.receivers().getFirst();
        long pendingAtArming = 0;
        long secondInterrupts = 0;
        for (long apartPs = 1200 * Ps.NS; apartPs < 12 * Ps.US; apartPs += 7 * Ps.NS + 1) {
            long startPs = rig.engine().nowPs() + Ps.US;
            long interrupts = b.node().host().interruptsTaken(0);
            long masked = b.node().card().counters().get(CardCounter.INTERRUPTS_MASKED);
            send(rig, startPs);
            send(rig, startPs + apartPs);
            rig.engine().runUntil(startPs + 60 * Ps.US);
            assertThat(b.meter().received()).as("frames %d ps apart", apartPs).isEqualTo(sent);
            assertThat(b.node().card().peek(QueueRegister.VECTOR_CONTROL, 0))
                    .as("armed again")
                    .isZero();
            pendingAtArming += b.node().card().counters().get(CardCounter.INTERRUPTS_MASKED) > masked ? 1 : 0;
            secondInterrupts += b.node().host().interruptsTaken(0) > interrupts + 1 ? 1 : 0;
        }
        assertThat(pendingAtArming).as("arrivals behind the mask").isPositive();
        assertThat(secondInterrupts).as("arrivals that interrupted").isPositive();
    }

    @Test
    void shouldTakeABurstInPollsOfTheBudgetBehindOneInterrupt() {
        Rig rig = rig("budget: 4, coalesceFrames: 16, coalesceTime: 100 us");
        RigReceiver b = rig.receivers().getFirst();
        long startPs = rig.engine().nowPs();
        for (int n = 0; n < 16; n++) {
            send(rig, startPs + 2L * n * Ps.US);
        }
        rig.engine().runUntil(startPs + Ps.MS);
        assertThat(b.meter().received()).isEqualTo(16);
        assertThat(b.channel().counters().get(DriverCounter.SERVICED)).isEqualTo(1);
        assertThat(b.channel().counters().get(DriverCounter.BUDGET_USED)).isEqualTo(4);
        // Four that use the budget up, and the one that finds nothing and arms.
        assertThat(b.channel().counters().get(DriverCounter.POLLS)).isEqualTo(5);
        assertThat(b.node().host().counters().get(HostCounter.POLLS)).isEqualTo(5);
    }

    @Test
    void shouldPollAgainAfterTheGapUntilAPollFindsNothing() {
        Rig rig = rig("budget: 64, pollGap: 30 us");
        RigReceiver b = rig.receivers().getFirst();
        long startPs = rig.engine().nowPs();
        for (int n = 0; n < 20; n++) {
            send(rig, startPs + 5L * n * Ps.US);
        }
        rig.engine().runUntil(startPs + Ps.MS);
        assertThat(b.meter().received()).isEqualTo(20);
        assertThat(b.node().host().interruptsTaken(0))
                .as("the first, and the one kept pending")
                .isEqualTo(2);
        assertThat(b.channel().counters().get(DriverCounter.POLLS)).isBetween(5L, 7L);
    }

    @Test
    void shouldCostTheInterruptsCoreExactlyWhatItsStepsCost() {
        Rig rig = rig("budget: 64");
        RigReceiver b = rig.receivers().getFirst();
        long before = b.node().interruptBusyPs(rig.engine().nowPs());
        send(rig, rig.engine().nowPs());
        rig.engine().runUntil(rig.engine().nowPs() + 100 * Ps.US);
        // Entry 900, service 500, exit 300, start of the poll 300, one completion 100, signal 200.
        assertThat(b.node().interruptBusyPs(rig.engine().nowPs()) - before).isEqualTo(2300 * Ps.NS);
    }
}
