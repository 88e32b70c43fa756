package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.card.DmaBench.HIGH;
import static dev.rmtwin.pcie.card.DmaBench.LOW;
import static dev.rmtwin.pcie.card.DmaBench.MEMORY_BYTES;
import static dev.rmtwin.pcie.card.DmaBench.patterned;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.CompletionStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Block DMA as a driver does it, by register accesses only: what arrives, when, and what happens when it is used wrongly. */
class BlockDmaTest {
    private final DmaBench bench = new DmaBench();

    @ParameterizedTest
    @CsvSource({"0, 4096", "1, 4096", "0, 1", "0, 131", "1, 70001"})
    void shouldMoveABlockToTheHostAndInterruptBehindIt(int channel, int bytes) {
        bench.fillCard(0x1000, patterned(bytes));
        bench.start(channel, HIGH + 0x40, 0x1000, bytes, true);
        assertThat(bench.done(channel)).as("at the start").isFalse();
        assertThat(bench.hostWrites).as("the register write only starts").isZero();
        bench.finish(channel);
        bench.run(Ps.US);
        assertThat(bench.high.asSlice(0x40, bytes).mismatch(patterned(bytes))).isEqualTo(-1);
        assertThat(bench.largestHostWrite).isLessThanOrEqualTo(DmaBench.BUS.maxPayloadBytes());
        assertThat(bench.pinLevels).containsExactly(true);
        assertThat(Intcsr.dmaActive(channel).isSet(bench.read(LocalRegister.INTCSR)))
                .isTrue();
        assertThat(bench.card.interruptLine()).isTrue();
        bench.write(LocalRegister.dmaStatus(channel), 0x08);
        assertThat(Intcsr.dmaActive(channel).isSet(bench.read(LocalRegister.INTCSR)))
                .isFalse();
        assertThat(bench.card.interruptLine()).isFalse();
        assertThat(bench.count(CardCounter.BLOCK_DMA_DONE)).isEqualTo(1);
        assertThat(bench.read(LocalRegister.dmaSize(channel)))
                .as("registers keep their values")
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 4096", "1, 0, 4096", "0, 3, 1", "0, 5, 131", "1, 0, 70001"})
    void shouldMoveABlockToTheCardAsTheHostsOwnWrites(int channel, int skew, int bytes) {
        MemorySegment.copy(patterned(bytes), 0, bench.high, skew, bytes);
        bench.start(channel, HIGH + skew, MEMORY_BYTES - 80_000 + skew, bytes, false);
        bench.finish(channel);
        assertThat(bench.card(MEMORY_BYTES - 80_000 + skew, bytes).mismatch(patterned(bytes)))
                .isEqualTo(-1);
        assertThat(bench.ringBytes).as("bytes given to the ring").isEqualTo(bytes);
        assertThat(bench.hostWrites).isZero();
    }

    @Test
    void shouldReadAtTheEnginesRateAndHalfAsFastAtHalfTheRate() {
        int bytes = DmaFields.CHUNK_LIMIT_BYTES;
        long[] times = new long[2];
        for (int half = 0; half < 2; half++) {
            BlockDmaProfile dma = new BlockDmaProfile(Ps.US, 394_000_000L >> half, 4);
            DmaBench each = new DmaBench(new LocalProfile(LocalProfile.FULL, dma), CardIdentity.RFM_5565);
            each.start(0, HIGH, 0, bytes, true);
            times[half] = each.finish(0);
        }
        double mebibytes = bytes / Ps.toSeconds(times[0]) / (1 << 20);
        assertThat(mebibytes).as("plateau of the fact sheet: 376 MiB/s").isBetween(372.0, 380.0);
        assertThat((double) times[1] / times[0]).isBetween(1.99, 2.01);
    }

    @Test
    void shouldReadHostMemoryFasterTheMoreReadsAreUnderWay() {
        long[] times = new long[2];
        for (int i = 0; i < 2; i++) {
            BlockDmaProfile dma = new BlockDmaProfile(Ps.US, 394_000_000L, i == 0 ? 1 : 4);
            DmaBench each = new DmaBench(new LocalProfile(LocalProfile.FULL, dma), CardIdentity.RFM_5565);
            each.start(0, HIGH, 0, 1 << 20, false);
            times[i] = each.finish(0);
        }
        assertThat(times[0]).isGreaterThan(2 * times[1]);
    }

    @Test
    void shouldFollowAChainOfDescriptors() {
        bench.fillCard(0x2000, patterned(64 + 4096 + 8));
        bench.descriptor(0x100, HIGH + 0x1000, 64, 0x140);
        bench.descriptor(0x140, LOW + 0x10_0000, 4096, 0x200);
        bench.descriptor(0x200, HIGH + 8, 8, -1);
        bench.startChain(0, 0x100, 0x2000, 64 + 4096 + 8, true);
        bench.finish(0);
        bench.run(Ps.US);
        MemorySegment expected = patterned(64 + 4096 + 8);
        assertThat(bench.high.asSlice(0x1000, 64).mismatch(expected.asSlice(0, 64)))
                .isEqualTo(-1);
        assertThat(bench.low.asSlice(0x10_0000, 4096).mismatch(expected.asSlice(64, 4096)))
                .isEqualTo(-1);
        assertThat(bench.high.asSlice(8, 8).mismatch(expected.asSlice(64 + 4096, 8)))
                .isEqualTo(-1);
        assertThat(bench.count(CardCounter.BLOCK_DMA_DONE)).isEqualTo(1);
        assertThat(bench.pinLevels).containsExactly(true);
    }

    @Test
    void shouldGatherAChainFromTheHost() {
        MemorySegment.copy(patterned(512), 0, bench.high, 0x800, 512);
        bench.descriptor(0, HIGH + 0x800 + 256, 256, 0x20);
        bench.descriptor(0x20, HIGH + 0x800, 256, -1);
        bench.startChain(1, 0, 0x40, 512, false);
        bench.finish(1);
        MemorySegment expected = patterned(512);
        assertThat(bench.card(0x40, 256).mismatch(expected.asSlice(256, 256))).isEqualTo(-1);
        assertThat(bench.card(0x140, 256).mismatch(expected.asSlice(0, 256))).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({
        "address not by 8, 4, 64, 64",
        "count not by 8, 0, 60, 60",
        "count 0, 0, 0, 0",
        "shorter than the size, 0, 64, 128",
        "longer than the size, 0, 128, 64",
    })
    void shouldEndAChainThatBreaksTheRules(String what, int skew, int bytes, int size) {
        bench.descriptor(0, HIGH + skew, bytes, -1);
        bench.startChain(0, 0, 0, size, true);
        expectError(CardCounter.BLOCK_DMA_BAD);
        assertThat(bench.hostWrites).as(what).isZero();
    }

    @Test
    void shouldEndAChainThatCrosses4GiBOrPointsBetweenDescriptors() {
        bench.descriptor(0, 0xFFFF_FFF8L, 16, -1);
        bench.startChain(0, 0, 0, 16, true);
        expectError(CardCounter.BLOCK_DMA_BAD);
        bench.descriptor(0, HIGH, 16, 0x18);
        bench.startChain(0, 0, 0, 32, true);
        bench.finish(0);
        assertThat(bench.count(CardCounter.BLOCK_DMA_BAD)).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "0, 67108864, 1", "0, 67108860, 8", "0, 4294967295, 4", "-4, 0, 64"})
    void shouldEndABlockThatMakesNoSense(long host, long offset, long bytes) {
        bench.start(0, host, offset, bytes, true);
        expectError(CardCounter.BLOCK_DMA_BAD);
        assertThat(bench.hostWrites).isZero();
    }

    /** Runs to the end and looks for every sign of an error; then a good transfer takes them away. */
    private void expectError(CardCounter cause) {
        bench.finish(0);
        assertThat(bench.count(cause)).isEqualTo(1);
        long status = bench.read(LocalRegister.INTCSR);
        assertThat(Intcsr.ABORT_ACTIVE.isSet(status)).isTrue();
        assertThat(Intcsr.NOT_DMA0.isSet(status)).isFalse();
        assertThat(Intcsr.NOT_DMA1.isSet(status)).isTrue();
        assertThat(Intcsr.DMA0_ACTIVE.isSet(status))
                .as("a driver that waits is told")
                .isTrue();
        bench.write(LocalRegister.DMACSR0, 0x09);
        assertThat(Intcsr.ABORT_ACTIVE.isSet(bench.read(LocalRegister.INTCSR))).isFalse();
        long writes = bench.hostWrites;
        bench.start(0, HIGH, 0, 64, true);
        bench.finish(0);
        bench.run(Ps.US);
        assertThat(bench.hostWrites).isGreaterThan(writes);
        bench.hostWrites = writes;
        assertThat(Intcsr.ABORT_ACTIVE.isSet(bench.read(LocalRegister.INTCSR))).isFalse();
        bench.write(LocalRegister.DMACSR0, 0x08);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldEndWithAnErrorWhenHostMemoryDoesNotAnswer(boolean chain) {
        if (chain) {
            bench.startChain(0, 0, 0, 4096, false);
        } else {
            bench.start(0, HIGH, 0, 4096, false);
        }
        bench.run(Ps.US + 300 * Ps.NS);
        int slot = chain ? 0xFF : 0;
        bench.card.onHostData(
                HostReader.BLOCK_DMA.tag(slot),
                CompletionStatus.UNSUPPORTED_REQUEST,
                MemorySegment.NULL,
                0,
                bench.engine.nowPs());
        expectError(CardCounter.BLOCK_DMA_HOST_ERROR);
        bench.run(10 * Ps.US);
        assertThat(bench.ringBytes).as("answers that came later").isZero();
    }

    @Test
    void shouldRefuseAStartWhileRunningAndOneThatIsNotEnabled() {
        bench.start(0, HIGH, 0, 4096, true);
        bench.run(3 * Ps.US);
        bench.write(LocalRegister.DMASIZ0, 8);
        bench.write(LocalRegister.DMACSR0, 3);
        bench.finish(0);
        bench.run(Ps.US);
        assertThat(bench.count(CardCounter.BLOCK_DMA_REFUSED)).isEqualTo(1);
        assertThat(bench.count(CardCounter.BLOCK_DMA_BYTES))
                .as("the registers were taken at the start")
                .isEqualTo(4096);
        bench.write(LocalRegister.DMACSR0, 2);
        assertThat(bench.done(0)).isTrue();
        assertThat(bench.count(CardCounter.BLOCK_DMA_REFUSED)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldHoldATransferWhileItsChannelIsOff(boolean toHost) {
        bench.start(0, HIGH, 0, 8192, toHost);
        bench.run(4 * Ps.US);
        bench.write(LocalRegister.DMACSR0, 0);
        bench.run(2 * Ps.US);
        long moved = bench.count(CardCounter.BLOCK_DMA_BYTES);
        assertThat(moved).isBetween(1L, 8191L);
        bench.run(Ps.MS);
        assertThat(bench.count(CardCounter.BLOCK_DMA_BYTES)).isEqualTo(moved);
        assertThat(bench.done(0)).isFalse();
        bench.write(LocalRegister.DMACSR0, 1);
        bench.finish(0);
        assertThat(bench.count(CardCounter.BLOCK_DMA_BYTES)).isEqualTo(8192);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldPostNothingAfterAnAbortOrAReset(boolean reset) {
        for (boolean toHost : new boolean[] {false, true}) {
            for (int at = 0; at < 60; at++) {
                DmaBench each = new DmaBench();
                each.start(0, HIGH, 0, 4096, toHost);
                each.start(1, HIGH, 8192, 4096, !toHost);
                each.run(at * 97L * Ps.NS * 3);
                each.ringFull = at % 7 == 0;
                if (reset) {
                    each.card.reset(each.engine.nowPs());
                } else {
                    each.write(LocalRegister.DMACSR0, 4);
                    each.write(LocalRegister.DMACSR1, 4);
                    each.write(LocalRegister.DMACSR0, 8);
                    each.write(LocalRegister.DMACSR1, 8);
                }
                assertThat(each.done(0) && each.done(1)).isTrue();
                each.run(Ps.US);
                long writes = each.hostWrites;
                long ring = each.ringBytes;
                each.space();
                each.run(Ps.MS);
                assertThat(each.hostWrites).isEqualTo(writes);
                assertThat(each.ringBytes).isEqualTo(ring);
                assertThat(each.card.interruptLine()).isFalse();
                each.start(0, HIGH, 0x100, 64, false);
                each.finish(0);
                assertThat(each.ringBytes).as("a new start works").isEqualTo(ring + 64);
            }
        }
    }

    @Test
    void shouldWaitWhileTheRingHasNoRoom() {
        MemorySegment.copy(patterned(4096), 0, bench.high, 0, 4096);
        bench.start(0, HIGH, 0, 4096, false);
        for (int i = 0; i < 40; i++) {
            bench.ringFull = true;
            bench.run(Ps.US);
            long taken = bench.ringBytes;
            bench.run(10 * Ps.US);
            assertThat(bench.ringBytes).isEqualTo(taken);
            bench.space();
            bench.run(300 * Ps.NS);
        }
        bench.finish(0);
        assertThat(bench.card(0, 4096).mismatch(patterned(4096))).isEqualTo(-1);
        assertThat(bench.ringBytes).isEqualTo(4096);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "2, 1"})
    void shouldLetTheChannelsTakeTurnsAsTheArbitrationSays(int priority, int second) {
        bench.write(LocalRegister.DMAARB, DmaFields.PRIORITY.bits(priority));
        int chained = priority == 1 ? 1 : 0;
        bench.descriptor(0, HIGH, 4096, 0x20);
        bench.descriptor(0x20, HIGH, 4096, -1);
        bench.startChain(chained, 0, 0, 8192, true);
        bench.run(5 * Ps.US);
        bench.start(1 - chained, HIGH + 8192, 0, 4096, true);
        int first = firstDone();
        assertThat(first).isEqualTo(second);
        bench.finish(1 - first);
        assertThat(bench.count(CardCounter.BLOCK_DMA_DONE)).isEqualTo(2);
    }

    private int firstDone() {
        while (true) {
            for (int channel = 0; channel < 2; channel++) {
                if (bench.done(channel)) {
                    return channel;
                }
            }
            bench.engine.step();
        }
    }

    @Test
    void shouldFinishAChainBeforeAChannelOfLessPriority() {
        bench.write(LocalRegister.DMAARB, DmaFields.PRIORITY.bits(1));
        bench.descriptor(0, HIGH, 4096, 0x20);
        bench.descriptor(0x20, HIGH, 4096, -1);
        bench.startChain(0, 0, 0, 8192, true);
        bench.start(1, HIGH + 8192, 0, 64, true);
        assertThat(firstDone()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 64", "1, 2", "2, 9", "3, 1", "3, 300"})
    void shouldReverseTheBytesOfEachWordForAUserWhoForgotTheByteOrder(int skew, int bytes) {
        bench.write(LocalRegister.BIGEND, Bigend.DMA0.mask());
        MemorySegment whole = patterned(512);
        MemorySegment.copy(whole, 0, bench.high, 0, 512);
        bench.start(0, HIGH + skew, skew, bytes, false);
        bench.finish(0);
        MemorySegment expected = Arena.ofAuto().allocate(512, 8);
        for (int i = skew; i < skew + bytes; i++) {
            expected.set(ValueLayout.JAVA_BYTE, i ^ 3, whole.get(ValueLayout.JAVA_BYTE, i));
        }
        assertThat(bench.card(0, 512).mismatch(expected)).isEqualTo(-1);
        bench.start(0, HIGH + 4096 + skew, skew, bytes, true);
        bench.finish(0);
        bench.run(Ps.US);
        assertThat(bench.high.asSlice(4096 + skew, bytes).mismatch(whole.asSlice(skew, bytes)))
                .as("both ways are right again")
                .isEqualTo(-1);
        bench.start(1, HIGH + 8192, 0, 512, true);
        bench.finish(1);
        bench.run(Ps.US);
        assertThat(bench.high.asSlice(8192, 512).mismatch(expected))
                .as("channel 1 is not set")
                .isEqualTo(-1);
    }
}
