package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.host.HostRegion;
import dev.rmtwin.pcie.stream.BurstSchedule;
import dev.rmtwin.pcie.stream.ReceiveDma;
import dev.rmtwin.pcie.stream.StreamControl;
import dev.rmtwin.pcie.stream.StreamCounter;
import dev.rmtwin.pcie.stream.StreamRegister;
import dev.rmtwin.pcie.stream.UartSource;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Bursts on a serial line, received into one buffer by a channel with half, full and idle events. */
public final class IdleExperiment {
    private static final int CHANNEL = 0;
    private static final long BAUD = 115_200;
    private static final long GAP_PS = 2 * Ps.MS;

    private IdleExperiment() {}

    /** What becomes of the channel at the end of a burst or of the buffer. */
    public enum Mode {
        /** The channel goes round, whatever the line does. */
        CIRCULAR,
        /** The channel stops when the buffer is full. */
        NORMAL,
        /** As that, and the driver starts it anew after each idle or full event, as receive-to-idle does. */
        RESTARTED
    }

    /**
     * An event as the driver's callback is told of it.
     *
     * @param kind {@code HALF}, {@code COMPLETE} or {@code IDLE}
     * @param units bytes of the buffer so far
     */
    public record Event(String kind, long units) {}

    /**
     * What came out.
     *
     * @param events in order
     * @param stopped whether the channel has stopped by itself
     * @param lost bytes that came when it had stopped and found the data register full
     * @param waiting bytes in the data register
     * @param interrupts interrupts that the core took
     * @param bufferRight whether the buffer holds the bytes that it must
     */
    public record Received(
            List<Event> events, boolean stopped, long lost, long waiting, long interrupts, boolean bufferRight) {}

    /** Sends bursts of so many bytes, each with a pause after it that is long enough to be idle time. */
    public static Received run(Microcontroller chip, int bufferBytes, Mode mode, int... burstBytes) {
        List<BurstSchedule.Burst> bursts = Arrays.stream(burstBytes)
                .mapToObj(n -> new BurstSchedule.Burst(n, GAP_PS))
                .toList();
        UartSource uart = chip.engine()
                .register(new UartSource(
                        "chip/uart",
                        UartSource.Line.of8N1(BAUD),
                        new BurstSchedule(bursts, 1),
                        chip.seeds(),
                        chip.engine().seams()));
        ReceiveDma channel = chip.receiver(CHANNEL, uart.unitPs());
        uart.connect(channel);
        HostRegion buffer = chip.buffer(bufferBytes);
        List<Event> events = new ArrayList<>();
        chip.serve(CHANNEL, new StreamService(chip, CHANNEL, bufferBytes, control(mode), (kind, units, context) -> {
            events.add(new Event(kind.name(), units));
            if (mode == Mode.RESTARTED && kind != StreamService.Kind.HALF) {
                restart(chip, buffer, bufferBytes, context);
            }
        }));
        enable(chip, buffer, bufferBytes, mode, 0);
        uart.start(Ps.US);
        long bytes = Arrays.stream(burstBytes).sum();
        chip.engine().runUntil(Ps.MS + bytes * uart.unitPs() + burstBytes.length * GAP_PS);
        return new Received(
                events,
                !StreamControl.ENABLE.isSet(channel.peek(StreamRegister.CONTROL)),
                channel.counters().get(StreamCounter.OVERRUN),
                channel.waiting(),
                chip.host().interruptsTaken(CHANNEL),
                mode == Mode.RESTARTED
                        ? holds(buffer, uart, bytes - burstBytes[burstBytes.length - 1], bytes, 0)
                        : holdsStream(buffer, uart, channel, bufferBytes));
    }

    private static void restart(Microcontroller chip, HostRegion buffer, int bufferBytes, RoutineContext context) {
        chip.write(CHANNEL, StreamRegister.CONTROL, 0, context.nowPs());
        enable(chip, buffer, bufferBytes, Mode.RESTARTED, context.nowPs());
    }

    private static void enable(Microcontroller chip, HostRegion buffer, int bufferBytes, Mode mode, long atPs) {
        chip.write(CHANNEL, StreamRegister.ADDRESS, buffer.address(), atPs);
        chip.write(CHANNEL, StreamRegister.LENGTH, bufferBytes, atPs);
        chip.write(CHANNEL, StreamRegister.CONTROL, control(mode), atPs);
    }

    private static long control(Mode mode) {
        return StreamControl.ENABLE.mask()
                | StreamControl.CIRCULAR.bits(mode == Mode.CIRCULAR ? 1 : 0)
                | StreamControl.HALF_IE.mask()
                | StreamControl.COMPLETE_IE.mask()
                | StreamControl.IDLE_IE.mask()
                | StreamControl.ERROR_IE.mask();
    }

    /** The last bytes of a stream that goes round, each at its place. */
    private static boolean holdsStream(HostRegion buffer, UartSource uart, ReceiveDma channel, int bufferBytes) {
        long moved = channel.counters().get(StreamCounter.MOVED);
        long from = Math.max(0, moved - bufferBytes);
        return holds(buffer, uart, from, moved, (int) (from % bufferBytes));
    }

    private static boolean holds(HostRegion buffer, UartSource uart, long from, long to, int at) {
        long size = buffer.segment().byteSize();
        for (long n = from; n < to; n++) {
            byte is = buffer.segment().get(ValueLayout.JAVA_BYTE, (at + n - from) % size);
            if (is != (byte) uart.valueOf(n)) {
                return false;
            }
        }
        return true;
    }
}
