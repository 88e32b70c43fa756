package dev.rmtwin.pcie.stream;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.ClockDomain;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.RegisterBehaviour;
import dev.rmtwin.pcie.register.RegisterBlock;
import dev.rmtwin.pcie.register.RegisterFile;

/**
 * The master of an I2C bus with one device: half duplex, nine clocks a byte. After a start the address goes out; then bytes that are
 * handed over are written, or COUNT bytes are read and a stop follows. While nothing is handed over it holds the clock.
 *
 * <p>A byte can be handed over from the start on and waits while the address goes out. A start or stop that is asked for takes its turn
 * when the byte on the bus has ended; what only waits is thrown away then. Fidelity: cycle-approximate. Not modelled: several
 * masters, a device that holds the clock, holding it for a full receive register. Thread: the engine's.
 */
public final class I2cBus extends Component
        implements StreamSource, TransmitTarget, PeripheralWindow, RegisterBehaviour, UnitGate.Exit {
    private static final int BYTE_END = 0;
    private static final int RELEASE = 1;
    private static final int BYTE_BITS = 9;
    private static final int OUTCOME_SWALLOWED = 1;
    private static final int OUTCOME_LOST = 2;
    private static final int OUTCOME_NACK = 3;
    private static final int OUTCOME_DONE = 4;
    private static final int STATUS = I2cRegister.STATUS.ordinal();

    /** What goes on the bus. The order is part of snapshots. */
    private enum Phase {
        FREE,
        ADDRESS,
        HOLDING,
        WRITE,
        READ;

        private static final Phase[] VALUES = values();
    }

    /** What is to follow the byte under way. The order is part of snapshots. */
    private enum Next {
        NOTHING,
        START_WRITE,
        START_READ,
        STOP;

        private static final Next[] VALUES = values();
    }

    private final ClockDomain bitClock;
    private final I2cDevice device;
    private final StreamInterrupt line;
    private final UnitGate gate;
    private final RegisterFile file = new RegisterFile(I2cRegister.BLOCK, this);
    private final StreamUnit unit = new StreamUnit();
    private StreamSink sink;
    private TransmitDma transmitter;
    private Phase phase = Phase.FREE;
    private Next next = Next.NOTHING;
    private boolean reading;
    private boolean waiting;
    private int waitingByte;
    private int shiftedByte;
    private int left;
    private int epoch;
    private long runStartPs;
    private long runBits;
    private long read;
    private long swallowed;
    private long lost;

    /**
     * @param clockHz bits a second
     * @param device the only device on the bus
     * @param line its interrupt
     */
    public I2cBus(String name, long clockHz, I2cDevice device, StreamInterrupt line, SeamRegistry seams) {
        super(name);
        bitClock = ClockDomain.ofRate(clockHz, Ps.SECOND);
        this.device = device;
        this.line = line;
        gate = new UnitGate(name + "/unit", seams, this);
    }

    /** Where bytes that are read go, and who feeds it; to be called once, before the first event. */
    public void connect(StreamSink target, TransmitDma feeder) {
        sink = target;
        transmitter = feeder;
        feeder.connect(this);
    }

    // ---- what is handed over

    @Override
    public boolean ready() {
        boolean writes = phase != Phase.FREE && !reading && next == Next.NOTHING || next == Next.START_WRITE;
        return writes && !waiting;
    }

    @Override
    public void push(long value, long nowPs) {
        waiting = true;
        waitingByte = (int) value & 0xFF;
        if (phase == Phase.HOLDING) {
            runStartPs = nowPs;
            runBits = 0;
            shiftWaiting(nowPs);
        }
    }

    private void shiftWaiting(long nowPs) {
        waiting = false;
        shiftedByte = waitingByte;
        phase = Phase.WRITE;
        postByte(BYTE_BITS);
        transmitter.onReady(nowPs);
    }

    @Override
    public int discard(long nowPs) {
        if (!waiting) {
            return 0;
        }
        waiting = false;
        lost++;
        outcome(OUTCOME_LOST, nowPs, waitingByte);
        latch(I2cField.LOST, nowPs);
        return 1;
    }

    // ---- the bus

    private void command(long bits, long nowPs) {
        if (I2cField.RESET.isSet(bits)) {
            reset();
            return;
        }
        if (!I2cField.START.isSet(bits) && (!I2cField.STOP.isSet(bits) || phase == Phase.FREE)) {
            return;
        }
        discard(nowPs);
        next = I2cField.STOP.isSet(bits) ? Next.STOP : I2cField.READ.isSet(bits) ? Next.START_READ : Next.START_WRITE;
        if (phase == Phase.FREE || phase == Phase.HOLDING) {
            runStartPs = nowPs;
            runBits = 0;
            goOn(nowPs);
        } else if (ready()) {
            transmitter.onReady(nowPs);
        }
    }

    /** The bus is between two bytes. */
    private void goOn(long nowPs) {
        Next now = next;
        next = Next.NOTHING;
        switch (now) {
            case START_WRITE, START_READ -> {
                if (phase == Phase.FREE) {
                    sink.onBusy(nowPs);
                }
                phase = Phase.ADDRESS;
                reading = now == Next.START_READ;
                left = (int) file.peek(I2cRegister.COUNT.ordinal());
                postByte(1 + BYTE_BITS);
                if (ready()) {
                    transmitter.onReady(nowPs);
                }
            }
            case STOP -> free(nowPs);
            case NOTHING -> carryOn(nowPs);
        }
    }

    private void carryOn(long nowPs) {
        if (reading) {
            phase = Phase.READ;
            postByte(BYTE_BITS);
        } else if (waiting) {
            shiftWaiting(nowPs);
        } else {
            boolean wrote = phase == Phase.WRITE;
            phase = Phase.HOLDING;
            if (wrote) {
                latch(I2cField.SENT, nowPs);
            }
        }
    }

    private void free(long nowPs) {
        phase = Phase.FREE;
        reading = false;
        gate.quiet(nowPs);
    }

    private void postByte(int bits) {
        runBits += bits;
        post(Rank.LINK, runStartPs + bitClock.edgePs(runBits), BYTE_END, epoch);
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        if (kind == RELEASE) {
            gate.release(nowPs);
            return;
        }
        if (kind != BYTE_END) {
            throw new IllegalStateException(this + " got event kind " + kind);
        }
        if (arg != epoch) {
            return;
        }
        switch (phase) {
            case ADDRESS -> addressed(nowPs);
            case WRITE -> {
                device.write(shiftedByte);
                goOn(nowPs);
            }
            case READ -> byteRead(nowPs);
            case FREE, HOLDING -> throw new IllegalStateException(this + ": a byte has ended in " + phase);
        }
    }

    private void addressed(long nowPs) {
        if (device.addressed((int) file.peek(I2cRegister.DEVICE.ordinal()))) {
            latch(I2cField.ADDRESSED, nowPs);
            goOn(nowPs);
            return;
        }
        outcome(OUTCOME_NACK, nowPs, 0);
        discard(nowPs);
        next = Next.NOTHING;
        free(nowPs);
        latch(I2cField.NACK, nowPs);
    }

    private void byteRead(long nowPs) {
        unit.set(read++, device.read());
        gate.pass(unit, nowPs);
        left--;
        if (left > 0) {
            goOn(nowPs);
            return;
        }
        outcome(OUTCOME_DONE, nowPs, read);
        if (next == Next.NOTHING) {
            next = Next.STOP;
        }
        goOn(nowPs);
        latch(I2cField.DONE, nowPs);
    }

    /** Everything is as after power-on; the device keeps what it has. */
    public void reset() {
        epoch++;
        phase = Phase.FREE;
        next = Next.NOTHING;
        reading = false;
        lost += waiting ? 1 : 0;
        waiting = false;
        file.reset();
    }

    // ---- what is read

    @Override
    public void onPassed(StreamUnit passed, long nowPs) {
        sink.onUnit(passed, nowPs);
    }

    @Override
    public void onSwallowed(StreamUnit lostUnit, long nowPs) {
        swallowed++;
        outcome(OUTCOME_SWALLOWED, nowPs, lostUnit.number);
    }

    @Override
    public void onQuietPassed(long nowPs) {
        sink.onQuiet(nowPs);
    }

    @Override
    public long spacingPs() {
        return unitPs();
    }

    @Override
    public void releaseAt(long atPs) {
        post(Rank.LINK, atPs, RELEASE, 0);
    }

    @Override
    public long emitted() {
        return read;
    }

    @Override
    public long swallowed() {
        return swallowed;
    }

    /** Bytes that were handed over and thrown away before they went out. */
    public long lost() {
        return lost;
    }

    @Override
    public long unitPs() {
        return bitClock.edgePs(BYTE_BITS) + 1;
    }

    // ---- registers

    private void latch(Field flag, long nowPs) {
        file.set(STATUS, flag.mask());
        if ((flag.mask() & file.peek(I2cRegister.ENABLE.ordinal())) != 0) {
            line.raise(nowPs);
        }
    }

    @Override
    public boolean has(long offset, int widthBytes) {
        return I2cRegister.BLOCK.locate(offset, widthBytes) != RegisterBlock.NONE;
    }

    @Override
    public long read(long offset, int widthBytes, long nowPs) {
        return file.read(I2cRegister.BLOCK.locate(offset, widthBytes), widthBytes, nowPs);
    }

    @Override
    public boolean write(long offset, int widthBytes, long value, long nowPs) {
        int spot = I2cRegister.BLOCK.locate(offset, widthBytes);
        return spot != RegisterBlock.NONE && file.write(spot, widthBytes, value, nowPs) == Verdict.TAKEN;
    }

    /** A register, without side effects. */
    public long peek(I2cRegister register) {
        return file.peek(register.ordinal());
    }

    @Override
    public long onPeek(int register) {
        return I2cField.BUSY.bits(phase == Phase.FREE ? 0 : 1);
    }

    @Override
    public void onRead(int register, long nowPs) {
        // No register changes by being read.
    }

    @Override
    public Verdict onWrite(int register, long present, long written, long nowPs) {
        boolean readsNothing = register == I2cRegister.COMMAND.ordinal()
                && I2cField.READ.isSet(written)
                && file.peek(I2cRegister.COUNT.ordinal()) == 0;
        return readsNothing && !I2cField.RESET.isSet(written) ? Verdict.REFUSED : Verdict.TAKEN;
    }

    @Override
    public void onWritten(int register, long present, long written, long nowPs) {
        if (register == I2cRegister.COMMAND.ordinal()) {
            command(written, nowPs);
        } else if ((file.peek(STATUS) & file.peek(I2cRegister.ENABLE.ordinal())) != 0) {
            line.raise(nowPs);
        }
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        file.state(visitor);
        gate.state(visitor);
        device.state(visitor);
        phase = Phase.VALUES[visitor.value("phase", phase.ordinal())];
        next = Next.VALUES[visitor.value("next", next.ordinal())];
        reading = visitor.value("reading", reading);
        waiting = visitor.value("waiting", waiting);
        waitingByte = visitor.value("waitingByte", waitingByte);
        shiftedByte = visitor.value("shiftedByte", shiftedByte);
        left = visitor.value("left", left);
        epoch = visitor.value("epoch", epoch);
        runStartPs = visitor.value("runStart", runStartPs);
        runBits = visitor.value("runBits", runBits);
        read = visitor.value("read", read);
        swallowed = visitor.value("swallowed", swallowed);
        lost = visitor.value("lost", lost);
    }
}
