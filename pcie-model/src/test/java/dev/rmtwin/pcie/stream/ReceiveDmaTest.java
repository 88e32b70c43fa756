package dev.rmtwin.pcie.stream;

import static dev.rmtwin.pcie.stream.StreamBench.control;
import static dev.rmtwin.pcie.stream.StreamBench.sent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.stream.BurstSchedule.Burst;
import dev.rmtwin.pcie.stream.StreamBench.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A driver of a serial port's receive channel, by register accesses alone. */
class ReceiveDmaTest {
    private static final UartSource.Line LINE = UartSource.Line.of8N1(115_200);
    private static final long BYTE_PS = 86_805_556;

    private final StreamBench bench = new StreamBench(1, BYTE_PS);

    private static BurstSchedule bursts(int... units) {
        List<Burst> bursts = new ArrayList<>();
        Arrays.stream(units).forEach(n -> bursts.add(new Burst(n, Ps.MS)));
        return new BurstSchedule(bursts, 1);
    }

    @Test
    void shouldReportHalfFullAndIdleWithTheirCountsAndStopInNormalMode() {
        UartSource uart = bench.uart(LINE, bursts(10, 60));
        bench.enable(bench.buffer.address(), 64, control(false, 0, 0));
        bench.run(20 * Ps.MS);
        assertThat(bench.events)
                .containsExactly(new Event("idle", 10), new Event("half", 32), new Event("complete", 64));
        assertThat(bench.bytes(0, 64)).isEqualTo(sent(uart, 0, 64));
        assertThat(bench.bytes(64, 128)).containsOnly(0);
        assertThat(StreamControl.ENABLE.isSet(bench.read(StreamRegister.CONTROL)))
                .isFalse();
        assertThat(bench.read(StreamRegister.REMAINING)).isZero();
        assertThat(bench.read(StreamRegister.LOST))
                .as("one of six waits in the data register")
                .isEqualTo(5);
        assertThat(bench.count(StreamCounter.OVERRUN)).isEqualTo(5);
    }

    @Test
    void shouldGoRoundInCircularMode() {
        UartSource uart = bench.uart(LINE, bursts(100, 40));
        bench.enable(bench.buffer.address(), 64, control(true, 0, 0));
        bench.run(20 * Ps.MS);
        assertThat(bench.events)
                .containsExactly(
                        new Event("half", 32),
                        new Event("complete", 64),
                        new Event("half", 32),
                        new Event("idle", 36),
                        new Event("complete", 64),
                        new Event("idle", 12));
        assertThat(bench.bytes(0, 12)).isEqualTo(sent(uart, 128, 140));
        assertThat(bench.bytes(12, 64)).isEqualTo(sent(uart, 76, 128));
        assertThat(bench.read(StreamRegister.LOST)).isZero();
        assertThat(bench.count(StreamCounter.MISSED)).isZero();
    }

    @Test
    void shouldReportIdleOneByteTimeAfterTheLastStopBit() {
        bench.uart(LINE, bursts(3));
        bench.answering = false;
        bench.enable(bench.buffer.address(), 64, control(false, 0, 0));
        long endPs = 3 * 10 * Ps.SECOND / 115_200;
        bench.run(endPs + BYTE_PS - 1);
        assertThat(bench.interrupts).isZero();
        bench.run(endPs + BYTE_PS);
        assertThat(StreamStatus.IDLE.isSet(bench.read(StreamRegister.STATUS))).isTrue();
        assertThat(bench.interrupts).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 5})
    void shouldFollowTheIdleTimeThatIsSet(int idleUnits) {
        bench.uart(LINE, bursts(3));
        bench.write(StreamRegister.IDLE_UNITS, idleUnits);
        bench.enable(bench.buffer.address(), 64, control(false, 0, 0));
        long quietPs = 3 * 10 * Ps.SECOND / 115_200;
        bench.run(quietPs + idleUnits * BYTE_PS - 1);
        assertThat(bench.events).isEmpty();
        bench.run(20 * Ps.MS);
        assertThat(bench.events).hasSize(idleUnits == 0 ? 0 : 1);
    }

    @Test
    void shouldBeSilentWhenAPauseIsShorterThanTheIdleTime() {
        bench.uart(LINE, new BurstSchedule(List.of(new Burst(5, BYTE_PS - 1), new Burst(6, Ps.MS)), 1));
        bench.enable(bench.buffer.address(), 64, control(false, 0, 0));
        bench.run(20 * Ps.MS);
        assertThat(bench.events).containsExactly(new Event("idle", 11));
    }

    @Test
    void shouldTellNoHalfFromIdleByTheCountAlone() {
        bench.uart(LINE, bursts(32));
        bench.enable(bench.buffer.address(), 64, control(false, 0, 0));
        bench.run(20 * Ps.MS);
        assertThat(bench.events).containsExactly(new Event("half", 32), new Event("idle", 32));
    }

    @Test
    void shouldLatchThatAnEventWasMissed() {
        bench.uart(LINE, bursts(200));
        bench.answering = false;
        bench.enable(bench.buffer.address(), 16, control(true, 0, 0));
        bench.run(30 * Ps.MS);
        assertThat(StreamStatus.MISSED.isSet(bench.read(StreamRegister.STATUS))).isTrue();
        assertThat(bench.count(StreamCounter.COMPLETE)).isEqualTo(12);
        assertThat(bench.count(StreamCounter.HALF)).isEqualTo(13);
        assertThat(bench.count(StreamCounter.MISSED)).isEqualTo(11 + 12);
    }

    @Test
    void shouldGoOnAfterAStopWithAHalfConsumedBuffer() {
        UartSource uart = bench.uart(LINE, bursts(20));
        bench.enable(bench.buffer.address(), 64, control(false, 0, 0));
        bench.run(8 * BYTE_PS + 1);
        bench.write(StreamRegister.CONTROL, 0);
        long left = bench.read(StreamRegister.REMAINING);
        assertThat(left).isEqualTo(64 - 7);
        bench.enable(bench.buffer.address() + 64 - left, (int) left, control(false, 0, 0));
        bench.run(20 * Ps.MS);
        assertThat(bench.bytes(0, 20)).isEqualTo(sent(uart, 0, 20));
        assertThat(bench.events).containsExactly(new Event("idle", 13));
    }

    @Test
    void shouldWritePartOfAWordAtAStopAndShiftNothingAfterIt() {
        UartSource uart = bench.uart(LINE, bursts(6, 8));
        bench.enable(bench.buffer.address(), 64, control(false, 0, 2));
        bench.run(6 * BYTE_PS + StreamBench.MOVE_PS);
        assertThat(bench.written).as("one word; two bytes are packed").hasSize(1);
        assertThat(bench.dma.packedBytes()).isEqualTo(2);
        bench.write(StreamRegister.CONTROL, 0);
        assertThat(bench.written).hasSize(2);
        assertThat(bench.bytes(0, 6)).isEqualTo(sent(uart, 0, 6));
        bench.enable(bench.buffer.address() + 64, 64, control(false, 0, 2));
        bench.run(20 * Ps.MS);
        assertThat(bench.bytes(64, 72)).isEqualTo(sent(uart, 6, 14));
    }

    @Test
    void shouldWriteNothingAfterAResetAndShiftNothing() {
        UartSource uart = bench.uart(LINE, bursts(6, 8));
        bench.enable(bench.buffer.address(), 64, control(false, 0, 2));
        bench.run(6 * BYTE_PS + StreamBench.MOVE_PS / 2);
        int before = bench.written.size();
        bench.write(StreamRegister.CONTROL, StreamControl.RESET.mask());
        assertThat(bench.count(StreamCounter.RESET))
                .as("one packed, one in the data register")
                .isEqualTo(2);
        bench.run(6 * BYTE_PS + Ps.MS / 2);
        assertThat(bench.written).hasSize(before);
        assertThat(bench.events).isEmpty();
        bench.enable(bench.buffer.address() + 64, 64, control(false, 0, 2));
        bench.run(20 * Ps.MS);
        assertThat(bench.bytes(64, 72)).isEqualTo(sent(uart, 6, 14));
    }

    @Test
    void shouldDeliverWhatWaitsInTheDataRegisterUnlessItIsFlushed() {
        UartSource uart = bench.uart(LINE, bursts(2, 4, 4));
        bench.run(Ps.MS);
        assertThat(StreamStatus.UNIT.isSet(bench.read(StreamRegister.STATUS))).isTrue();
        assertThat(StreamStatus.OVERRUN.isSet(bench.read(StreamRegister.STATUS)))
                .isTrue();
        bench.enable(bench.buffer.address(), 64, control(false, 0, 0));
        bench.run(Ps.MS + 2 * BYTE_PS + 5 * BYTE_PS);
        assertThat(bench.bytes(0, 1)).as("stale").isEqualTo(sent(uart, 0, 1));
        assertThat(bench.bytes(1, 5)).isEqualTo(sent(uart, 2, 6));
        assertThat(bench.count(StreamCounter.FLUSHED)).isZero();

        bench.write(StreamRegister.CONTROL, 0);
        bench.run(20 * Ps.MS);
        bench.write(StreamRegister.CONTROL, StreamControl.FLUSH.mask());
        assertThat(bench.count(StreamCounter.FLUSHED)).isEqualTo(1);
        assertThat(StreamStatus.UNIT.isSet(bench.read(StreamRegister.STATUS))).isFalse();
    }

    @Test
    void shouldStopWithAnErrorWhenMemoryDoesNotAnswer() {
        bench.uart(LINE, bursts(40));
        bench.answering = false;
        bench.enable(bench.buffer.address() + StreamBench.BUFFER_BYTES - 8, 32, control(false, 0, 2));
        bench.run(20 * Ps.MS);
        assertThat(StreamStatus.ERROR.isSet(bench.read(StreamRegister.STATUS))).isTrue();
        assertThat(StreamStatus.ACTIVE.isSet(bench.read(StreamRegister.STATUS))).isFalse();
        assertThat(bench.count(StreamCounter.BUS_ERROR)).isEqualTo(4);
        assertThat(bench.written).hasSize(2);
        assertThat(bench.read(StreamRegister.LOST)).isEqualTo(40 - 8 - 1);
    }

    @Test
    void shouldRefuseSettingsThatMakeNoSense() {
        long[] wrong = {control(false, 3, 3), control(false, 2, 1), control(false, 0, 3)};
        for (long control : wrong) {
            bench.enable(bench.buffer.address(), 8, control);
        }
        bench.enable(bench.buffer.address() + 1, 8, control(false, 1, 1));
        bench.enable(bench.buffer.address(), 0, control(false, 0, 0));
        assertThat(bench.count(StreamCounter.BAD_PARAMETER)).isEqualTo(5);
        assertThat(bench.count(StreamCounter.BAD_ACCESS)).isEqualTo(5);
        assertThat(StreamStatus.ACTIVE.isSet(bench.read(StreamRegister.STATUS))).isFalse();
        bench.enable(bench.buffer.address(), 8, control(false, 0, 0));
        bench.write(StreamRegister.LENGTH, 9);
        bench.write(StreamRegister.ADDRESS, 0);
        bench.write(StreamRegister.CONTROL, control(true, 0, 0));
        assertThat(bench.count(StreamCounter.BAD_ACCESS))
                .as("fixed while enabled")
                .isEqualTo(8);
        assertThat(bench.read(StreamRegister.LENGTH)).isEqualTo(8);
    }

    @Test
    void shouldInterruptForEachUnitWithoutDma() {
        UartSource uart = bench.uart(LINE, bursts(3));
        bench.answering = false;
        bench.write(StreamRegister.CONTROL, StreamControl.UNIT_IE.mask());
        for (int n = 1; n <= 3; n++) {
            bench.run(n * BYTE_PS);
            assertThat(bench.interrupts).isEqualTo(n);
            assertThat((byte) bench.read(StreamRegister.DATA)).isEqualTo(sent(uart, n - 1, n)[0]);
            assertThat(StreamStatus.UNIT.isSet(bench.read(StreamRegister.STATUS)))
                    .isFalse();
        }
        assertThat(bench.count(StreamCounter.TAKEN)).isEqualTo(3);
    }

    @Test
    void shouldOverrunWhenMovesTakeLongerThanUnits() {
        StreamBench slow = new StreamBench(1, Ps.US, new MoveCost(3 * Ps.US, Tail.NONE), 1);
        SamplerSource adc = slow.sampler(1_000_000, 16);
        slow.enable(slow.buffer.address(), 512, control(true, 1, 1));
        slow.run(300 * Ps.US);
        assertThat(slow.count(StreamCounter.MOVED))
                .as("a move of 3 us, and up to the next unit")
                .isBetween(74L, 75L);
        assertThat(adc.emitted())
                .isEqualTo(slow.count(StreamCounter.MOVED) + slow.count(StreamCounter.OVERRUN) + slow.dma.waiting());
    }

    @Test
    void shouldDropCorruptAndDelayUnitsAtBothSeams() {
        for (String id : List.of("uart/unit", "dma/0/input")) {
            StreamBench faulty = new StreamBench(1, BYTE_PS);
            UartSource uart = faulty.uart(LINE, bursts(8));
            long[] passed = {0};
            faulty.engine.seams().find(id).orElseThrow().arm((unit, now) -> {
                StreamUnit hit = (StreamUnit) unit;
                passed[0]++;
                if (hit.number == 2) {
                    hit.value ^= 0xFF;
                }
                return hit.number == 1 ? Seam.DROPPED : hit.number == 4 ? 3 * BYTE_PS / 2 : 0;
            });
            faulty.enable(faulty.buffer.address(), 64, control(false, 0, 0));
            faulty.run(20 * Ps.MS);
            byte[] sent = sent(uart, 0, 8);
            sent[2] ^= (byte) 0xFF;
            byte[] expected = new byte[] {sent[0], sent[2], sent[3], sent[4], sent[5], sent[6], sent[7]};
            assertThat(passed[0]).isEqualTo(8);
            assertThat(faulty.bytes(0, 7)).as(id).isEqualTo(expected);
            assertThat(uart.swallowed() + faulty.count(StreamCounter.FAULT)).isEqualTo(1);
            assertThat(faulty.events).containsExactly(new Event("idle", 7));
        }
    }
}
