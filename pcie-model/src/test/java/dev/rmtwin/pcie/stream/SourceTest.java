package dev.rmtwin.pcie.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.stream.BurstSchedule.Burst;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When sources emit, and what. */
class SourceTest {
    private final Engine engine = new Engine();

    /** Notes when units end, and when the line becomes busy and quiet. */
    private static final class Notes implements StreamSink {
        private final List<Long> ends = new ArrayList<>();
        private final List<Long> values = new ArrayList<>();
        private final List<Long> busy = new ArrayList<>();
        private final List<Long> quiet = new ArrayList<>();

        @Override
        public void onUnit(StreamUnit unit, long nowPs) {
            ends.add(nowPs);
            values.add(unit.value);
        }

        @Override
        public void onBusy(long nowPs) {
            busy.add(nowPs);
        }

        @Override
        public void onQuiet(long nowPs) {
            quiet.add(nowPs);
        }
    }

    private Notes uart(UartSource.Line line, BurstSchedule schedule) {
        Notes notes = new Notes();
        UartSource uart = engine.register(new UartSource("uart", line, schedule, new SeedTree(3), engine.seams()));
        uart.connect(notes);
        uart.start(Ps.MS);
        return notes;
    }

    @Test
    void shouldTake86Point8MicrosecondsAByteAt115200Baud() {
        Notes notes = uart(UartSource.Line.of8N1(115_200), BurstSchedule.continuous());
        engine.runUntil(Ps.MS + Ps.SECOND);
        assertThat(notes.ends).hasSize(11_520);
        assertThat(notes.ends.getFirst() - Ps.MS).isEqualTo(86_805_555);
        assertThat(notes.ends.getLast()).as("no drift").isEqualTo(Ps.MS + Ps.SECOND);
        assertThat(notes.busy).containsExactly(Ps.MS);
        assertThat(notes.quiet).isEmpty();
    }

    @Test
    void shouldTakeTwelveBitsWithParityAndTwoStopBits() {
        UartSource.Line line = new UartSource.Line(1_000_000, 8, true, 2);
        Notes notes = uart(line, new BurstSchedule(List.of(new Burst(2, 5 * Ps.US), new Burst(1, 0)), 2));
        engine.runUntil(Ps.SECOND);
        assertThat(notes.ends.stream().map(t -> (t - Ps.MS) / Ps.US)).containsExactly(12L, 24L, 41L, 53L, 65L, 82L);
        assertThat(notes.quiet.stream().map(t -> (t - Ps.MS) / Ps.US)).containsExactly(24L, 65L, 82L);
        assertThat(notes.busy.stream().map(t -> (t - Ps.MS) / Ps.US)).containsExactly(0L, 29L, 70L);
    }

    @Test
    void shouldKeepToSevenDataBits() {
        Notes notes = uart(new UartSource.Line(9600, 7, false, 1), BurstSchedule.once(500));
        engine.runUntil(Ps.SECOND);
        assertThat(notes.values).hasSize(500).allMatch(v -> v >= 0 && v < 128).anyMatch(v -> v > 120);
    }

    @Test
    void shouldRefuseLinesAndSchedulesThatDoNotExist() {
        assertThatThrownBy(() -> new UartSource.Line(0, 8, false, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new UartSource.Line(9600, 9, false, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Burst(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BurstSchedule(List.of(), 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new NicSource.Line(1, 12, 0, 1, 16)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldSampleAtItsRate() {
        Notes notes = new Notes();
        SamplerSource adc = engine.register(new SamplerSource("adc", 500_000, 12, new SeedTree(3), engine.seams()));
        adc.connect(notes);
        adc.start(0);
        engine.runUntil(Ps.MS);
        assertThat(notes.ends).hasSize(500);
        assertThat(notes.ends.get(1)).isEqualTo(4 * Ps.US);
        assertThat(notes.values).allMatch(v -> v < 4096).anyMatch(v -> v > 4000);
    }

    @Test
    void shouldFillAPacketBufferAtTheRateOfItsLine() {
        NicSource.Line line = new NicSource.Line(10_000_000_000L, 1536, 0, 4, 2048);
        NicSource nic = engine.register(new NicSource("nic", line, 10, new SeedTree(3), engine.seams()));
        List<Long> ends = new ArrayList<>();
        List<Long> slots = new ArrayList<>();
        nic.connect((origin, offset, length, sequence, now) -> {
            ends.add(now);
            slots.add(offset);
        });
        engine.seams()
                .find("nic/unit")
                .orElseThrow()
                .arm((unit, now) ->
                        ((StreamUnit) unit).number == 3 ? Seam.DROPPED : ((StreamUnit) unit).number == 5 ? 10 : 0);
        nic.start(0);
        engine.runUntil(Ps.MS);
        assertThat(nic.emitted()).isEqualTo(10);
        assertThat(nic.swallowed()).isEqualTo(1);
        assertThat(ends).hasSize(9).startsWith(1_228_800L, 2 * 1_228_800L).contains(6 * 1_228_800L + 10);
        assertThat(slots).startsWith(0L, 2048L, 4096L, 0L);
        MemorySegment first = Arena.ofAuto().allocate(16);
        nic.read(2048, first, 0, 16);
        assertThat(first.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(nic.valueOf(9));
        assertThat(first.get(ValueLayout.JAVA_LONG, 8)).isEqualTo(9);
    }
}
