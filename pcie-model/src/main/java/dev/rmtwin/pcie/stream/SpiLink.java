package dev.rmtwin.pcie.stream;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.ClockDomain;
import dev.rmtwin.core.time.Ps;

/**
 * The master of an SPI link: full duplex, one shift register. Each unit that is pushed shifts one out and, at the same clocks, one in;
 * the one that comes in is there when the last clock has gone.
 *
 * <p>Fidelity: exact in time. Not modelled: chip select, clock phase and polarity, a slave that drives no data. Thread: the
 * engine's.
 */
public final class SpiLink extends Component implements StreamSource, TransmitTarget, UnitGate.Exit {
    private static final int SHIFTED = 0;
    private static final int RELEASE = 1;
    private static final int OUTCOME_SWALLOWED = 1;
    private static final int OUTCOME_DISCARDED = 2;

    private final Shift shift;
    private final ClockDomain unitClock;
    private final SpiSlave slave;
    private final UnitGate gate;
    private final UnitQueue buffer = new UnitQueue();
    private final StreamUnit unit = new StreamUnit();
    private StreamSink sink;
    private TransmitDma transmitter;
    private boolean shifting;
    private long sent;
    private long lastSent;
    private long swallowed;
    /** Start of the present run of units without a pause, and units of it that are done. */
    private long runStartPs;

    private long runUnits;

    /**
     * How the link shifts.
     *
     * @param clockHz shift clock: bits a second
     * @param unitBits bits of a unit, 8, 16 or 32
     * @param bufferUnits units that wait before the shift register: 0 (what is pushed is shifted at once) or more
     */
    public record Shift(long clockHz, int unitBits, int bufferUnits) {}

    /** A link to a slave. */
    public SpiLink(String name, Shift shift, SpiSlave slave, SeamRegistry seams) {
        super(name);
        this.shift = shift;
        this.slave = slave;
        unitClock = new ClockDomain(shift.unitBits * Ps.SECOND, shift.clockHz);
        gate = new UnitGate(name + "/unit", seams, this);
    }

    /** Where received units go and who feeds it; to be called once, before the first event. */
    public void connect(StreamSink target, TransmitDma feeder) {
        sink = target;
        transmitter = feeder;
        feeder.connect(this);
    }

    @Override
    public boolean ready() {
        return shift.bufferUnits == 0 ? !shifting : buffer.count() < shift.bufferUnits;
    }

    @Override
    public void push(long value, long nowPs) {
        if (shifting) {
            buffer.add(unit.set(0, value), nowPs);
            return;
        }
        runStartPs = nowPs;
        runUnits = 0;
        sink.onBusy(nowPs);
        begin(value, nowPs);
    }

    private void begin(long value, long nowPs) {
        shifting = true;
        lastSent = value & -1L >>> Long.SIZE - shift.unitBits;
        post(Rank.LINK, runStartPs + unitClock.edgePs(runUnits + 1), SHIFTED, 0);
        if (ready()) {
            transmitter.onReady(nowPs);
        }
    }

    @Override
    public int discard(long nowPs) {
        int thrown = buffer.clear();
        if (thrown > 0) {
            outcome(OUTCOME_DISCARDED, nowPs, thrown);
        }
        return thrown;
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        switch (kind) {
            case SHIFTED -> shifted(nowPs);
            case RELEASE -> gate.release(nowPs);
            default -> throw new IllegalStateException(this + " got event kind " + kind);
        }
    }

    private void shifted(long nowPs) {
        runUnits++;
        shifting = false;
        unit.set(sent, slave.answer(sent) & -1L >>> Long.SIZE - shift.unitBits);
        sent++;
        gate.pass(unit, nowPs);
        if (!buffer.isEmpty()) {
            begin(buffer.take(unit).value, nowPs);
            return;
        }
        gate.quiet(nowPs);
        transmitter.onReady(nowPs);
    }

    @Override
    public void onPassed(StreamUnit passed, long nowPs) {
        sink.onUnit(passed, nowPs);
    }

    @Override
    public void onSwallowed(StreamUnit lost, long nowPs) {
        swallowed++;
        outcome(OUTCOME_SWALLOWED, nowPs, lost.number);
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
        return sent;
    }

    @Override
    public long swallowed() {
        return swallowed;
    }

    @Override
    public long unitPs() {
        return PacedSource.ceiling(unitClock);
    }

    /** What was shifted out last. */
    public long lastSent() {
        return lastSent;
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        gate.state(visitor);
        buffer.state(visitor);
        shifting = visitor.value("shifting", shifting);
        sent = visitor.value("sent", sent);
        lastSent = visitor.value("lastSent", lastSent);
        swallowed = visitor.value("swallowed", swallowed);
        runStartPs = visitor.value("runStart", runStartPs);
        runUnits = visitor.value("runUnits", runUnits);
    }
}
