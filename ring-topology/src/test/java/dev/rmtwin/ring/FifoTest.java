package dev.rmtwin.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rmtwin.core.port.HostWrite;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FifoTest {
    private static final int PACKET_BYTES = 80;
    private static final NodeProfile SLOW_MEMORY =
            new NodeProfile(1 << 16, 400_000, 10_000_000, 1 << 16, 1 << 15, 3 * PACKET_BYTES, 2 * PACKET_BYTES, 127);
    private static final NodeProfile SMALL_TX =
            new NodeProfile(1 << 16, 400_000, 100_000, 3 * PACKET_BYTES, 2 * PACKET_BYTES, 1 << 16, 1 << 15, 127);

    @Test
    void shouldCountAndLatchWhatAFullReceiveFifoLosesAndStillPassItOn() {
        RingBench bench = new RingBench(
                        List.of(
                                new NodePlan(0, RingBench.PROFILE, 2_000),
                                new NodePlan(1, SLOW_MEMORY, 2_000),
                                new NodePlan(2, RingBench.PROFILE, 2_000)),
                        List.of(new PlannedWrite(0, 0, 0, 5 * 64)))
                .run();

        assertThat(bench.counter(1, RingCounter.RX_LOST_OVERFLOW)).isEqualTo(2);
        assertThat(bench.counter(1, RingCounter.RX_ALMOST_FULL)).isEqualTo(1);
        assertThat(bench.ring.status(1))
                .isEqualTo(LinkStatus.RX_FULL | LinkStatus.RX_ALMOST_FULL | LinkStatus.TX_EMPTY);
        assertThat(bench.commitsAt(1)).extracting(RingBench.Heard::number).containsExactly(0L, 1L, 2L);
        assertThat(bench.commitsAt(2)).hasSize(5);
        assertThat(bench.ring.conservation().holds())
                .as("%s", bench.ring.conservation())
                .isTrue();

        bench.ring.clearStatus(1, LinkStatus.RX_FULL);
        assertThat(bench.ring.status(1)).isEqualTo(LinkStatus.RX_ALMOST_FULL | LinkStatus.TX_EMPTY);
    }

    @Test
    void shouldLatchAlmostFullInTheStepThatReachesIt() {
        RingBench bench = RingBench.ofEqualNodes(2, SLOW_MEMORY, new PlannedWrite(0, 0, 0, 2 * 64))
                .start();

        bench.engine.runUntil(2 * 376_470 + 10_000 - 1);
        assertThat(bench.ring.status(1) & LinkStatus.RX_ALMOST_FULL).isZero();
        bench.engine.runUntil(2 * 376_470 + 10_000);
        assertThat(bench.ring.status(1) & LinkStatus.RX_ALMOST_FULL).isNotZero();
        assertThat(bench.ring.status(1) & LinkStatus.RX_FULL).isZero();
        assertThat(bench.ring.fifoLevels(1)).isEqualTo(new FifoLevels(0, 0, 2 * PACKET_BYTES, 2));
    }

    @Test
    void shouldRefuseAWriteWholeAndTellWhenThereIsRoomForIt() {
        RingBench bench = RingBench.ofEqualNodes(2, SMALL_TX);
        List<Long> spaceTimes = new ArrayList<>();
        bench.ring.setSpaceListener(0, spaceTimes::add);

        assertThat(accept(bench, 4 * 64))
                .as("empty FIFO takes it, one packet goes out at once")
                .isEqualTo(3);
        assertThat(bench.ring.fifoLevels(0)).isEqualTo(new FifoLevels(3 * PACKET_BYTES, 3, 0, 0));
        assertThat(accept(bench, 2 * 64)).isEqualTo(-1);
        assertThat(bench.ring.status(0) & LinkStatus.TX_ALMOST_FULL).isNotZero();
        assertThat(bench.counter(0, RingCounter.TX_PACKETS)).isEqualTo(4);

        bench.engine.runUntil(376_470);
        assertThat(spaceTimes).as("room for one packet is not room for two").isEmpty();
        bench.engine.runUntil(10_000_000);
        assertThat(spaceTimes).containsExactly(2 * 376_470L);
        assertThat(accept(bench, 2 * 64)).isEqualTo(5);
        assertThat(bench.ring.status(0) & LinkStatus.TX_ALMOST_FULL)
                .as("one went out, one waits")
                .isZero();
        assertThat(bench.ring.status(0) & LinkStatus.TX_EMPTY).isZero();
    }

    @Test
    void shouldMakeProgressWithAWriteThatNoEmptyFifoCouldHold() {
        RingBench bench = RingBench.ofEqualNodes(
                        2,
                        SMALL_TX,
                        new PlannedWrite(0, 0, 0, 64),
                        new PlannedWrite(1, 0, 0, 1000),
                        new PlannedWrite(2, 0, 2000, 900))
                .run();

        assertThat(bench.talkers).allMatch(Talker::finished);
        assertThat(bench.bytes(1, 2000, 900)).isEqualTo(Talker.contents(0, 2, 900));
        assertThat(bench.bytes(1, 0, 1000)).isEqualTo(Talker.contents(0, 1, 1000));
    }

    @Test
    void shouldCallAnEmptyWriteABugOfTheModel() {
        RingBench bench = RingBench.ofEqualNodes(2);

        assertThatThrownBy(() -> accept(bench, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("node/0/tx-fifo");
    }

    @Test
    void shouldRefuseRingsThatCannotBe() {
        assertThatThrownBy(() -> new RingBench(List.of(), List.of())).hasMessageContaining("at least one node");
        assertThatThrownBy(() -> new NodePlan(256, RingBench.PROFILE, 1)).hasMessageContaining("256");
        assertThatThrownBy(() -> new NodePlan(1, RingBench.PROFILE, -1)).hasMessageContaining("-1 mm");
        assertThatThrownBy(() -> RingBench.ofEqualNodes(2).ring.status(7)).hasMessageContaining("no node 7");
        NodePlan twice = new NodePlan(3, RingBench.PROFILE, 1);
        assertThatThrownBy(() -> new RingBench(List.of(twice, twice), List.of()))
                .hasMessageContaining("3");
    }

    @Test
    void shouldCarry256NodesWithLittleToRegister() {
        RingBench bench =
                RingBench.ofEqualNodes(256, new PlannedWrite(0, 0, 0, 100)).run();

        assertThat(bench.engine.components()).hasSizeLessThan(8 * 256);
        assertThat(bench.bytes(255, 0, 100)).isEqualTo(Talker.contents(0, 0, 100));
        assertThat(bench.counter(0, RingCounter.STRIPPED)).isEqualTo(2);
    }

    private static long accept(RingBench bench, int lengthBytes) {
        HostWrite write = new HostWrite().setData(0, lengthBytes, MemorySegment.ofArray(new byte[lengthBytes]), 0);
        return bench.ring.transmitPort(0).accept(write, bench.engine.nowPs());
    }
}
