package dev.rmtwin.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.ring.RingBench.Heard;
import org.junit.jupiter.api.Test;

/** Node 0's packet of 4 bytes is at node 1 at 104 117 ps and ready to go on at 504 117 ps; node 1 has traffic of its own. */
class LinkArbitrationTest {
    /** Less than any packet's time on the wire, so that memory holds up nobody. */
    private static final long COMMIT_PS = 50_000;

    private static final NodeProfile PROFILE =
            new NodeProfile(1 << 20, RingBench.HOP_PS, COMMIT_PS, 1 << 16, 1 << 15, 1 << 16, 1 << 15, 127);
    private static final PlannedWrite TRANSIT = new PlannedWrite(0, 0, 0, 4);

    @Test
    void shouldSendReadyTransitBeforeOwnPacketsThatWait() {
        RingBench bench = RingBench.ofEqualNodes(3, PROFILE, TRANSIT, new PlannedWrite(400_000, 1, 0x100, 3 * 64))
                .run();

        long firstOwn = 400_000 + 376_470;
        long transit = firstOwn + 94_117;
        assertThat(bench.commitsAt(2))
                .containsExactly(
                        committed(1, 0, 0x100, 64, firstOwn),
                        committed(0, 0, 0, 4, transit),
                        committed(1, 1, 0x140, 64, transit + 376_470),
                        committed(1, 2, 0x180, 64, transit + 2 * 376_470));
    }

    @Test
    void shouldLetAnOwnPacketUseTheGapBeforeTransitIsReadyAndPushTheTransitBack() {
        RingBench bench = RingBench.ofEqualNodes(3, PROFILE, TRANSIT, new PlannedWrite(450_000, 1, 0x100, 64))
                .run();

        assertThat(bench.commitsAt(2))
                .containsExactly(
                        committed(1, 0, 0x100, 64, 450_000 + 376_470),
                        committed(0, 0, 0, 4, 450_000 + 376_470 + 94_117));
    }

    @Test
    void shouldNotInterruptATransitPacketThatHasBegun() {
        RingBench bench = RingBench.ofEqualNodes(3, PROFILE, TRANSIT, new PlannedWrite(504_117, 1, 0x100, 64))
                .run();

        assertThat(bench.commitsAt(2))
                .containsExactly(
                        committed(0, 0, 0, 4, 504_117 + 94_117),
                        committed(1, 0, 0x100, 64, 504_117 + 94_117 + 376_470));
    }

    private static Heard committed(int origin, long number, long offset, int length, long lastByteOutPs) {
        return new Heard(2, origin, number, offset, length, lastByteOutPs + 10_000 + COMMIT_PS);
    }
}
