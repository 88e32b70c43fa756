package dev.rmtwin.pcie.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.card.RawDriver.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A card brought up from cold, used and shut down by raw accesses of registers. */
class RawDriverTest {
    private static final int FRAMES = 10_000;
    private static final int RING = 64;
    private static final int FRAME_BYTES = 200;
    private static final long WINDOW = 0x4000;
    private static final int ORIGIN = 7;

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void shouldReceiveTenThousandFramesFromColdAndShutDownQuiet(int prefetch) {
        ChannelBench bench = new ChannelBench(prefetch, false);
        assertThat(bench.read(QueueRegister.VERSION, 0)).isEqualTo(QueueRegister.LAYOUT_VERSION);
        assertThat(bench.read(QueueRegister.CHANNELS, 0)).isEqualTo(ChannelBench.CHANNELS);
        RawDriver driver = new RawDriver(bench, 2, RING, 256);
        driver.rings(WINDOW, FRAME_BYTES).post(RING - 1);
        driver.write(QueueRegister.COALESCE_FRAMES, 8);
        driver.write(QueueRegister.COALESCE_NS, 20_000);
        driver.enable(QueueCause.DONE.mask());
        assertThat(driver.read(QueueRegister.STATUS) & QueueStatus.BAD_PARAMETER.mask())
                .isZero();

        int received = 0;
        int serviced = 0;
        for (int sent = 0; sent < FRAMES; sent++) {
            // Packets of at most 64 bytes, as a ring brings them.
            for (int at = 0; at < FRAME_BYTES; at += 64) {
                bench.arrive(ORIGIN, WINDOW + at, Math.min(64, FRAME_BYTES - at), sent + at);
            }
            bench.run(3 * Ps.US);
            if (bench.interrupts[2] > serviced) {
                serviced = bench.interrupts[2];
                long cause = driver.read(QueueRegister.CAUSE);
                assertThat(QueueCause.DONE.isSet(cause)).isTrue();
                driver.write(QueueRegister.CAUSE, cause);
                received = check(driver.drain(), received);
            }
        }
        bench.run(50 * Ps.US);
        received = check(driver.drain(), received);
        assertThat(received).isEqualTo(FRAMES);
        assertThat(driver.phaseFlips).isEqualTo(FRAMES / RING);
        assertThat(bench.interrupts[2]).isBetween(FRAMES / 8, FRAMES / 6);

        driver.quiesce();
        driver.die();
        for (int i = 0; i < 50; i++) {
            bench.arrive(ORIGIN, WINDOW, FRAME_BYTES, i);
            bench.run(10 * Ps.US);
        }
        // The bus still watches over reads that were answered long ago.
        bench.run(Ps.SECOND);
        assertThat(bench.unmapped()).isZero();
        assertThat(bench.interrupts[2]).as("interrupts after the shut-down").isEqualTo(serviced + 1);
        assertThat(bench.engine.step()).as("anything left to do").isFalse();
    }

    private static int check(List<Frame> frames, int first) {
        int number = first;
        for (Frame frame : frames) {
            assertThat(frame.record()).isEqualTo(number);
            assertThat(frame.status()).isZero();
            assertThat(frame.origin()).isEqualTo(ORIGIN);
            assertThat(frame.offset()).isEqualTo(WINDOW);
            assertThat(frame.lengthBytes()).isEqualTo(FRAME_BYTES);
            for (int i = 0; i < FRAME_BYTES; i++) {
                assertThat(frame.at(i)).isEqualTo((byte) (number + i));
            }
            number++;
        }
        return number;
    }

    @Test
    void shouldTakeOverACardThatADeadProcessLeftRunning() {
        ChannelBench bench = new ChannelBench(4, false);
        RawDriver dead = new RawDriver(bench, 0, RING, 256);
        dead.rings(WINDOW, FRAME_BYTES).post(RING - 1).enable(QueueCause.DONE.mask());
        bench.run(Ps.US);
        bench.arrive(ORIGIN, WINDOW, FRAME_BYTES, 0);
        bench.run(10 * Ps.US);
        assertThat(dead.take()).hasSize(1);
        dead.die();
        for (int i = 0; i < 5; i++) {
            bench.arrive(ORIGIN, WINDOW, FRAME_BYTES, i);
            bench.run(10 * Ps.US);
        }
        long stale = bench.unmapped();
        assertThat(stale).as("accesses of memory that is no more").isPositive();

        bench.arrive(ORIGIN, WINDOW, FRAME_BYTES, 1);
        RawDriver driver = new RawDriver(bench, 0, RING, 256);
        driver.quiesce();
        long quiet = bench.unmapped();
        bench.run(100 * Ps.US);
        assertThat(bench.unmapped()).as("stale accesses after the reset").isEqualTo(quiet);
        driver.rings(WINDOW, FRAME_BYTES).post(RING - 1).enable(QueueCause.DONE.mask());
        bench.run(Ps.US);
        bench.arrive(ORIGIN, WINDOW, FRAME_BYTES, 99);
        bench.run(10 * Ps.US);
        List<Frame> frames = driver.drain();
        assertThat(frames).hasSize(1);
        assertThat(frames.getFirst().at(0)).isEqualTo((byte) 99);
        assertThat(bench.unmapped()).isEqualTo(quiet);
    }

    @Test
    void shouldStopAndStartAgainWithBuffersHalfUsed() {
        ChannelBench bench = new ChannelBench(4, false);
        RawDriver driver = new RawDriver(bench, 1, RING, 256);
        driver.rings(WINDOW, FRAME_BYTES).post(20).enable(QueueCause.DONE.mask());
        int received = 0;
        for (int round = 0; round < 5; round++) {
            bench.run(Ps.US);
            for (int i = 0; i < 7; i++) {
                bench.arrive(ORIGIN, WINDOW, FRAME_BYTES, received + i);
                bench.run(4 * Ps.US);
            }
            // Half a frame, and the stop in the middle of it.
            bench.arrive(ORIGIN, WINDOW, 100, 55);
            driver.write(QueueRegister.CONTROL, 0);
            bench.run(4 * Ps.US);
            bench.arrive(ORIGIN, WINDOW, FRAME_BYTES, 66);
            bench.run(4 * Ps.US);
            received = check(driver.drain(), received);
            driver.enable(QueueCause.DONE.mask());
        }
        assertThat(received).isEqualTo(35);
        assertThat(bench.count(CardCounter.NOT_ENABLED, 1)).isEqualTo(5);
    }
}
