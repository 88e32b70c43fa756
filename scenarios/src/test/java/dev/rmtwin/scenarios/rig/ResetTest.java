package dev.rmtwin.scenarios.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.device.ChannelConfig;
import dev.rmtwin.device.Device;
import dev.rmtwin.device.Device.Channel;
import dev.rmtwin.device.ReceivedFrame;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.card.CardCounter;
import dev.rmtwin.pcie.card.QueueRegister;
import dev.rmtwin.pcie.card.QueueStatus;
import dev.rmtwin.pcie.card.RmCard;
import dev.rmtwin.pcie.host.HostCounter;
import dev.rmtwin.scenarios.model.Scenario;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Channels that are reset, closed or set anew while frames are under way. */
class ResetTest {
    private static final int FRAME_BYTES = 1000;
    private static final Scenario RUNNING = TestScenarios.load("""
            scenario: running
            duration: 2 ms
            card: {profile: reference-lab, queue: {coalesceFrames: 2, coalesceTimer: 15 us}}
            nodes:
              A: {id: 1}
              B: {id: 2}
            flows:
              one: {from: A, offset: 0x1000, size: 1000 B, period: 12 us, phase: 0 us, receivers: {B: {mode: interrupt-dma, ring: 8}}}
              two: {from: A, offset: 0x2000, size: 100 B, period: 20 us, phase: 0 us, receivers: {B: {mode: busy-poll, ring: 8}}}
            """);

    static LongStream resetTimes() {
        return LongStream.range(0, 150).map(n -> 100 * Ps.US + n * 83_000);
    }

    @ParameterizedTest
    @MethodSource("resetTimes")
    void shouldPostNothingOfAChannelAfterItsReset(long atPs) {
        Rig rig = new Rig(RUNNING);
        assertThat(rig.bringUp()).isEmpty();
        rig.engine().runUntil(Rig.START_PS + atPs);
        RigNode b = rig.nodes().get("B");
        List<MemorySegment> regions = regions(b.card(), rig, 0);
        write(rig, QueueRegister.CONTROL, QueueRegister.CONTROL_RESET);
        while (b.card().peek(QueueRegister.SQ_SIZE, 0) != 0) {
            rig.engine().step();
        }
        long done = b.card().channelCounters(0).get(CardCounter.DMA_DONE);
        long others = b.card().channelCounters(1).get(CardCounter.DMA_DONE);
        // What was on the bus before the reset lands within its latency.
        rig.engine().runUntil(rig.engine().nowPs() + Ps.US);
        List<ByteBuffer> before = contents(regions);
        rig.engine().runUntil(rig.engine().nowPs() + Ps.MS);
        assertThat(contents(regions)).as("rings and buffers").isEqualTo(before);
        assertThat(b.card().channelCounters(0).get(CardCounter.DMA_DONE)).isEqualTo(done);
        assertThat(b.card().coalescerRunning(0)).isFalse();
        assertThat(b.card().framesInChannel(0)).isZero();
        assertThat(b.card().channelCounters(1).get(CardCounter.DMA_DONE))
                .as("frames of the other channel")
                .isGreaterThan(others + 20);
        for (QueueRegister register :
                List.of(QueueRegister.CONTROL, QueueRegister.STATUS, QueueRegister.SQ_TAIL, QueueRegister.CQ_HEAD)) {
            // The driver knows nothing of the reset: its doorbells are refused.
            long unexpected = b.card().peek(register, 0)
                    & ~(register == QueueRegister.STATUS ? QueueStatus.BAD_DOORBELL.mask() : 0);
            assertThat(unexpected).as(register.name()).isZero();
        }
    }

    /** Completion ring and buffers of a channel; descriptors are the driver's to write. */
    private static List<MemorySegment> regions(RmCard card, Rig rig, int channel) {
        var memory = rig.nodes().get("B").host().memory();
        MemorySegment submissions =
                memory.at(card.peek(QueueRegister.SQ_BASE, channel)).segment();
        long buffers = submissions.get(ValueLayout.JAVA_LONG, 0);
        MemorySegment completions =
                memory.at(card.peek(QueueRegister.CQ_BASE, channel)).segment();
        return List.of(completions, memory.at(buffers).segment());
    }

    private static List<ByteBuffer> contents(List<MemorySegment> regions) {
        List<ByteBuffer> all = new ArrayList<>();
        regions.forEach(region -> all.add(ByteBuffer.wrap(region.toArray(ValueLayout.JAVA_BYTE))));
        return all;
    }

    private static void write(Rig rig, QueueRegister register, long value) {
        long address = BarAddress.of(QueueRegister.BAR, register.offset(0));
        rig.nodes()
                .get("B")
                .link()
                .writeRegister(
                        address, register.widthBytes(), value, rig.engine().nowPs());
    }

    static LongStream closeTimes() {
        return LongStream.range(0, 150).map(n -> n * 120_000);
    }

    @ParameterizedTest
    @MethodSource("closeTimes")
    void shouldLetNoDmaFallIntoMemoryThatWasGivenBack(long afterPs) {
        Twin twin = new Twin(TestScenarios.idleRing());
        try (Device a = twin.open("A");
                Device b = twin.open("B")) {
            Channel first = b.openChannel(config());
            a.write(0x1000, frame(1));
            a.write(0x1000, frame(2));
            twin.runFor(afterPs);
            first.close();
            twin.runFor(Ps.MS);
            assertThat(b.counters()).containsEntry(HostCounter.DMA_UNMAPPED.id(), 0L);
            try (Channel second = b.openChannel(config())) {
                a.write(0x1000, frame(3));
                assertThat(second.waitForEvent(1_000_000)).isEqualTo(Channel.Cause.FRAMES);
                ReceivedFrame frame = second.poll();
                assertThat(frame.buffer().asSlice(0, FRAME_BYTES).mismatch(frame(3)))
                        .isEqualTo(-1);
                second.release(frame);
                assertThat(second.poll()).isNull();
            }
        }
    }

    private static ChannelConfig config() {
        return new ChannelConfig(0x1000, FRAME_BYTES, 4, FRAME_BYTES, true, 0);
    }

    private static MemorySegment frame(int value) {
        return Arena.ofAuto().allocate(FRAME_BYTES, Long.BYTES).fill((byte) value);
    }

    static LongStream portableCloseTimes() {
        return LongStream.range(0, 100).map(n -> n * 90_000);
    }

    @ParameterizedTest
    @MethodSource("portableCloseTimes")
    void shouldCloseAPortableChannelWhateverItsInterruptIsDoing(long afterPs) {
        Twin twin = new Twin(TestScenarios.idleRingOf5565());
        try (Device a = twin.open("A");
                Device b = twin.open("B")) {
            Channel first = b.openChannel(new ChannelConfig(0x1000, 100, 4, 104, true, 2));
            a.write(0x1000, frame(1).asSlice(0, 100));
            a.sendEvent(2, 2, 0);
            twin.runFor(afterPs);
            first.close();
            twin.runFor(Ps.MS);
            try (Channel second = b.openChannel(new ChannelConfig(0x1000, 100, 4, 104, true, 2))) {
                a.write(0x1000, frame(2).asSlice(0, 100));
                a.sendEvent(2, 2, 0);
                assertThat(second.waitForEvent(1_000_000)).isEqualTo(Channel.Cause.FRAMES);
            }
        }
    }

    @Test
    void shouldReadAPortableFrameAtTheVeryEndOfMemory() {
        Twin twin = new Twin(TestScenarios.idleRingOf5565());
        try (Device a = twin.open("A");
                Device b = twin.open("B")) {
            long offset = b.info().memoryBytes() - 100;
            try (Channel channel = b.openChannel(new ChannelConfig(offset, 100, 4, 100, true, 1))) {
                a.write(offset, frame(9).asSlice(0, 100));
                a.sendEvent(-1, 1, 0);
                assertThat(channel.waitForEvent(1_000_000)).isEqualTo(Channel.Cause.FRAMES);
                ReceivedFrame frame = channel.poll();
                assertThat(frame.buffer().asSlice(0, 100).mismatch(frame(9).asSlice(0, 100)))
                        .isEqualTo(-1);
                assertThat(b.counters()).containsEntry(CardCounter.BAD_ACCESSES.id(), 0L);
            }
        }
    }

    @Test
    void shouldRefuseToMoveRingsAndWindowWhileFramesAreUnderWay() {
        Rig rig = new Rig(RUNNING);
        assertThat(rig.bringUp()).isEmpty();
        RmCard card = rig.nodes().get("B").card();
        for (QueueRegister register : List.of(
                QueueRegister.WINDOW_OFFSET,
                QueueRegister.WINDOW_LENGTH,
                QueueRegister.SQ_BASE,
                QueueRegister.SQ_SIZE,
                QueueRegister.CQ_BASE,
                QueueRegister.CQ_SIZE)) {
            long before = card.peek(register, 0);
            write(rig, register, register == QueueRegister.WINDOW_OFFSET ? -100 : 0);
            rig.engine().runUntil(rig.engine().nowPs() + 50 * Ps.US);
            assertThat(card.peek(register, 0)).as(register.name()).isEqualTo(before);
        }
        assertThat(card.counters().get(CardCounter.BAD_ACCESSES)).isEqualTo(6);
        rig.engine().runUntil(rig.endPs() + Ps.MS);
        assertThat(rig.receivers().getFirst().meter().received()).isGreaterThan(50);
    }

    @Test
    void shouldRefuseToEnableAChannelWhoseTailLiesOutsideItsRing() {
        Rig rig = new Rig(RUNNING);
        assertThat(rig.bringUp()).isEmpty();
        RmCard card = rig.nodes().get("B").card();
        write(rig, QueueRegister.CONTROL, 0);
        rig.engine().runUntil(rig.endPs());
        write(rig, QueueRegister.SQ_SIZE, 2);
        write(rig, QueueRegister.CONTROL, QueueRegister.CONTROL_RECEIVE);
        rig.engine().runUntil(rig.endPs() + Ps.MS);
        assertThat(card.peek(QueueRegister.SQ_SIZE, 0)).isEqualTo(2);
        assertThat(card.peek(QueueRegister.STATUS, 0) & QueueRegister.STATUS_BAD_PARAMETER)
                .isNotZero();
        assertThat(card.peek(QueueRegister.CONTROL, 0)).isZero();
    }

    @Test
    void shouldJudgeHeldCompletionsByNewCoalescerSettingsAtOnce() {
        for (QueueRegister register : List.of(QueueRegister.COALESCE_FRAMES, QueueRegister.COALESCE_NS)) {
            Rig rig = new Rig(RUNNING);
            assertThat(rig.bringUp()).isEmpty();
            RmCard card = rig.nodes().get("B").card();
            write(rig, QueueRegister.COALESCE_FRAMES, 100);
            write(rig, QueueRegister.COALESCE_NS, 1_000_000);
            rig.engine().runUntil(Rig.START_PS + 500 * Ps.US);
            assertThat(card.coalescerRunning(0)).isTrue();
            long sent = card.counters().get(CardCounter.INTERRUPTS);
            write(rig, register, register == QueueRegister.COALESCE_FRAMES ? 2 : 10_000);
            rig.engine().runUntil(rig.engine().nowPs() + 2 * Ps.US);
            assertThat(card.counters().get(CardCounter.INTERRUPTS))
                    .as(register.name())
                    .isGreaterThan(sent);
        }
    }

    @Test
    void shouldForgetAPendingInterruptWithItsChannel() {
        Rig rig = new Rig(RUNNING);
        assertThat(rig.bringUp()).isEmpty();
        RmCard card = rig.nodes().get("B").card();
        write(rig, QueueRegister.VECTOR_CONTROL, 1);
        rig.engine().runUntil(Rig.START_PS + 500 * Ps.US);
        assertThat(card.peek(QueueRegister.VECTOR_PENDING, 0)).isEqualTo(1);
        write(rig, QueueRegister.CONTROL, QueueRegister.CONTROL_RESET);
        rig.engine().runUntil(rig.engine().nowPs() + Ps.US);
        assertThat(card.peek(QueueRegister.VECTOR_PENDING, 0)).isZero();
    }
}
