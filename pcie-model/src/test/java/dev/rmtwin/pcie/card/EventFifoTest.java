package dev.rmtwin.pcie.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import org.junit.jupiter.api.Test;

/** The level at which service begins, and the causes and vectors that tell of it. */
class EventFifoTest {
    private static final long WINDOW = 0x1000;

    private final ChannelBench bench = new ChannelBench();
    private final RawDriver driver = new RawDriver(bench, 0, 128, 64).rings(WINDOW, 4096);

    private void start(int threshold, long timeoutNs, long causes) {
        driver.write(QueueRegister.TRIGGER, QueueTrigger.EACH_WRITE.mask());
        driver.write(QueueRegister.FIFO_TIMEOUT_NS, timeoutNs);
        driver.write(QueueRegister.FIFO_THRESHOLD, threshold);
        driver.post(127).enable(causes);
        bench.run(2 * Ps.US);
    }

    private void arrive(int count, int from) {
        for (int i = 0; i < count; i++) {
            bench.arrive(3, WINDOW + (from + i) * 16L, 16, from + i);
        }
    }

    private long status(QueueRegister register) {
        return bench.peek(register, 0);
    }

    @Test
    void shouldBeginServiceAtTheThresholdAndGoOnUntilTheFifoIsEmpty() {
        start(4, 50_000, QueueCause.DATA.mask() | QueueCause.DONE.mask());
        arrive(3, 0);
        assertThat(QueueStatus.THRESHOLD.isSet(status(QueueRegister.STATUS))).isFalse();
        assertThat(status(QueueRegister.FIFO_LEVEL)).isEqualTo(3);
        bench.run(20 * Ps.US);
        assertThat(driver.take()).isEmpty();
        assertThat(status(QueueRegister.CAUSE)).isZero();
        arrive(1, 3);
        assertThat(QueueCause.DATA.isSet(status(QueueRegister.CAUSE))).isTrue();
        bench.run(20 * Ps.US);
        assertThat(driver.drain()).hasSize(4);
        assertThat(status(QueueRegister.FIFO_LEVEL)).isZero();
        assertThat(status(QueueRegister.FIFO_PEAK)).isEqualTo(4);
        driver.write(QueueRegister.FIFO_PEAK, 1);
        bench.run(Ps.US);
        assertThat(status(QueueRegister.FIFO_PEAK)).isZero();
    }

    @Test
    void shouldServeAPartialBatchAfterTheTimeOut() {
        start(8, 10_000, QueueCause.DONE.mask());
        arrive(1, 0);
        bench.run(8 * Ps.US);
        arrive(1, 1);
        bench.run(8 * Ps.US);
        assertThat(driver.take()).as("8 us after the last").isEmpty();
        bench.run(5 * Ps.US);
        assertThat(driver.take()).hasSize(2);
    }

    @Test
    void shouldRefuseAThresholdWithoutATimeOut() {
        start(4, 0, QueueCause.DONE.mask());
        assertThat(QueueStatus.BAD_PARAMETER.isSet(driver.read(QueueRegister.STATUS)))
                .isTrue();
        driver.write(QueueRegister.FIFO_TIMEOUT_NS, 1000);
        driver.write(QueueRegister.STATUS, -1);
        driver.enable(QueueCause.DONE.mask());
        assertThat(QueueStatus.BAD_PARAMETER.isSet(driver.read(QueueRegister.STATUS)))
                .isFalse();
        driver.write(QueueRegister.FIFO_TIMEOUT_NS, 0);
        assertThat(driver.read(QueueRegister.FIFO_TIMEOUT_NS)).isEqualTo(1000);
        assertThat(QueueStatus.BAD_PARAMETER.isSet(driver.read(QueueRegister.STATUS)))
                .isTrue();
    }

    @Test
    void shouldServeWhatWaitsWhenTheThresholdFalls() {
        start(8, 1_000_000, QueueCause.DONE.mask());
        arrive(3, 0);
        driver.write(QueueRegister.FIFO_THRESHOLD, 2);
        bench.run(20 * Ps.US);
        assertThat(driver.take()).hasSize(3);
    }

    @Test
    void shouldShowAFullFifoAndLoseTheNextByName() {
        driver.write(QueueRegister.TRIGGER, QueueTrigger.EACH_WRITE.mask());
        driver.post(1).enable(QueueCause.DONE.mask());
        bench.run(2 * Ps.US);
        // One in the engine's hands, a full FIFO, one too many.
        arrive(ChannelBench.FIFO_DEPTH + 2, 0);
        assertThat(QueueStatus.FULL.isSet(status(QueueRegister.STATUS))).isTrue();
        assertThat(QueueStatus.OVERFLOW.isSet(status(QueueRegister.STATUS))).isTrue();
        assertThat(status(QueueRegister.FIFO_LEVEL)).isEqualTo(status(QueueRegister.FIFO_DEPTH));
        assertThat(bench.count(CardCounter.EVENT_OVERFLOW, 0)).isEqualTo(1);
        driver.write(QueueRegister.STATUS, QueueStatus.OVERFLOW.mask());
        bench.run(Ps.US);
        assertThat(QueueStatus.OVERFLOW.isSet(status(QueueRegister.STATUS))).isFalse();
    }

    @Test
    void shouldTellDataFromDoneByStatusOnOneVector() {
        start(1, 0, QueueCause.DATA.mask() | QueueCause.DONE.mask());
        arrive(1, 0);
        bench.run(300 * Ps.NS);
        assertThat(bench.interrupts[0]).isEqualTo(1);
        assertThat(status(QueueRegister.CAUSE)).isEqualTo(QueueCause.DATA.mask());
        driver.write(QueueRegister.CAUSE, QueueCause.DATA.mask());
        bench.run(20 * Ps.US);
        assertThat(bench.interrupts[0]).isEqualTo(2);
        assertThat(driver.read(QueueRegister.CAUSE)).isEqualTo(QueueCause.DONE.mask());
    }

    @Test
    void shouldTellDataFromDoneByVector() {
        bench.write(QueueRegister.VECTOR_CONTROL, 2, 0);
        driver.write(QueueRegister.VECTOR_DATA, 2);
        start(1, 0, QueueCause.DATA.mask() | QueueCause.DONE.mask());
        arrive(1, 0);
        bench.run(20 * Ps.US);
        assertThat(bench.interrupts[2]).isEqualTo(1);
        assertThat(bench.interrupts[0]).isEqualTo(1);
    }

    @Test
    void shouldInterruptOnlyByCausesThatAreEnabled() {
        start(1, 0, QueueCause.DATA.mask());
        arrive(1, 0);
        bench.run(20 * Ps.US);
        assertThat(driver.take()).hasSize(1);
        assertThat(bench.interrupts[0]).isEqualTo(1);
        assertThat(status(QueueRegister.CAUSE)).isEqualTo(QueueCause.DATA.mask() | QueueCause.DONE.mask());
    }

    @Test
    void shouldRefuseAVectorThatChannelsDoNotHave() {
        for (QueueRegister register : new QueueRegister[] {QueueRegister.VECTOR_DATA, QueueRegister.VECTOR_DONE}) {
            driver.write(QueueRegister.STATUS, -1);
            driver.write(register, 1);
            driver.write(register, ChannelBench.CHANNELS);
            assertThat(driver.read(register)).isEqualTo(1);
            assertThat(QueueStatus.BAD_PARAMETER.isSet(driver.read(QueueRegister.STATUS)))
                    .isTrue();
        }
    }

    @Test
    void shouldKeepAPendingVectorThatAnotherChannelUsesThroughAReset() {
        driver.write(QueueRegister.VECTOR_DONE, 1);
        bench.write(QueueRegister.VECTOR_CONTROL, 1, 1);
        start(1, 0, QueueCause.DONE.mask());
        arrive(1, 0);
        bench.run(20 * Ps.US);
        assertThat(bench.peek(QueueRegister.VECTOR_PENDING, 1)).isEqualTo(1);
        bench.write(QueueRegister.CONTROL, 1, QueueControl.RESET.mask());
        bench.write(QueueRegister.VECTOR_CONTROL, 1, 0);
        bench.run(5 * Ps.US);
        assertThat(bench.interrupts[1]).isEqualTo(1);
    }
}
