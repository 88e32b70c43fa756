package dev.rmtwin.pcie.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.engine.EngineSnapshot;
import dev.rmtwin.core.port.CommitListener;
import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.host.HostCpu;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.pcie.stream.BurstSchedule.Burst;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A chip with every source, saved between any two events: what is restored has the same future. */
class StreamSnapshotTest {
    private static final long END_PS = 3 * Ps.MS;
    private static final long WINDOW_AT = 0x4000_0000L;
    private static final long CONTROL = StreamBench.control(true, 0, 2);

    /** A chip whose four channels are driven by service routines over its bus. */
    private static final class Chip {
        final Engine engine = new Engine();
        final SeedTree seeds = new SeedTree(11);
        final HostCpu host = HostCpu.build(1, profile(), seeds, engine);
        final ChipHost chip = new ChipHost(host);
        final PeripheralBus bus = engine.register(new PeripheralBus("bus", 30 * Ps.NS, 60 * Ps.NS));
        final long buffers = host.memory().map(4096, 64).address();
        final Driver driver = engine.register(new Driver());

        Chip() {
            UartSource uart = engine.register(new UartSource(
                    "uart",
                    UartSource.Line.of8N1(1_000_000),
                    new BurstSchedule(List.of(new Burst(7, 35 * Ps.US), new Burst(3, 2 * Ps.US)), 0),
                    seeds,
                    engine.seams()));
            uart.connect(receiver(0, uart.unitPs()));
            uart.start(0);
            SamplerSource adc = engine.register(new SamplerSource("adc", 300_000, 8, seeds, engine.seams()));
            adc.connect(receiver(1, adc.unitPs()));
            adc.start(Ps.US);
            SpiLink spi =
                    engine.register(new SpiLink("spi", new SpiLink.Shift(2_000_000, 8, 1), n -> 3 * n, engine.seams()));
            spi.connect(receiver(2, spi.unitPs()), transmitter(3));
            I2cDevice device = new I2cDevice(0x10);
            I2cBus i2c = engine.register(new I2cBus("i2c", 1_000_000, device, chip.line(9), engine.seams()));
            i2c.connect(receiver(4, i2c.unitPs()), transmitter(5));
            i2c.write(I2cRegister.DEVICE.offset(), 4, 0x10, 0);
            i2c.write(I2cRegister.COMMAND.offset(), 4, I2cField.START.mask(), 0);
            NicSource nic = engine.register(
                    new NicSource("nic", new NicSource.Line(100_000_000, 64, 20, 8, 64), 1000, seeds, engine.seams()));
            nic.connect(driver);
            nic.start(0);
            for (String seam : List.of("uart/unit", "dma/1/input", "nic/unit", "spi/unit")) {
                engine.seams()
                        .find(seam)
                        .orElseThrow()
                        .arm((unit, now) -> ((StreamUnit) unit).number % 9 == 0 ? 12 * Ps.US : 0);
            }
        }

        private static HostProfile profile() {
            HostProfile plain = StreamBench.profile();
            return new HostProfile(
                    plain.name(),
                    plain.coreCount(),
                    plain.interruptCore(),
                    new HostProfile.Interrupt(170_000, new Tail(50_000, 400_000), 0, 0, 170_000, 0),
                    plain.wakeUp(),
                    plain.polling(),
                    plain.scheduler(),
                    plain.application());
        }

        private StreamDma.Wiring wiring(int channel) {
            MoveCost cost = new MoveCost(100 * Ps.NS, new Tail(100 * Ps.NS, Ps.US));
            return new StreamDma.Wiring(chip, chip.line(channel), cost, 2, seeds);
        }

        private ReceiveDma receiver(int channel, long unitPs) {
            ReceiveDma dma = engine.register(new ReceiveDma("dma/" + channel, wiring(channel), unitPs, engine.seams()));
            enable(channel, dma);
            return dma;
        }

        private TransmitDma transmitter(int channel) {
            TransmitDma dma = engine.register(new TransmitDma("dma/" + channel, wiring(channel)));
            enable(channel, dma);
            return dma;
        }

        private void enable(int channel, StreamDma dma) {
            long at = WINDOW_AT + (long) channel * StreamRegister.BLOCK_BYTES;
            bus.attach(at, StreamRegister.BLOCK_BYTES, dma);
            Answer answer = new Answer(bus, at);
            driver.answers.add(answer);
            host.install(channel, answer, answer);
            host.setAttached(channel, true);
            bus.write(at + StreamRegister.ADDRESS.offset(), 8, buffers + channel * 64L, 0);
            bus.write(at + StreamRegister.LENGTH.offset(), 4, 10 + channel, 0);
            bus.write(at + StreamRegister.CONTROL.offset(), 4, CONTROL, 0);
        }
    }

    /** Keeps what the service routines and the program know. */
    private static final class Driver extends Component implements CommitListener {
        private final List<Answer> answers = new ArrayList<>();
        private long frames;

        Driver() {
            super("driver");
        }

        @Override
        public void onCommit(int origin, long offset, int lengthBytes, long packetSequence, long nowPs) {
            frames++;
        }

        @Override
        public void onEvent(int kind, long arg, long nowPs) {
            throw new AssertionError("the driver takes no events");
        }

        @Override
        public void state(StateVisitor visitor) {
            super.state(visitor);
            frames = visitor.value("frames", frames);
            answers.forEach(answer -> answer.state(visitor));
        }
    }

    /** Reads STATUS and clears it. */
    private static final class Answer implements InterruptHandler, Routine {
        private final PeripheralBus bus;
        private final long at;
        private boolean asked;

        Answer(PeripheralBus bus, long at) {
            this.bus = bus;
            this.at = at;
        }

        @Override
        public Routine onMessage(int vector, long nowPs) {
            asked = false;
            return this;
        }

        @Override
        public Want resume(RoutineContext context) {
            context.charge(300 * Ps.NS);
            if (!asked) {
                asked = true;
                return context.read(bus, at + StreamRegister.STATUS.offset(), 4);
            }
            bus.write(at + StreamRegister.STATUS.offset(), 4, context.value(), context.nowPs());
            return context.done();
        }

        @Override
        public void state(StateVisitor visitor) {
            asked = visitor.value("asked", asked);
        }
    }

    private static byte[] save(Chip chip) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            EngineSnapshot.save(chip.engine, out);
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldGoOnAlikeWhereverItWasSaved(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Chip whole = new Chip();
        whole.engine.runUntil(END_PS);
        long events = whole.engine.eventCount();
        byte[] end = save(whole);
        assertThat(events).isGreaterThan(5000);
        for (int round = 0; round < 25; round++) {
            Chip first = new Chip();
            long stop = random.nextLong(events);
            while (first.engine.eventCount() < stop) {
                first.engine.step();
            }
            Chip second = new Chip();
            EngineSnapshot.restore(second.engine, new DataInputStream(new ByteArrayInputStream(save(first))));
            second.engine.runUntil(END_PS);
            assertThat(second.engine.traceHash()).isEqualTo(whole.engine.traceHash());
            assertThat(save(second))
                    .as("saved after %s of %s events", stop, events)
                    .isEqualTo(end);
        }
    }
}
