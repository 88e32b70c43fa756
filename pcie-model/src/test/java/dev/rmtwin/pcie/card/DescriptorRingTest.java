package dev.rmtwin.pcie.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.card.RawDriver.Frame;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rings as the card sees them: prefetch, doorbells, sizes, and what a reset leaves behind. */
class DescriptorRingTest {
    private static final long WINDOW = 0x1000;

    private static RawDriver eachWrite(ChannelBench bench, int entries) {
        RawDriver driver = new RawDriver(bench, 0, entries, 64).rings(WINDOW, 4096);
        driver.write(QueueRegister.TRIGGER, QueueTrigger.EACH_WRITE.mask());
        return driver;
    }

    /** How long the card takes for 32 frames that arrive at once. */
    private static long burstPs(int prefetch) {
        ChannelBench bench = new ChannelBench(prefetch, false);
        RawDriver driver = eachWrite(bench, 64).post(63).enable(QueueCause.DONE.mask());
        bench.run(2 * Ps.US);
        for (int i = 0; i < 32; i++) {
            bench.arrive(3, WINDOW + 64L * i, 64, i);
        }
        long startPs = bench.engine.nowPs();
        while (bench.count(CardCounter.DMA_DONE, 0) < 32) {
            assertThat(bench.engine.step()).isTrue();
        }
        long tookPs = bench.engine.nowPs() - startPs;
        bench.run(5 * Ps.US);
        List<Frame> frames = driver.take();
        for (int i = 0; i < 32; i++) {
            assertThat(frames.get(i).offset()).isEqualTo(WINDOW + 64L * i);
            assertThat(frames.get(i).at(0)).isEqualTo((byte) i);
        }
        return tookPs;
    }

    @Test
    void shouldSpendTheRoundTripOfAFetchOnceABatchWithPrefetch() {
        long one = burstPs(1);
        long four = burstPs(4);
        long sixteen = burstPs(16);
        // 500 ns of fetch, 132 ns of move and the bytes on the bus each; the fetch is shared, then hides behind the
        // moves.
        assertThat(one).isBetween(20 * Ps.US, 25 * Ps.US);
        assertThat(four).isLessThan(one / 2);
        assertThat(sixteen).isLessThan(32 * 140 * Ps.NS + Ps.US);
    }

    @Test
    void shouldUseNothingThatWasAskedForBeforeAReset() {
        ChannelBench bench = new ChannelBench(4, false);
        RawDriver old = eachWrite(bench, 16).post(15).enable(QueueCause.DONE.mask());
        bench.run(2 * Ps.US);
        old.write(QueueRegister.CONTROL, QueueControl.RESET.mask());
        RawDriver fresh = eachWrite(bench, 16).post(15).enable(QueueCause.DONE.mask());
        bench.run(180 * Ps.NS);
        bench.arrive(3, WINDOW, 64, 1);
        assertThat(bench.card.channel(0).descriptors().isAsked()).isTrue();
        while (bench.peek(QueueRegister.SQ_BASE, 0) != fresh.submissions.address()
                || !QueueControl.RECEIVE.isSet(bench.peek(QueueRegister.CONTROL, 0))) {
            bench.engine.step();
        }
        bench.arrive(3, WINDOW, 64, 2);
        bench.run(20 * Ps.US);
        List<Frame> frames = fresh.take();
        assertThat(frames).hasSize(1);
        assertThat(frames.getFirst().at(0)).isEqualTo((byte) 2);
        assertThat(old.buffers.segment().toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
        assertThat(bench.count(CardCounter.CHANNEL_RESET, 0)).isEqualTo(1);
    }

    @Test
    void shouldReadAnewWhatWasFetchedAheadWhenItIsStartedAgain() {
        ChannelBench bench = new ChannelBench(8, false);
        RawDriver driver = eachWrite(bench, 16).post(15).enable(QueueCause.DONE.mask());
        bench.run(2 * Ps.US);
        bench.arrive(3, WINDOW, 64, 1);
        bench.run(10 * Ps.US);
        driver.write(QueueRegister.CONTROL, 0);
        driver.read(QueueRegister.STATUS);
        DescriptorLayout.write(
                driver.submissions.segment(), DescriptorLayout.SIZE_BYTES, driver.buffers.address() + 9L * 64, 64, 9);
        driver.enable(QueueCause.DONE.mask());
        bench.run(2 * Ps.US);
        bench.arrive(3, WINDOW, 64, 2);
        bench.run(10 * Ps.US);
        assertThat(driver.take().getLast().at(0)).isEqualTo((byte) 2);
    }

    @Test
    void shouldRefuseDoorbellsOutOfRangeAndSaySo() {
        ChannelBench bench = new ChannelBench();
        RawDriver driver = eachWrite(bench, 16).post(8).enable(QueueCause.DONE.mask());
        bench.run(2 * Ps.US);
        Object[][] wrong = {
            {QueueRegister.SQ_TAIL, 16L},
            {QueueRegister.SQ_TAIL, 0xFFFF_FFFFL},
            {QueueRegister.SQ_TAIL, 7L},
            {QueueRegister.CQ_HEAD, 16L},
            {QueueRegister.CQ_HEAD, 1L}
        };
        for (Object[] doorbell : wrong) {
            QueueRegister register = (QueueRegister) doorbell[0];
            long before = driver.read(register);
            driver.write(register, (long) doorbell[1]);
            assertThat(driver.read(register)).isEqualTo(before);
            assertThat(QueueStatus.BAD_DOORBELL.isSet(driver.read(QueueRegister.STATUS)))
                    .isTrue();
            driver.write(QueueRegister.STATUS, QueueStatus.BAD_DOORBELL.mask());
            assertThat(QueueStatus.BAD_DOORBELL.isSet(driver.read(QueueRegister.STATUS)))
                    .isFalse();
        }
    }

    @Test
    void shouldStallAtAFullCompletionRingAndGoOn() {
        ChannelBench bench = new ChannelBench();
        RawDriver driver = eachWrite(bench, 4).post(3).enable(QueueCause.DONE.mask());
        bench.run(2 * Ps.US);
        for (int i = 0; i < 3; i++) {
            bench.arrive(3, WINDOW + 64L * i, 64, i);
            bench.run(5 * Ps.US);
        }
        driver.post(1);
        bench.arrive(3, WINDOW + 256, 64, 3);
        bench.run(20 * Ps.US);
        assertThat(driver.take()).hasSize(3);
        assertThat(bench.count(CardCounter.COMPLETION_STALLED, 0)).isEqualTo(1);
        driver.write(QueueRegister.CQ_HEAD, driver.head);
        bench.run(5 * Ps.US);
        assertThat(driver.take()).hasSize(1);
    }

    @Test
    void shouldServeRingsOf65536Entries() {
        ChannelBench bench = new ChannelBench(16, false);
        RawDriver driver = eachWrite(bench, 65_536).post(65_535).enable(QueueCause.DONE.mask());
        bench.run(2 * Ps.US);
        int received = 0;
        for (int i = 0; i < 66_000; i++) {
            bench.arrive(3, WINDOW + i % 32 * 64L, 64, i);
            bench.run(700 * Ps.NS);
            if (i % 500 == 499) {
                bench.run(5 * Ps.US);
                received += driver.drain().size();
            }
        }
        assertThat(received).isEqualTo(66_000);
        assertThat(driver.phaseFlips).isEqualTo(1);
    }
}
