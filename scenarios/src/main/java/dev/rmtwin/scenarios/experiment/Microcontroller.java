package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.host.HostCpu;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.pcie.host.HostRegion;
import dev.rmtwin.pcie.stream.ChipHost;
import dev.rmtwin.pcie.stream.I2cBus;
import dev.rmtwin.pcie.stream.I2cDevice;
import dev.rmtwin.pcie.stream.I2cRegister;
import dev.rmtwin.pcie.stream.MoveCost;
import dev.rmtwin.pcie.stream.PeripheralBus;
import dev.rmtwin.pcie.stream.ReceiveDma;
import dev.rmtwin.pcie.stream.StreamDma;
import dev.rmtwin.pcie.stream.StreamInterrupt;
import dev.rmtwin.pcie.stream.StreamRegister;
import dev.rmtwin.pcie.stream.TransmitDma;
import dev.rmtwin.scenarios.file.Overrides;
import dev.rmtwin.scenarios.file.ScenarioCatalog;
import dev.rmtwin.scenarios.file.ScenarioProblems;

/**
 * A chip with one core, memory and stream channels: what experiments with streams run on. Channel n interrupts by vector n, the I2C
 * master by vector {@value #I2C_VECTOR}.
 *
 * <p>Thread: the caller's.
 */
public final class Microcontroller {
    /** Vector of the I2C master. */
    public static final int I2C_VECTOR = 32;

    private static final String STANDARD = "reference-echo";
    private static final String PROFILE = "host=microcontroller";
    private static final long CHANNELS_AT = 0x4002_0000L;
    private static final long I2C_AT = 0x4000_5400L;
    private static final int ALIGNMENT_BYTES = 64;

    private final Engine engine = new Engine();
    private final SeedTree seeds;
    private final HostCpu host;
    private final ChipHost chip;
    private final PeripheralBus bus;
    private final Timing timing;

    /**
     * What the chip's own bus costs.
     *
     * @param writePs a store until its effect in a device
     * @param readPs a load until its value
     * @param move what the move of one unit takes
     */
    public record Timing(long writePs, long readPs, MoveCost move) {
        /** 72 MHz: two cycles a store, four a load, seven a move, and up to three more when the core is on the bus. */
        public static final Timing STANDARD =
                new Timing(28 * Ps.NS, 56 * Ps.NS, new MoveCost(97 * Ps.NS, new Tail(10 * Ps.NS, 42 * Ps.NS)));
    }

    /** A chip with the packaged host profile and the standard timing. */
    public Microcontroller(long seed) {
        this(seed, profile(), Timing.STANDARD);
    }

    /** A chip with other parameters. */
    public Microcontroller(long seed, HostProfile profile, Timing timing) {
        this.timing = timing;
        seeds = new SeedTree(seed);
        host = HostCpu.build(0, profile, seeds, engine);
        chip = new ChipHost(host);
        bus = engine.register(new PeripheralBus("chip/bus", timing.writePs(), timing.readPs()));
    }

    /** The packaged profile {@code microcontroller}. */
    public static HostProfile profile() {
        try {
            return new ScenarioCatalog()
                    .load(STANDARD, Overrides.NONE.withSet(PROFILE))
                    .nodes()
                    .getFirst()
                    .host();
        } catch (ScenarioProblems e) {
            throw new IllegalStateException("the packaged profile of " + PROFILE + ": " + e.problems(), e);
        }
    }

    private StreamDma.Wiring wiring(StreamInterrupt line) {
        return new StreamDma.Wiring(chip, line, timing.move(), 1, seeds);
    }

    /** Adds a receiving channel for units of a length in time. */
    public ReceiveDma receiver(int channel, long unitPs) {
        return receiver(channel, unitPs, chip.line(channel));
    }

    /** Adds a receiving channel whose line goes elsewhere. */
    ReceiveDma receiver(int channel, long unitPs, StreamInterrupt line) {
        ReceiveDma dma = engine.register(new ReceiveDma("chip/dma/" + channel, wiring(line), unitPs, engine.seams()));
        bus.attach(address(channel), StreamRegister.BLOCK_BYTES, dma);
        return dma;
    }

    /** Adds a transmitting channel. */
    TransmitDma transmitter(int channel, StreamInterrupt line) {
        TransmitDma dma = engine.register(new TransmitDma("chip/dma/" + channel, wiring(line)));
        bus.attach(address(channel), StreamRegister.BLOCK_BYTES, dma);
        return dma;
    }

    /** Adds the I2C master. */
    I2cBus i2c(long clockHz, I2cDevice device) {
        I2cBus i2c = engine.register(new I2cBus("chip/i2c", clockHz, device, chip.line(I2C_VECTOR), engine.seams()));
        bus.attach(I2C_AT, I2cRegister.BLOCK_BYTES, i2c);
        return i2c;
    }

    /** The line of a vector. */
    StreamInterrupt line(int vector) {
        return chip.line(vector);
    }

    /** Attaches a service routine to a vector. */
    <S extends InterruptHandler & Routine> void serve(int vector, S service) {
        host.install(vector, service, service);
        host.setAttached(vector, true);
    }

    private static long address(int channel) {
        return CHANNELS_AT + (long) channel * StreamRegister.BLOCK_BYTES;
    }

    static long address(int channel, StreamRegister register) {
        return address(channel) + register.offset();
    }

    static long address(I2cRegister register) {
        return I2C_AT + register.offset();
    }

    /** A store to a channel's register. */
    public void write(int channel, StreamRegister register, long value, long atPs) {
        bus.write(address(channel, register), register.widthBytes(), value, atPs);
    }

    /** A store to the I2C master's register. */
    void write(I2cRegister register, long value, long atPs) {
        bus.write(address(register), register.widthBytes(), value, atPs);
    }

    /** Memory for a buffer. */
    public HostRegion buffer(int bytes) {
        return host.memory().map(bytes, ALIGNMENT_BYTES);
    }

    /** Share of the core that is used from a time on until now. */
    double corePercent(long busyFromPs, long fromPs) {
        long nowPs = engine.nowPs();
        return 100.0 * (host.core(0).busyPs(nowPs) - busyFromPs) / (nowPs - fromPs);
    }

    /** The engine that runs it. */
    public Engine engine() {
        return engine;
    }

    /** The core and its memory. */
    public HostCpu host() {
        return host;
    }

    PeripheralBus bus() {
        return bus;
    }

    SeedTree seeds() {
        return seeds;
    }
}
