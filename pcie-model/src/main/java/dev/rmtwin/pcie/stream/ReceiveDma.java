package dev.rmtwin.pcie.stream;

import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A channel that receives: units come into the data register, and are moved to memory, packed into words. When the line falls
 * silent after units, an idle event follows.
 *
 * <p>What has been packed is written before any event and at every stop, byte by byte if it fills no word, so the bytes in memory are
 * always those that REMAINING tells, and nothing of one run is seen in the next. A unit that finds the data register full is lost and
 * counted. Fidelity: cycle-approximate.
 */
public final class ReceiveDma extends StreamDma implements StreamSink, UnitGate.Exit {
    private static final int RELEASE = 1;
    private static final int IDLE = 2;

    private final long unitPs;
    private final UnitGate gate;
    private final UnitQueue data = new UnitQueue();
    private final StreamUnit unit = new StreamUnit();
    private long packed;
    private int packedBytes;
    private long packedAt;
    /** Units moved since the last idle event. */
    private long sinceIdle;
    /** Changes whenever the line becomes busy or quiet: the idle time of before is over. */
    private int quietEpoch;

    private boolean idleDue;

    /**
     * @param unitPs time of one unit on the line, rounded up: what idle time is counted in
     * @param seams gets the seam {@code NAME/input}
     */
    public ReceiveDma(String name, Wiring wiring, long unitPs, SeamRegistry seams) {
        super(name, wiring);
        this.unitPs = unitPs;
        gate = new UnitGate(name + "/input", seams, this);
    }

    // ---- the line

    @Override
    public void onUnit(StreamUnit received, long nowPs) {
        gate.pass(received, nowPs);
    }

    @Override
    public void onSwallowed(StreamUnit lostUnit, long nowPs) {
        roll(StreamCounter.FAULT, nowPs, lostUnit.number);
    }

    @Override
    public void onPassed(StreamUnit received, long nowPs) {
        counters().increment(StreamCounter.ARRIVED);
        if (data.count() == wiring().dataUnits()) {
            countLost(StreamCounter.OVERRUN, 1, nowPs);
            latch(StreamStatus.OVERRUN, nowPs);
            return;
        }
        data.add(received, nowPs);
        if (enabled()) {
            wantMove(nowPs);
        } else if (data.count() == 1) {
            raiseForUnit(nowPs);
        }
    }

    @Override
    public void onBusy(long nowPs) {
        quietEpoch++;
    }

    @Override
    public void onQuiet(long nowPs) {
        gate.quiet(nowPs);
    }

    @Override
    public void onQuietPassed(long nowPs) {
        quietEpoch++;
        if (idleUnits() > 0) {
            post(Rank.CARD, nowPs + idleUnits() * unitPs, IDLE, quietEpoch);
        }
    }

    @Override
    public long spacingPs() {
        return unitPs;
    }

    @Override
    public void releaseAt(long atPs) {
        post(Rank.CARD, atPs, RELEASE, 0);
    }

    // ---- moving

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        switch (kind) {
            case MOVE -> {
                if (isPresent(arg)) {
                    endMove();
                    move(nowPs);
                }
            }
            case RELEASE -> gate.release(nowPs);
            case IDLE -> {
                if (arg == quietEpoch) {
                    idleDue = true;
                    idleIfDrained(nowPs);
                }
            }
            default -> throw new IllegalStateException(this + " got event kind " + kind);
        }
    }

    private void move(long nowPs) {
        if (data.isEmpty()) {
            // Software has read the data register meanwhile.
            return;
        }
        data.take(unit);
        counters().increment(StreamCounter.MOVED);
        if (!pack(unit.value, nowPs)) {
            fail(nowPs);
            return;
        }
        sinceIdle++;
        moved(nowPs);
        idleIfDrained(nowPs);
    }

    /** Adds a unit to the word; a word that is full is written. */
    private boolean pack(long value, long nowPs) {
        int unitBytes = unitBytes();
        if (packedBytes == 0) {
            packedAt = address();
        }
        packed |= (value & -1L >>> Long.SIZE - unitBytes * Byte.SIZE) << packedBytes * Byte.SIZE;
        packedBytes += unitBytes;
        return (packedAt + packedBytes & wordBytes() - 1) != 0 || writeOut(nowPs);
    }

    @Override
    boolean writeOut(long nowPs) {
        if (packedBytes == 0) {
            return true;
        }
        scratch.set(ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN), 0, packed);
        boolean answered = wiring().memory().write(packedAt, scratch, packedBytes, nowPs);
        if (!answered) {
            countLost(StreamCounter.BUS_ERROR, packedBytes / unitBytes(), nowPs);
        }
        forgetPacked();
        return answered;
    }

    private void forgetPacked() {
        packed = 0;
        packedBytes = 0;
    }

    private void idleIfDrained(long nowPs) {
        if (!idleDue || !enabled() || !data.isEmpty() || moving()) {
            return;
        }
        idleDue = false;
        if (sinceIdle == 0) {
            return;
        }
        sinceIdle = 0;
        if (writeOut(nowPs)) {
            event(StreamStatus.IDLE, StreamCounter.IDLE, nowPs);
        } else {
            fail(nowPs);
        }
    }

    @Override
    void onStart() {
        sinceIdle = 0;
        idleDue = false;
    }

    // ---- the data register

    @Override
    boolean transmits() {
        return false;
    }

    @Override
    boolean dataRegisterCalls() {
        return !data.isEmpty();
    }

    @Override
    long dataRegister() {
        return data.peekValue();
    }

    @Override
    void onDataRead(long nowPs) {
        if (!data.isEmpty()) {
            data.take(unit);
            roll(StreamCounter.TAKEN, nowPs, unit.number);
            raiseWhatIsLeft(nowPs);
        }
    }

    @Override
    boolean onDataWrite(long value, long nowPs) {
        return false;
    }

    @Override
    long flushDataRegister() {
        return data.clear();
    }

    @Override
    long forget() {
        long inside = (long) data.clear() + packedBytes / unitBytes();
        forgetPacked();
        sinceIdle = 0;
        idleDue = false;
        return inside;
    }

    /** Units that wait in the data register. */
    public int waiting() {
        return data.count();
    }

    /** Units that a fault holds up before the data register. */
    public int heldUp() {
        return gate.held();
    }

    /** Bytes that have been moved and not yet written to memory. */
    public int packedBytes() {
        return packedBytes;
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        gate.state(visitor);
        data.state(visitor);
        packed = visitor.value("packed", packed);
        packedBytes = visitor.value("packedBytes", packedBytes);
        packedAt = visitor.value("packedAt", packedAt);
        sinceIdle = visitor.value("sinceIdle", sinceIdle);
        quietEpoch = visitor.value("quietEpoch", quietEpoch);
        idleDue = visitor.value("idleDue", idleDue);
    }
}
