package dev.rmtwin.scenarios.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.fault.Fault;
import dev.rmtwin.fault.Occurrence;
import dev.rmtwin.scenarios.rig.Rig;
import dev.rmtwin.scenarios.rig.TestScenarios;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
