package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.pcie.host.HostRegion;
import dev.rmtwin.pcie.stream.ReceiveDma;
import dev.rmtwin.pcie.stream.SamplerSource;
import dev.rmtwin.pcie.stream.StreamControl;
import dev.rmtwin.pcie.stream.StreamCounter;
import dev.rmtwin.pcie.stream.StreamRegister;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** A converter's samples, taken by one interrupt each, or by a circular buffer that interrupts when it is half full and full. */
public final class SampleExperiment {
    private static final int SAMPLE_BITS = 16;
    private static final long RUN_PS = 20 * Ps.MS;
    private static final long BUFFERED = StreamControl.ENABLE.mask()
            | StreamControl.CIRCULAR.mask()
            | StreamControl.HALF_IE.mask()
            | StreamControl.COMPLETE_IE.mask()
            | StreamControl.UNIT_SIZE.bits(1)
            | StreamControl.WORD_SIZE.bits(1);
    private static final ValueLayout.OfShort SAMPLE =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private SampleExperiment() {}

    /**
     * What came out.
     *
     * @param corePercent share of the core
     * @param interruptsPerSecond interrupts that the core took
     * @param taken samples that the program has
     * @param lost samples that found the data register full
     * @param inHand samples that were under way at the end
     * @param emitted samples that the converter delivered
     * @param wrong samples that the program has and that the converter did not deliver in this order
     */
    public record Load(
            double corePercent,
            double interruptsPerSecond,
            long taken,
            long lost,
            long inHand,
            long emitted,
            long wrong) {}

    /** Samples that the program has. What is lost may be left out, but order and contents must hold. */
    private static final class Samples {
        private final SamplerSource source;
        private long next;
        private long taken;
        private long wrong;

        Samples(SamplerSource source) {
            this.source = source;
        }

        void take(long value) {
            taken++;
            long at = next;
            while (at < source.emitted() && source.valueOf(at) != value) {
                at++;
            }
            boolean found = at < source.emitted();
            wrong += found ? 0 : 1;
            next = found ? at + 1 : next;
        }

        /** With what was left out beyond what is known to be lost. */
        long wrong(long lost) {
            return wrong + Math.max(0, next - taken - lost);
        }
    }

    /** One interrupt a sample: read it, keep it. */
    private static final class EachSample implements InterruptHandler, Routine {
        private final Microcontroller chip;
        private final HostProfile.Interrupt cost;
        private final Samples samples;
        private boolean asked;

        EachSample(Microcontroller chip, Samples samples) {
            this.chip = chip;
            this.samples = samples;
            cost = chip.host().profile().interrupt();
        }

        @Override
        public Routine onMessage(int vector, long nowPs) {
            asked = false;
            return this;
        }

        @Override
        public Want resume(RoutineContext context) {
            if (!asked) {
                asked = true;
                context.charge(cost.servicePs());
                return context.read(chip.bus(), Microcontroller.address(0, StreamRegister.DATA), Integer.BYTES);
            }
            context.charge(cost.perCompletionPs());
            samples.take(context.value());
            return context.done();
        }

        @Override
        public void state(StateVisitor visitor) {
            asked = visitor.value("asked", asked);
        }
    }

    /** One interrupt a sample. */
    public static Load each(Microcontroller chip, long samplesPerSecond) {
        SamplerSource source = sampler(chip, samplesPerSecond);
        ReceiveDma channel = chip.receiver(0, source.unitPs());
        source.connect(channel);
        Samples samples = new Samples(source);
        chip.serve(0, new EachSample(chip, samples));
        chip.write(0, StreamRegister.CONTROL, StreamControl.UNIT_IE.mask(), 0);
        return run(chip, source, channel, samples);
    }

    /** A circular buffer of so many samples, an even number. */
    public static Load buffered(Microcontroller chip, long samplesPerSecond, int bufferSamples) {
        SamplerSource source = sampler(chip, samplesPerSecond);
        ReceiveDma channel = chip.receiver(0, source.unitPs());
        source.connect(channel);
        Samples samples = new Samples(source);
        HostRegion buffer = chip.buffer(bufferSamples * Short.BYTES);
        int half = bufferSamples / 2;
        chip.serve(0, new StreamService(chip, 0, bufferSamples, BUFFERED, (kind, units, context) -> {
            for (long i = units - half; i < units; i++) {
                samples.take(Short.toUnsignedLong(buffer.segment().get(SAMPLE, i * Short.BYTES)));
            }
        }));
        chip.write(0, StreamRegister.ADDRESS, buffer.address(), 0);
        chip.write(0, StreamRegister.LENGTH, bufferSamples, 0);
        chip.write(0, StreamRegister.CONTROL, BUFFERED, 0);
        return run(chip, source, channel, samples);
    }

    private static SamplerSource sampler(Microcontroller chip, long samplesPerSecond) {
        SamplerSource source = chip.engine()
                .register(new SamplerSource(
                        "chip/adc",
                        samplesPerSecond,
                        SAMPLE_BITS,
                        chip.seeds(),
                        chip.engine().seams()));
        source.start(Ps.US);
        return source;
    }

    private static Load run(Microcontroller chip, SamplerSource source, ReceiveDma channel, Samples samples) {
        chip.engine().runUntil(RUN_PS);
        long moved =
                channel.counters().get(StreamCounter.MOVED) + channel.counters().get(StreamCounter.TAKEN);
        return new Load(
                chip.corePercent(0, 0),
                chip.host().interruptsTaken(0) / Ps.toSeconds(RUN_PS),
                samples.taken,
                channel.counters().get(StreamCounter.OVERRUN),
                moved - samples.taken + channel.waiting(),
                source.emitted(),
                samples.wrong(channel.counters().get(StreamCounter.OVERRUN)));
    }
}
