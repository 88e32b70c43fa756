package dev.rmtwin.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.ring.RingBench.Heard;
import dev.rmtwin.ring.RingBench.Line;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * One write of 100 bytes at 1 us, three nodes, two metres of fibre between them. By hand: byte time 80000/17 ps; 64 + 16 bytes
 * take 376 470 ps, 36 + 16 bytes 244 705 ps, a span 10 000 ps, a hop 400 000 ps, a commit 100 000 ps.
 */
class WriteJourneyTest {
    private static final PlannedWrite FRAME = new PlannedWrite(1_000_000, 0, 0x1000, 100);

    @Test
    void shouldBringBothHalvesToEachNodeAtTheTimesComputedByHand() {
        RingBench bench = RingBench.ofEqualNodes(3, FRAME).run();

        assertThat(bench.commits)
                .containsExactly(
                        new Heard(0, 0, 1, 0x1000, 100, 1_000_000),
                        new Heard(1, 0, 0, 0x1000, 64, 1_486_470),
                        new Heard(1, 0, 1, 0x1040, 36, 1_731_175),
                        new Heard(2, 0, 0, 0x1000, 64, 2_272_940),
                        new Heard(2, 0, 1, 0x1040, 36, 2_517_645));
        assertThat(bench.engine.nowPs()).as("the second half is stripped").isEqualTo(3_204_115);
    }

    @Test
    void shouldHoldEqualBytesInEveryMemoryAfterwards() {
        RingBench bench = RingBench.ofEqualNodes(3, FRAME).run();

        byte[] sent = Talker.contents(0, 0, 100);
        for (int id = 0; id < 3; id++) {
            assertThat(bench.bytes(id, 0x1000, 100)).as("node %d", id).isEqualTo(sent);
            assertThat(bench.ring.memoryHash(id)).isEqualTo(bench.ring.memoryHash(0));
            assertThat(bench.ring.memoryPages(id)).as("pages of node %d", id).isEqualTo(1);
        }
    }

    @Test
    void shouldChangeOwnMemoryAtOnceAndOtherMemoriesFirstHalfFirst() {
        RingBench bench = RingBench.ofEqualNodes(3, FRAME).start();
        byte[] sent = Talker.contents(0, 0, 100);

        bench.engine.runUntil(1_000_000);
        assertThat(bench.bytes(0, 0x1000, 100)).isEqualTo(sent);
        assertThat(bench.bytes(1, 0x1000, 100)).isEqualTo(new byte[100]);

        bench.engine.runUntil(1_486_469);
        assertThat(bench.bytes(1, 0x1000, 64)).isEqualTo(new byte[64]);
        bench.engine.runUntil(1_486_470);
        assertThat(bench.bytes(1, 0x1000, 64)).isEqualTo(Talker.contents(0, 0, 64));
        assertThat(bench.bytes(1, 0x1040, 36)).isEqualTo(new byte[36]);
        bench.engine.runUntil(1_731_175);
        assertThat(bench.bytes(1, 0x1000, 100)).isEqualTo(sent);
    }

    @Test
    void shouldWriteItsStagesIntoTheDiaryInTheOrderOfTheJourney() {
        RingBench bench = RingBench.ofEqualNodes(2, FRAME).recording().run();

        List<Line> first =
                bench.lines.stream().filter(line -> line.number() == 0).toList();
        assertThat(first)
                .containsExactly(
                        new Line(Stage.TX_FIFO, 0, 0, 1_000_000),
                        new Line(Stage.FRAME_TX, 0, 0, 1_000_000),
                        new Line(Stage.SPAN, 1, 0, 1_386_470),
                        new Line(Stage.RING_HOP, 1, 0, 1_386_470),
                        new Line(Stage.RX_FIFO, 1, 0, 1_386_470),
                        new Line(Stage.MEMORY, 1, 0, 1_486_470),
                        new Line(Stage.SPAN, 0, 0, 2_172_940),
                        new Line(Stage.RING_HOP, 0, 0, 2_172_940));
    }

    @Test
    void shouldHaveTheSameHashWithAndWithoutADiary() {
        RingBench silent = RingBench.ofEqualNodes(3, FRAME).run();
        RingBench watched = RingBench.ofEqualNodes(3, FRAME).recording().run();
        silent.ring.finish(silent.engine.nowPs());
        watched.ring.finish(watched.engine.nowPs());

        assertThat(watched.lines).isNotEmpty();
        assertThat(watched.engine.traceHash()).isEqualTo(silent.engine.traceHash());
    }

    @Test
    void shouldHashWhatWasWrittenNotOnlyWhen() {
        RingBench here = RingBench.ofEqualNodes(3, FRAME).run();
        RingBench elsewhere = RingBench.ofEqualNodes(3, new PlannedWrite(1_000_000, 0, 0x2000, 100))
                .run();
        here.ring.finish(here.engine.nowPs());
        elsewhere.ring.finish(elsewhere.engine.nowPs());

        assertThat(here.engine.traceHash()).isNotEqualTo(elsewhere.engine.traceHash());
    }

    @Test
    void shouldStripOwnPacketsAndLatchOwnData() {
        RingBench bench = RingBench.ofEqualNodes(3, FRAME).start();

        bench.engine.runUntil(2_959_409);
        assertThat(bench.ring.status(0) & LinkStatus.OWN_DATA).isZero();
        bench.finish();
        assertThat(bench.ring.status(0) & LinkStatus.OWN_DATA).isNotZero();
        assertThat(bench.ring.status(1) & LinkStatus.OWN_DATA).isZero();
        assertThat(bench.counter(0, RingCounter.STRIPPED)).isEqualTo(2);

        bench.ring.clearStatus(0, LinkStatus.OWN_DATA);
        assertThat(bench.ring.status(0) & LinkStatus.OWN_DATA).isZero();
    }

    @Test
    void shouldSpendAsManyEventsAsTheJourneyNeeds() {
        RingBench bench = RingBench.ofEqualNodes(3, FRAME).run();

        int hostWrite = 1;
        int secondHalfWaits = 1;
        int arrivalsAndCommits = 2 * (2 * 2 + 1);
        assertThat(bench.engine.eventCount()).isEqualTo(hostWrite + secondHalfWaits + arrivalsAndCommits);
    }

    @Test
    void shouldBookTheUseOfEverySpan() {
        RingBench bench = RingBench.ofEqualNodes(3, FRAME).run();

        for (int id = 0; id < 3; id++) {
            assertThat(bench.ring.spanUse(id)).isEqualTo(new SpanUse(376_470 + 244_705, 2));
        }
    }

    @Test
    void shouldSendShortWritesAsTheSmallestPacket() {
        RingBench bench =
                RingBench.ofEqualNodes(2, new PlannedWrite(0, 0, 8, 1)).run();

        assertThat(bench.commitsAt(1)).containsExactly(new Heard(1, 0, 0, 8, 1, 94_117 + 10_000 + 100_000));
    }

    @Test
    void shouldPassOnButNotStoreWhatLiesBeyondASmallerMemory() {
        NodeProfile small = new NodeProfile(4096, 400_000, 100_000, 1 << 16, 1 << 15, 1 << 16, 1 << 15, 127);
        RingBench bench = new RingBench(
                        List.of(
                                new NodePlan(10, RingBench.PROFILE, 2_000),
                                new NodePlan(20, small, 2_000),
                                new NodePlan(30, RingBench.PROFILE, 2_000)),
                        List.of(new PlannedWrite(0, 0, 4090, 8)))
                .run();

        assertThat(bench.commitsAt(20)).isEmpty();
        assertThat(bench.bytes(20, 4088, 8)).isEqualTo(new byte[8]);
        assertThat(bench.bytes(30, 4090, 8)).isEqualTo(Talker.contents(10, 0, 8));
        assertThat(bench.counter(20, LossCause.OUT_OF_MEMORY_RANGE.counter())).isEqualTo(1);
        assertThat(bench.ring.conservation().holds())
                .as("%s", bench.ring.conservation())
                .isTrue();
    }
}
