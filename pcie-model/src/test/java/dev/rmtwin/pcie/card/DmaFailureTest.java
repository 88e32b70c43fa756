package dev.rmtwin.pcie.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.CompletionStatus;
import dev.rmtwin.pcie.card.RawDriver.Frame;
import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Transfers that fail: what is kept of them, who goes on, and the self-test that follows. */
class DmaFailureTest {
    private static final long WINDOW = 0x2000;
    private static final int FRAME_BYTES = 600;

    private final ChannelBench bench = new ChannelBench(2, false);
    private final RawDriver driver = new RawDriver(bench, 0, 16, 1024).rings(WINDOW, FRAME_BYTES);

    private void frame(int seed) {
        bench.arrive(4, WINDOW, FRAME_BYTES, seed);
        bench.run(20 * Ps.US);
    }

    private void begin(long control) {
        driver.write(QueueRegister.SQ_TAIL, driver.tail);
        driver.enable(QueueCause.ERROR.mask());
        driver.write(QueueRegister.CONTROL, control | QueueControl.RECEIVE.mask() | QueueControl.INTERRUPT.mask());
        bench.run(2 * Ps.US);
    }

    private void expect(DmaError error, long address, int lengthBytes) {
        long status = driver.read(QueueRegister.ERROR_STATUS);
        assertThat(QueueError.VALID.isSet(status)).isTrue();
        assertThat(QueueError.CODE.of(status)).isEqualTo(error.code());
        assertThat(driver.read(QueueRegister.ERROR_INDEX)).isEqualTo(1);
        assertThat(driver.read(QueueRegister.ERROR_DESCRIPTOR)).isEqualTo(address);
        assertThat(driver.read(QueueRegister.ERROR_DESCRIPTOR_HIGH))
                .isEqualTo(1L << 32 | Integer.toUnsignedLong(lengthBytes));
        assertThat(QueueCause.ERROR.isSet(driver.read(QueueRegister.CAUSE))).isTrue();
        assertThat(bench.interrupts[0]).isEqualTo(1);
    }

    /** A good descriptor, a bad one, and a good one. */
    private void describe(long address, int lengthBytes) {
        driver.describe(driver.buffers.address(), 1024);
        driver.describe(address, lengthBytes);
        driver.describe(driver.buffers.address() + 2048, 1024);
    }

    private void shouldKeepAndGoOn(DmaError error, long address, int lengthBytes) {
        describe(address, lengthBytes);
        begin(0);
        for (int i = 0; i < 3; i++) {
            frame(i);
        }
        List<Frame> frames = driver.take();
        assertThat(frames).extracting(Frame::status).containsExactly(0, error.code(), 0);
        assertThat(frames).extracting(Frame::lengthBytes).containsExactly(FRAME_BYTES, 0, FRAME_BYTES);
        assertThat(frames.get(2).at(0)).isEqualTo((byte) 2);
        expect(error, address, lengthBytes);
        assertThat(driver.read(QueueRegister.ERROR_BYTES)).isZero();
        assertThat(QueueStatus.HALTED.isSet(driver.read(QueueRegister.STATUS))).isFalse();
        driver.write(QueueRegister.ERROR_STATUS, QueueError.VALID.mask());
        assertThat(driver.read(QueueRegister.ERROR_STATUS)).isZero();
        assertThat(driver.read(QueueRegister.ERROR_DESCRIPTOR)).isZero();
    }

    @Test
    void shouldKeepADescriptorOfLengthZero() {
        shouldKeepAndGoOn(DmaError.ZERO_LENGTH, driver.buffers.address(), 0);
    }

    @Test
    void shouldKeepADescriptorThatWraps() {
        shouldKeepAndGoOn(DmaError.ADDRESS_WRAP, -512, 1024);
        assertThat(bench.unmapped()).isZero();
    }

    @Test
    void shouldKeepADescriptorThatIsTooSmall() {
        shouldKeepAndGoOn(DmaError.BUFFER_TOO_SMALL, driver.buffers.address(), FRAME_BYTES - 1);
        assertThat(bench.count(CardCounter.BUFFER_TOO_SMALL, 0)).isEqualTo(1);
    }

    @Test
    void shouldCountWhatGoesBeyondTheBuffersOfTheHost() {
        describe(driver.buffers.address() + 16 * 1024 - 300, 1024);
        begin(0);
        for (int i = 0; i < 3; i++) {
            frame(i);
        }
        // Posted writes have no answer: the card cannot know, the host counts.
        assertThat(driver.take()).extracting(Frame::status).containsExactly(0, 0, 0);
        assertThat(bench.unmapped()).isPositive();
    }

    @Test
    void shouldHaltWhenToldToUntilTheFailureIsCleared() {
        describe(driver.buffers.address(), 0);
        begin(QueueControl.HALT_ON_ERROR.mask());
        for (int i = 0; i < 3; i++) {
            frame(i);
        }
        assertThat(driver.take()).extracting(Frame::status).containsExactly(0, DmaError.ZERO_LENGTH.code());
        assertThat(QueueStatus.HALTED.isSet(driver.read(QueueRegister.STATUS))).isTrue();
        driver.write(QueueRegister.ERROR_STATUS, QueueError.VALID.mask());
        bench.run(20 * Ps.US);
        assertThat(driver.take()).extracting(Frame::status).containsExactly(0);
        assertThat(QueueStatus.HALTED.isSet(driver.read(QueueRegister.STATUS))).isFalse();
    }

    @Test
    void shouldKeepTheBytesThatWereMovedWhenCardMemoryFails() {
        describe(driver.buffers.address() + 1024, 1024);
        begin(0);
        frame(0);
        int[] pieces = {0};
        this.<DmaJob>arm("/dma/read", (job, now) -> ++pieces[0] == 3 ? Seam.DROPPED : 0);
        frame(1);
        expect(DmaError.CARD_MEMORY, driver.buffers.address() + 1024, 1024);
        assertThat(driver.read(QueueRegister.ERROR_BYTES)).isEqualTo(512);
        assertThat(driver.take()).extracting(Frame::lengthBytes).containsExactly(FRAME_BYTES, 512);
    }

    @SuppressWarnings("unchecked")
    private <T> void arm(String suffix, dev.rmtwin.core.seam.SeamAction<T> action) {
        Seam<T> seam = (Seam<T>) bench.engine.seams().all().stream()
                .filter(s -> s.id().endsWith(suffix))
                .findFirst()
                .orElseThrow();
        seam.arm(action);
    }

    @Test
    void shouldHaltWhenADescriptorCannotBeRead() {
        for (CompletionStatus status : List.of(
                CompletionStatus.UNSUPPORTED_REQUEST, CompletionStatus.COMPLETER_ABORT, CompletionStatus.TIMED_OUT)) {
            ChannelBench other = new ChannelBench();
            RawDriver owner = new RawDriver(other, 0, 16, 1024).rings(WINDOW, FRAME_BYTES);
            owner.post(4).enable(QueueCause.ERROR.mask());
            other.run(2 * Ps.US);
            other.arrive(4, WINDOW, FRAME_BYTES, 1);
            int tag = HostReader.DMA_ENGINE.tag(fetchToken(other));
            other.card.onHostData(tag, status, Arena.ofAuto().allocate(16), 0, other.engine.nowPs());
            other.run(20 * Ps.US);
            assertThat(QueueError.CODE.of(owner.read(QueueRegister.ERROR_STATUS)))
                    .isEqualTo(DmaError.of(status).code());
            assertThat(QueueStatus.HALTED.isSet(owner.read(QueueRegister.STATUS)))
                    .isTrue();
            assertThat(other.count(CardCounter.DMA_FAILED, 0)).isEqualTo(1);
            other.arrive(4, WINDOW, FRAME_BYTES, 2);
            other.run(20 * Ps.US);
            assertThat(owner.take()).isEmpty();
            owner.write(QueueRegister.ERROR_STATUS, QueueError.VALID.mask());
            other.run(20 * Ps.US);
            assertThat(owner.take()).hasSize(1);
        }
    }

    /** The token of the request that is under way: epochs count settings of the ring and its first enabling. */
    private static int fetchToken(ChannelBench bench) {
        DescriptorRing ring = bench.card.channel(0).descriptors();
        for (int token = 0; token < 1 << 12; token += 64) {
            if (ring.awaits(token)) {
                return token;
            }
        }
        throw new AssertionError("no descriptor is asked for");
    }

    @Test
    void shouldPassTheSelfTestInVirtualTimeWithoutTouchingTheStream() {
        driver.post(15).enable(QueueCause.TESTED.mask());
        bench.run(2 * Ps.US);
        driver.write(QueueRegister.SELF_TEST, QueueSelfTest.START.mask());
        bench.run(300 * Ps.NS);
        assertThat(driver.read(QueueRegister.SELF_TEST)).isEqualTo(QueueSelfTest.RUNNING.mask());
        bench.arrive(4, WINDOW, FRAME_BYTES, 7);
        bench.run(20 * Ps.US);
        assertThat(driver.read(QueueRegister.SELF_TEST)).isEqualTo(QueueSelfTest.PASSED.mask());
        // 1 KiB at 2 GB/s, out and back, and the engine's set-up.
        assertThat(driver.read(QueueRegister.SELF_TEST_NS)).isBetween(1_100L, 1_200L);
        assertThat(QueueCause.TESTED.isSet(driver.read(QueueRegister.CAUSE))).isTrue();
        assertThat(bench.interrupts[0]).isEqualTo(1);
        assertThat(driver.take()).extracting(Frame::status).containsExactly(0);
    }

    @Test
    void shouldFailTheSelfTestWhereThePathIsBroken() {
        int[] pieces = {0};
        this.<SelfTest>arm("/self-test", (test, now) -> ++pieces[0] == 2 ? Seam.DROPPED : 0);
        bench.arrive(4, WINDOW, 1024, 1);
        driver.write(QueueRegister.SELF_TEST, QueueSelfTest.START.mask());
        bench.run(20 * Ps.US);
        assertThat(driver.read(QueueRegister.SELF_TEST)).isEqualTo(QueueSelfTest.FAILED.mask());
        assertThat(driver.read(QueueRegister.SELF_TEST_OFFSET)).isBetween(WINDOW + 256, WINDOW + 258);
        driver.write(QueueRegister.SELF_TEST, QueueSelfTest.START.mask());
        bench.run(20 * Ps.US);
        assertThat(driver.read(QueueRegister.SELF_TEST)).isEqualTo(QueueSelfTest.PASSED.mask());
    }
}
