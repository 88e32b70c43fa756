package dev.rmtwin.pcie.stream;

import dev.rmtwin.core.chance.Draw;
import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.RegisterBehaviour;
import dev.rmtwin.pcie.register.RegisterBlock;
import dev.rmtwin.pcie.register.RegisterFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A channel of a microcontroller's DMA controller: it moves units one by one between a data register and a buffer in memory, and
 * says when half of the buffer and all of it has been moved. Normal mode stops then, circular mode goes on at the start.
 *
 * <p>Fidelity: cycle-approximate. Thread: the engine's.
 */
public abstract sealed class StreamDma extends Component implements RegisterBehaviour, PeripheralWindow
        permits ReceiveDma, TransmitDma {
    /** The event of a unit's move. */
    static final int MOVE = 0;

    private static final int CONTROL = StreamRegister.CONTROL.ordinal();
    private static final int STATUS = StreamRegister.STATUS.ordinal();
    private static final int ADDRESS = StreamRegister.ADDRESS.ordinal();
    private static final int LENGTH = StreamRegister.LENGTH.ordinal();
    private static final int IDLE_UNITS = StreamRegister.IDLE_UNITS.ordinal();
    private static final int LARGEST_SIZE = 2;
    private static final long FIXED =
            StreamControl.CIRCULAR.mask() | StreamControl.UNIT_SIZE.mask() | StreamControl.WORD_SIZE.mask();

    private final Wiring wiring;
    private final RegisterFile file = new RegisterFile(StreamRegister.BLOCK, this);
    private final CounterBlock<StreamCounter> counters = new CounterBlock<>(StreamCounter.class);
    private final Draw arbitration;
    private long moves;
    private int epoch;
    private boolean moving;
    /** Sizes and length of the present or last run: CONTROL may tell of the next one already. */
    private int unitBytes = 1;

    private int wordBytes = 1;
    private int length;
    private int index;
    private long lost;

    /** Room for the bytes of one access. */
    final MemorySegment scratch = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);

    /**
     * What a channel is built into.
     *
     * @param memory where its buffers are
     * @param line its interrupt
     * @param cost what a move takes
     * @param dataUnits units that the data register of a receiving channel holds, at least 1
     * @param seeds root of its chance
     */
    public record Wiring(StreamMemory memory, StreamInterrupt line, MoveCost cost, int dataUnits, SeedTree seeds) {}

    StreamDma(String name, Wiring wiring) {
        super(name);
        this.wiring = wiring;
        arbitration = wiring.seeds().seam(name + "/arbitration");
    }

    @Override
    public final boolean has(long offset, int widthBytes) {
        return StreamRegister.BLOCK.locate(offset, widthBytes) != RegisterBlock.NONE;
    }

    @Override
    public final long read(long offset, int widthBytes, long nowPs) {
        return file.read(StreamRegister.BLOCK.locate(offset, widthBytes), widthBytes, nowPs);
    }

    @Override
    public final boolean write(long offset, int widthBytes, long value, long nowPs) {
        int spot = StreamRegister.BLOCK.locate(offset, widthBytes);
        boolean taken = spot != RegisterBlock.NONE && file.write(spot, widthBytes, value, nowPs) == Verdict.TAKEN;
        counters.add(StreamCounter.BAD_ACCESS, taken ? 0 : 1);
        return taken;
    }

    /** A register, without side effects. */
    public final long peek(StreamRegister register) {
        return file.peek(register.ordinal());
    }

    @Override
    public final long onPeek(int register) {
        return switch (StreamRegister.of(register)) {
            case STATUS ->
                StreamStatus.ACTIVE.bits(enabled() ? 1 : 0)
                        | StreamStatus.UNIT.bits(dataRegisterCalls() ? 1 : 0)
                        | StreamStatus.TRANSMIT.bits(transmits() ? 1 : 0);
            case REMAINING -> (long) length - index;
            case LOST -> lost & 0xFFFF_FFFFL;
            case DATA -> dataRegister() & 0xFFFF_FFFFL;
            case CONTROL, ADDRESS, LENGTH, IDLE_UNITS ->
                throw new IllegalStateException("no live bits in register " + register);
        };
    }

    @Override
    public final void onRead(int register, long nowPs) {
        if (register == StreamRegister.DATA.ordinal()) {
            onDataRead(nowPs);
        }
    }

    @Override
    public final Verdict onWrite(int register, long present, long next, long nowPs) {
        return switch (StreamRegister.of(register)) {
            case CONTROL -> judgeControl(present, next, nowPs);
            case ADDRESS, LENGTH -> enabled() && next != present ? Verdict.REFUSED : Verdict.TAKEN;
            case DATA -> onDataWrite(next, nowPs) ? Verdict.TAKEN : Verdict.REFUSED;
            case STATUS, IDLE_UNITS -> Verdict.TAKEN;
            case REMAINING, LOST -> Verdict.REFUSED;
        };
    }

    private Verdict judgeControl(long present, long next, long nowPs) {
        if (StreamControl.RESET.isSet(next)) {
            return Verdict.TAKEN;
        }
        if (!StreamControl.ENABLE.isSet(next)) {
            return Verdict.TAKEN;
        }
        if (enabled()) {
            return ((present ^ next) & FIXED) == 0 ? Verdict.TAKEN : Verdict.REFUSED;
        }
        if (settingsMakeSense(next)) {
            return Verdict.TAKEN;
        }
        counters.increment(StreamCounter.BAD_PARAMETER);
        latch(StreamStatus.BAD_PARAMETER, nowPs);
        return Verdict.REFUSED;
    }

    private boolean settingsMakeSense(long control) {
        long unitSize = StreamControl.UNIT_SIZE.of(control);
        long wordSize = StreamControl.WORD_SIZE.of(control);
        long unitMask = (1L << unitSize) - 1;
        return unitSize <= LARGEST_SIZE
                && wordSize <= LARGEST_SIZE
                && wordSize >= unitSize
                && file.peek(LENGTH) > 0
                && (file.peek(ADDRESS) & unitMask) == 0;
    }

    @Override
    public final void onWritten(int register, long present, long next, long nowPs) {
        if (register == STATUS) {
            raiseWhatIsLeft(nowPs);
        } else if (register == CONTROL) {
            onControl(present, next, nowPs);
        }
    }

    private void onControl(long present, long next, long nowPs) {
        if (StreamControl.RESET.isSet(next)) {
            reset(nowPs);
            return;
        }
        boolean wasEnabled = StreamControl.ENABLE.isSet(present);
        if (wasEnabled && !enabled()) {
            stop(nowPs);
        }
        if (StreamControl.FLUSH.isSet(next)) {
            counters.add(StreamCounter.FLUSHED, flushDataRegister());
        }
        if (!wasEnabled && enabled()) {
            unitBytes = 1 << StreamControl.UNIT_SIZE.of(next);
            wordBytes = 1 << StreamControl.WORD_SIZE.of(next);
            length = (int) file.peek(LENGTH);
            index = 0;
            onStart();
            wantMove(nowPs);
        }
        raiseWhatIsLeft(nowPs);
    }

    /** Everything is as after power-on; what is in the channel is lost, and nothing of it reaches memory. */
    public final void reset(long nowPs) {
        epoch++;
        moving = false;
        long inside = forget();
        counters.add(StreamCounter.RESET, inside);
        outcome(StreamCounter.RESET.ordinal(), nowPs, inside);
        length = 0;
        index = 0;
        lost = 0;
        file.reset();
    }

    /** Ends moving; what is complete of a move is kept, and a move under way does not happen. */
    private void stop(long nowPs) {
        epoch++;
        moving = false;
        if (!writeOut(nowPs)) {
            fail(nowPs);
        }
    }

    /** Begins a move if the data register calls for one. */
    final void wantMove(long nowPs) {
        if (!moving && enabled() && dataRegisterCalls()) {
            moving = true;
            MoveCost cost = wiring.cost();
            post(Rank.CARD, nowPs + cost.movePs() + arbitration.tail(cost.contention(), moves++), MOVE, epoch);
        }
    }

    /** Whether an event of a move is for what goes on now. Until {@link #endMove} no other move begins. */
    final boolean isPresent(long arg) {
        return arg == epoch;
    }

    /** The move under way has ended. */
    final void endMove() {
        moving = false;
    }

    /** A unit has been moved: the events that this brings, and the next move. */
    final void moved(long nowPs) {
        index++;
        boolean half = index == length / 2;
        boolean complete = index == length;
        if ((half || complete) && !writeOut(nowPs)) {
            fail(nowPs);
            return;
        }
        if (half) {
            event(StreamStatus.HALF, StreamCounter.HALF, nowPs);
        }
        if (complete) {
            if (StreamControl.CIRCULAR.isSet(control())) {
                index = 0;
            } else {
                file.clear(CONTROL, StreamControl.ENABLE.mask());
            }
            event(StreamStatus.COMPLETE, StreamCounter.COMPLETE, nowPs);
        }
        wantMove(nowPs);
    }

    /** Memory has not answered. */
    final void fail(long nowPs) {
        epoch++;
        moving = false;
        file.clear(CONTROL, StreamControl.ENABLE.mask());
        outcome(StreamCounter.BUS_ERROR.ordinal(), nowPs, address());
        latch(StreamStatus.ERROR, nowPs);
    }

    final void event(Field flag, StreamCounter counter, long nowPs) {
        counters.increment(counter);
        outcome(counter.ordinal(), nowPs, index);
        if (flag.isSet(file.peek(STATUS))) {
            counters.increment(StreamCounter.MISSED);
            file.set(STATUS, StreamStatus.MISSED.mask());
        }
        latch(flag, nowPs);
    }

    /** Sets a flag, and raises the line if that is enabled. */
    final void latch(Field flag, long nowPs) {
        file.set(STATUS, flag.mask());
        if ((flag.mask() & causes()) != 0) {
            raise(nowPs);
        }
    }

    final void countLost(StreamCounter cause, long units, long nowPs) {
        if (units > 0) {
            counters.add(cause, units);
            lost += units;
            outcome(cause.ordinal(), nowPs, lost);
        }
    }

    private long causes() {
        long control = control();
        long causes = control & (StreamStatus.EVENTS | StreamStatus.ERROR.mask());
        if (StreamControl.ERROR_IE.isSet(control)) {
            causes |= StreamStatus.OVERRUN.mask() | StreamStatus.BAD_PARAMETER.mask();
        }
        if (StreamControl.UNIT_IE.isSet(control) && !enabled()) {
            causes |= StreamStatus.UNIT.mask();
        }
        return causes;
    }

    /** The data register has begun to call. */
    final void raiseForUnit(long nowPs) {
        if ((causes() & StreamStatus.UNIT.mask()) != 0) {
            raise(nowPs);
        }
    }

    final void raiseWhatIsLeft(long nowPs) {
        if ((file.peek(STATUS) & causes()) != 0) {
            raise(nowPs);
        }
    }

    private void raise(long nowPs) {
        counters.increment(StreamCounter.INTERRUPTS);
        wiring.line().raise(nowPs);
    }

    final boolean enabled() {
        return StreamControl.ENABLE.isSet(control());
    }

    private long control() {
        return file.peek(CONTROL);
    }

    final int unitBytes() {
        return unitBytes;
    }

    final int wordBytes() {
        return wordBytes;
    }

    /** Address of the next unit. */
    final long address() {
        return file.peek(ADDRESS) + (long) index * unitBytes;
    }

    final int idleUnits() {
        return (int) file.peek(IDLE_UNITS);
    }

    final int epoch() {
        return epoch;
    }

    final boolean moving() {
        return moving;
    }

    final Wiring wiring() {
        return wiring;
    }

    final void roll(StreamCounter what, long nowPs, long detail) {
        counters.increment(what);
        outcome(what.ordinal(), nowPs, detail);
    }

    /** Counters of the channel. */
    public final CounterBlock<StreamCounter> counters() {
        return counters;
    }

    abstract boolean transmits();

    /** Whether a unit can be moved. */
    abstract boolean dataRegisterCalls();

    abstract long dataRegister();

    abstract void onDataRead(long nowPs);

    abstract boolean onDataWrite(long value, long nowPs);

    abstract void onStart();

    /** Empties the data register; says how many units that were. */
    abstract long flushDataRegister();

    /** Forgets everything inside; says how many units that were. */
    abstract long forget();

    /** Brings to memory what has been packed so far; false when memory does not answer. */
    abstract boolean writeOut(long nowPs);

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        file.state(visitor);
        counters.state(visitor);
        moves = visitor.value("moves", moves);
        epoch = visitor.value("epoch", epoch);
        moving = visitor.value("moving", moving);
        unitBytes = visitor.value("unitBytes", unitBytes);
        wordBytes = visitor.value("wordBytes", wordBytes);
        length = visitor.value("length", length);
        index = visitor.value("index", index);
        lost = visitor.value("lost", lost);
    }
}
