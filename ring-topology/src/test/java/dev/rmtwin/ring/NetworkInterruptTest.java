package dev.rmtwin.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.ring.RingBench.Heard;
import org.junit.jupiter.api.Test;

class NetworkInterruptTest {
    private static final int SLOT_OF_TYPE = Talker.INTERRUPT_TYPE;

    @Test
    void shouldReachItsTargetOnlyWithTypeDataAndSender() {
        RingBench bench =
                RingBench.ofEqualNodes(3, new PlannedWrite(0, 0, 2, 0)).run();

        long atNodeOne = 94_117 + 10_000;
        long atNodeTwo = atNodeOne + 400_000 + 94_117 + 10_000;
        assertThat(bench.interrupts).containsExactly(new Heard(2, 0, 0, 0, SLOT_OF_TYPE, atNodeTwo + 100_000));
        assertThat(bench.counter(1, RingCounter.INTERRUPTS_PASSED)).isEqualTo(1);
        assertThat(bench.counter(0, RingCounter.STRIPPED)).isEqualTo(1);
        assertThat(bench.commits).isEmpty();
        assertThat(bench.ring.conservation().holds())
                .as("%s", bench.ring.conservation())
                .isTrue();
    }

    @Test
    void shouldReachAllButTheSenderWhenBroadcast() {
        RingBench bench =
                RingBench.ofEqualNodes(4, new PlannedWrite(0, 1, -1, 0)).run();

        assertThat(bench.interrupts).extracting(Heard::node).containsExactly(2, 3, 0);
    }

    @Test
    void shouldNeverInterruptTheSenderItself() {
        RingBench bench =
                RingBench.ofEqualNodes(3, new PlannedWrite(0, 1, 1, 0)).run();

        assertThat(bench.interrupts).isEmpty();
    }

    @Test
    void shouldComeAfterAllEarlierDataOfItsSender() {
        NodeProfile slowMemory = new NodeProfile(1 << 16, 400_000, 5_000_000, 1 << 16, 1 << 15, 1 << 16, 1 << 15, 127);
        RingBench bench = RingBench.ofEqualNodes(
                        3, slowMemory, new PlannedWrite(0, 0, 0, 500), new PlannedWrite(0, 0, -1, 0))
                .run();

        for (int id = 1; id < 3; id++) {
            int node = id;
            long lastCommit = bench.commitsAt(id).getLast().timePs();
            assertThat(bench.interrupts)
                    .filteredOn(heard -> heard.node() == node)
                    .singleElement()
                    .satisfies(heard -> assertThat(heard.timePs()).isEqualTo(lastCommit + 5_000_000));
        }
    }
}
