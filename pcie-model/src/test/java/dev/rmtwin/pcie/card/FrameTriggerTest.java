package dev.rmtwin.pcie.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.card.RawDriver.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What ends a frame, as a driver sees it in completions. */
class FrameTriggerTest {
    private static final long WINDOW = 0x8000;
    private static final int WINDOW_BYTES = 1024;

    private final ChannelBench bench = new ChannelBench();
    private final RawDriver driver = new RawDriver(bench, 0, 32, 1024).rings(WINDOW, WINDOW_BYTES);

    private void start(long modes, long bytes, long idleNs) {
        driver.write(QueueRegister.TRIGGER, modes);
        driver.write(QueueRegister.TRIGGER_LENGTH, bytes);
        driver.write(QueueRegister.TRIGGER_IDLE_NS, idleNs);
        driver.post(30).enable(QueueCause.DONE.mask());
        bench.run(Ps.US);
    }

    private void arrive(long at, int lengthBytes, int seed) {
        bench.arrive(3, WINDOW + at, lengthBytes, seed);
    }

    private List<Frame> frames() {
        bench.run(20 * Ps.US);
        return driver.drain();
    }

    @Test
    void shouldEndAFrameAtEveryByteCountWhateverThePacketsAre() {
        start(QueueTrigger.BYTE_COUNT.mask(), 100, 0);
        for (int at = 0; at < 960; at += 64) {
            arrive(at, 64, at);
        }
        List<Frame> frames = frames();
        assertThat(frames).hasSize(9);
        for (int i = 0; i < frames.size(); i++) {
            assertThat(frames.get(i).offset()).isEqualTo(WINDOW + i * 100L);
            assertThat(frames.get(i).lengthBytes()).isEqualTo(100);
            assertThat(frames.get(i).at(99)).isEqualTo((byte) (i * 100 + 99));
        }
    }

    @Test
    void shouldNeverLetAFrameWrapAroundTheWindow() {
        start(QueueTrigger.BYTE_COUNT.mask(), 100, 0);
        for (int at = 0; at < WINDOW_BYTES; at += 64) {
            arrive(at, 64, at);
        }
        assertThat(frames()).hasSize(10);
        arrive(0, 64, 5);
        arrive(64, 64, 69);
        List<Frame> frames = frames();
        assertThat(frames).extracting(Frame::offset).containsExactly(WINDOW + 1000, WINDOW);
        assertThat(frames).extracting(Frame::lengthBytes).containsExactly(24, 100);
    }

    @Test
    void shouldEndAFrameThatHasBeenIdleAndSayWhenItsLastByteCame() {
        start(QueueTrigger.IDLE.mask(), 0, 5_000);
        arrive(10, 40, 1);
        bench.run(4 * Ps.US);
        long lastPs = bench.engine.nowPs();
        arrive(50, 7, 41);
        bench.run(4 * Ps.US);
        assertThat(driver.drain()).as("4 us after the last byte").isEmpty();
        List<Frame> frames = frames();
        assertThat(frames).hasSize(1);
        assertThat(frames.getFirst().offset()).isEqualTo(WINDOW + 10);
        assertThat(frames.getFirst().lengthBytes()).isEqualTo(47);
        assertThat(frames.getFirst().arrivalPs()).isEqualTo(lastPs);
        assertThat(frames()).isEmpty();
    }

    @Test
    void shouldRoundTheIdleTimeUpToTheTimersResolution() {
        driver.write(QueueRegister.TRIGGER_IDLE_NS, 4_901);
        assertThat(driver.read(QueueRegister.TRIGGER_IDLE_NS)).isEqualTo(5_000);
    }

    @Test
    void shouldMakeEachWriteAFrameCutAtTheWindow() {
        start(QueueTrigger.EACH_WRITE.mask(), 0, 0);
        arrive(-20, 64, 0);
        arrive(200, 8, 1);
        arrive(1000, 64, 2);
        arrive(2000, 64, 3);
        List<Frame> frames = frames();
        assertThat(frames).extracting(Frame::offset).containsExactly(WINDOW, WINDOW + 200, WINDOW + 1000);
        assertThat(frames).extracting(Frame::lengthBytes).containsExactly(44, 8, 24);
    }

    @Test
    void shouldEndAFrameAtTheLastWordOrWhenIdleWhicheverComesFirst() {
        start(QueueTrigger.IDLE.mask() | QueueTrigger.LAST_WORD.mask(), 0, 3_000);
        for (int at = 0; at < WINDOW_BYTES; at += 64) {
            arrive(at, 64, at);
        }
        bench.run(2 * Ps.US);
        assertThat(driver.drain()).extracting(Frame::lengthBytes).containsExactly(WINDOW_BYTES);
        arrive(0, 64, 9);
        assertThat(frames()).extracting(Frame::lengthBytes).containsExactly(64);
    }

    @Test
    void shouldServeOverlappingWindowsEachByItsOwnTrigger() {
        RawDriver other = new RawDriver(bench, 3, 32, 1024).rings(WINDOW + 512, 256);
        start(QueueTrigger.LAST_WORD.mask(), 0, 0);
        other.write(QueueRegister.TRIGGER, QueueTrigger.EACH_WRITE.mask());
        other.post(30).enable(QueueCause.DONE.mask());
        bench.run(Ps.US);
        for (int at = 0; at < WINDOW_BYTES; at += 64) {
            arrive(at, 64, at);
        }
        assertThat(frames()).extracting(Frame::lengthBytes).containsExactly(WINDOW_BYTES);
        assertThat(other.drain()).extracting(Frame::lengthBytes).containsExactly(64, 64, 64, 64);
    }

    @Test
    void shouldLoseByNameOnlyWhatIsWrittenOver() {
        start(QueueTrigger.EACH_WRITE.mask(), 0, 0);
        // Three frames wait while the first is moved; the second is written over by a fourth.
        arrive(0, 64, 1);
        arrive(64, 64, 2);
        arrive(128, 64, 3);
        arrive(70, 4, 4);
        List<Frame> frames = frames();
        assertThat(frames).extracting(Frame::offset).containsExactly(WINDOW, WINDOW + 128, WINDOW + 70);
        assertThat(bench.count(CardCounter.OVERWRITTEN, 0)).isEqualTo(1);
    }

    @Test
    void shouldNotShiftTheNextStreamByAFrameBegunBeforeAStop() {
        start(QueueTrigger.BYTE_COUNT.mask(), 100, 0);
        arrive(0, 30, 1);
        driver.write(QueueRegister.CONTROL, 0);
        bench.run(Ps.US);
        arrive(30, 30, 2);
        driver.enable(QueueCause.DONE.mask());
        bench.run(Ps.US);
        arrive(200, 64, 3);
        arrive(264, 36, 67);
        List<Frame> frames = frames();
        assertThat(frames).extracting(Frame::offset).containsExactly(WINDOW + 200);
        assertThat(bench.count(CardCounter.ABANDONED, 0)).isEqualTo(1);
        assertThat(bench.count(CardCounter.NOT_ENABLED, 0)).isEqualTo(1);
    }

    @Test
    void shouldRefuseTriggersThatMakeNoSense() {
        long[][] wrong = {
            {0, 0, 0},
            {QueueTrigger.BYTE_COUNT.mask(), 0, 0},
            {QueueTrigger.BYTE_COUNT.mask(), WINDOW_BYTES + 1, 0},
            {QueueTrigger.IDLE.mask(), 0, 0},
            {QueueTrigger.EACH_WRITE.mask() | QueueTrigger.LAST_WORD.mask(), 0, 0}
        };
        for (long[] settings : wrong) {
            driver.write(QueueRegister.STATUS, -1);
            start(settings[0], settings[1], settings[2]);
            assertThat(QueueStatus.BAD_PARAMETER.isSet(driver.read(QueueRegister.STATUS)))
                    .isTrue();
            assertThat(QueueControl.RECEIVE.isSet(driver.read(QueueRegister.CONTROL)))
                    .isFalse();
        }
    }
}
