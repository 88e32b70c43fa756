package dev.rmtwin.scenarios.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.fault.Fault;
import dev.rmtwin.fault.Occurrence;
import dev.rmtwin.scenarios.rig.Rig;
import dev.rmtwin.scenarios.rig.TestScenarios;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One thing lost at each of the fifteen stages, in turn: what that costs, and that it has a name. */
class FaultOnEveryStageTest {
    private static final String ECHO = """
            scenario: echo
            duration: 50 ms
            flows:
              command:
                from: A
                offset: 0x1000
                size: 100 B
                rate: 1 kHz
                receivers: {B: {mode: interrupt-dma}}
            """;

    @ParameterizedTest(name = "{0}: {1} lost as {2}")
    @CsvSource({
        "node/1/host-write, 1, host-write-fault",
        "node/1/tx-fifo, 1, fault|torn",
        "node/1/frame-tx, 1, fault|torn",
        "node/1/span, 1, fault|torn",
        "node/2/hop, 1, fault|torn",
        "node/2/rx-fifo, 1, rx-fault|torn",
        "node/2/memory, 1, rx-fault|torn",
        "node/2/channel/0/dma-fetch, 1, fault",
        "node/2/dma/move, 1, fault",
        "node/2/channel/0/cqe-post, 1, fault",
        "node/2/channel/0/coalesce, 0, ''",
        "node/2/msix, 0, ''",
        "node/2/driver/0/isr, 0, ''",
        "node/2/driver/0/eventfd, 0, ''",
        "node/2/driver/0/app-ring, 1, driver-fault"
    })
    void shouldNameWhatIsLostWhenTheThirdThingIsDropped(String seam, int lost, String causes) {
        Rig rig = new Rig(TestScenarios.load(ECHO));
        assertThat(rig.bringUp()).isEmpty();
        rig.faults().arm(Fault.drop("third", seam, Occurrence.nth(3)));
        RunResult result = run(rig);

        assertThat(rig.faults().report("third").orElseThrow().fired()).isEqualTo(1);
        ReceiverResult receiver = result.receiver("command@B");
        assertThat(receiver.framesSent()).isEqualTo(50);
        assertThat(receiver.framesLostTotal()).isEqualTo(lost);
        assertThat(receiver.framesReceived()).isEqualTo(50 - lost);
        assertThat(List.of(causes.split("\\|")))
                .containsAll(receiver.framesLost().keySet());
        assertThat(rig.ring().conservation().holds()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "node/1/tx-fifo",
                "node/1/frame-tx",
                "node/1/span",
                "node/2/hop",
                "node/2/rx-fifo",
                "node/2/memory",
                "node/2/channel/0/dma-fetch",
                "node/2/dma/move",
                "node/2/channel/0/cqe-post",
                "node/2/channel/0/coalesce",
                "node/2/msix",
                "node/2/driver/0/isr",
                "node/2/driver/0/eventfd"
            })
    void shouldMakeTheThirdFrameLateByWhatADelayAddsAnywhere(String seam) {
        long delayPs = 30 * Ps.US;
        int thing = seam.startsWith("node/1") || seam.matches("node/2/(hop|rx-fifo|memory)") ? 6 : 3;
        Rig plain = new Rig(TestScenarios.load(ECHO));
        assertThat(plain.bringUp()).isEmpty();
        Rig faulty = new Rig(TestScenarios.load(ECHO));
        assertThat(faulty.bringUp()).isEmpty();
        faulty.faults().arm(Fault.delay("late", seam, Occurrence.nth(thing), delayPs));

        long plainSumPs = run(plain).receiver("command@B").oneWayMeanPs() * 50;
        long faultySumPs = run(faulty).receiver("command@B").oneWayMeanPs() * 50;
        assertThat(faulty.faults().report("late").orElseThrow().fired()).isEqualTo(1);
        assertThat(faultySumPs - plainSumPs).isBetween(delayPs - Ps.US, delayPs + Ps.US);
    }

    @ParameterizedTest
    @ValueSource(strings = {"node/1/host-write", "node/2/driver/0/app-ring"})
    void shouldRefuseADelayWhereNothingCanWait(String seam) {
        Rig rig = new Rig(TestScenarios.load(ECHO));
        assertThatThrownBy(() -> rig.faults().arm(Fault.delay("late", seam, Occurrence.nth(1), Ps.US)))
                .hasMessageContaining("nothing can be delayed at seam " + seam);
    }

    private static RunResult run(Rig rig) {
        Results results = new Results(rig);
        rig.engine().runUntil(rig.endPs());
        results.markEnd();
        for (int slice = 0; slice < 20 && !results.settled(); slice++) {
            rig.engine().runUntil(rig.engine().nowPs() + 10 * Ps.MS);
        }
        return results.collect("test", 0, false);
    }
}
