package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
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
import java.util.List;

/** A serial line that never pauses, received by DMA, and a task that looks at the buffer at a fixed period. */
public final class SerialExperiment {
    private static final int SERVICES = 100;
    private static final int CHANNEL = 0;

    private SerialExperiment() {}

    /**
     * The line and the task.
     *
     * @param baud bits a second, 8N1
     * @param periodPs from one look at the buffer to the next
     * @param bufferBytes bytes of the buffer
     * @param circular whether the channel goes round; if not, each look stops it and starts it again
     */
    public record Setting(long baud, long periodPs, int bufferBytes, boolean circular) {}

    /**
     * What came out.
     *
     * @param leastBytes fewest bytes that came between two looks, by the line
     * @param mostBytes most of them
     * @param received bytes that the task took
     * @param overrun bytes that found the channel stopped and its data register full
     * @param overwritten bytes that were in the buffer and written over before a look
     * @param inHand bytes under way at the end
     * @param emitted bytes that the line delivered
     * @param wrong bytes taken that are not the line's, in order, losses left out
     */
    public record Serial(
            long leastBytes,
            long mostBytes,
            long received,
            long overrun,
            long overwritten,
            long inHand,
            long emitted,
            long wrong) {}

    /** Runs the task for 100 looks. */
    public static Serial run(Microcontroller chip, Setting setting) {
        UartSource uart = chip.engine()
                .register(new UartSource(
                        "chip/uart",
                        UartSource.Line.of8N1(setting.baud),
                        BurstSchedule.continuous(),
                        chip.seeds(),
                        chip.engine().seams()));
        ReceiveDma channel = chip.receiver(CHANNEL, uart.unitPs());
        uart.connect(channel);
        Looker looker = new Looker(chip, setting, uart, channel);
        looker.enable(0);
        uart.start(Ps.US);
        chip.host().start(chip.host().spawn("looker", 0, looker), Ps.US);
        chip.engine().runUntil((SERVICES + 1) * setting.periodPs);
        return looker.result();
    }

    /** The task: at each period it takes what is new in the buffer. */
    private static final class Looker implements Routine {
        private final Microcontroller chip;
        private final Setting setting;
        private final UartSource uart;
        private final ReceiveDma channel;
        private final HostRegion buffer;
        private final List<Byte> taken = new ArrayList<>();
        private final long takePs;
        private boolean asked;
        private int looks;
        private int position;
        private long emittedBefore;
        private long leastBytes = Long.MAX_VALUE;
        private long mostBytes;

        Looker(Microcontroller chip, Setting setting, UartSource uart, ReceiveDma channel) {
            this.chip = chip;
            this.setting = setting;
            this.uart = uart;
            this.channel = channel;
            buffer = chip.buffer(setting.bufferBytes);
            takePs = chip.host().profile().application().takePs();
        }

        void enable(long atPs) {
            chip.write(CHANNEL, StreamRegister.ADDRESS, buffer.address(), atPs);
            chip.write(CHANNEL, StreamRegister.LENGTH, setting.bufferBytes, atPs);
            chip.write(
                    CHANNEL,
                    StreamRegister.CONTROL,
                    StreamControl.ENABLE.mask() | StreamControl.CIRCULAR.bits(setting.circular ? 1 : 0),
                    atPs);
        }

        @Override
        public Want resume(RoutineContext context) {
            if (looks == 0) {
                looks = 1;
                return sleep(context);
            }
            if (!asked) {
                asked = true;
                if (!setting.circular) {
                    chip.write(CHANNEL, StreamRegister.CONTROL, 0, context.nowPs());
                }
                return context.read(
                        chip.bus(), Microcontroller.address(CHANNEL, StreamRegister.REMAINING), Integer.BYTES);
            }
            asked = false;
            countArrivals();
            context.charge(takePs);
            takeUpTo(setting.bufferBytes - (int) context.value(), context);
            if (looks++ == SERVICES) {
                return context.done();
            }
            return sleep(context);
        }

        private Want sleep(RoutineContext context) {
            return context.sleepUntil(looks * setting.periodPs);
        }

        private void countArrivals() {
            long now = uart.emitted();
            if (looks > 1) {
                leastBytes = Math.min(leastBytes, now - emittedBefore);
                mostBytes = Math.max(mostBytes, now - emittedBefore);
            }
            emittedBefore = now;
        }

        private void takeUpTo(int end, RoutineContext context) {
            int from = setting.circular ? position : 0;
            int count = setting.circular ? Math.floorMod(end - position, setting.bufferBytes) : end;
            for (int i = 0; i < count; i++) {
                taken.add(buffer.segment().get(ValueLayout.JAVA_BYTE, (from + i) % setting.bufferBytes));
            }
            position = (from + count) % setting.bufferBytes;
            if (!setting.circular) {
                enable(context.nowPs());
            }
        }

        Serial result() {
            long moved = channel.counters().get(StreamCounter.MOVED);
            long inBuffer = moved % setting.bufferBytes;
            long newSince = setting.circular ? Math.floorMod(inBuffer - position, setting.bufferBytes) : 0;
            long overwritten = setting.circular ? moved - taken.size() - newSince : 0;
            long overrun = channel.counters().get(StreamCounter.OVERRUN);
            return new Serial(
                    leastBytes,
                    mostBytes,
                    taken.size(),
                    overrun,
                    overwritten,
                    moved - taken.size() - overwritten + channel.waiting(),
                    uart.emitted(),
                    wrong(overrun + overwritten));
        }

        /** Bytes taken that are not the line's next, when so many may have been left out in all. */
        private long wrong(long leftOut) {
            long wrong = 0;
            long at = 0;
            for (byte value : taken) {
                long found = at;
                while (found < uart.emitted() && (byte) uart.valueOf(found) != value) {
                    found++;
                }
                boolean there = found < uart.emitted();
                wrong += there ? 0 : 1;
                at = there ? found + 1 : at;
            }
            wrong += Math.max(0, at - taken.size() - leftOut);
            return wrong;
        }

        @Override
        public void state(StateVisitor visitor) {
            asked = visitor.value("asked", asked);
            looks = visitor.value("looks", looks);
            position = visitor.value("position", position);
        }
    }
}
