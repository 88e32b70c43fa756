package dev.rmtwin.pcie.stream;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A channel that transmits: it moves units from memory to a link whenever that is ready. Its complete event says that the last unit
 * has been handed over, not that it has been sent.
 *
 * <p>Fidelity: cycle-approximate. Memory is read unit by unit, whatever WORD_SIZE says.
 */
public final class TransmitDma extends StreamDma {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    private TransmitTarget target;

    /** A channel; {@link #connect} gives it its link. */
    public TransmitDma(String name, Wiring wiring) {
        super(name, wiring);
    }

    /** Where units go; to be called once, before the first event. */
    public void connect(TransmitTarget link) {
        target = link;
    }

    /** The link has become ready. */
    void onReady(long nowPs) {
        if (enabled()) {
            wantMove(nowPs);
        } else {
            raiseForUnit(nowPs);
        }
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        if (kind != MOVE) {
            throw new IllegalStateException(this + " got event kind " + kind);
        }
        if (!isPresent(arg)) {
            return;
        }
        if (!target.ready()) {
            // Software has written the data register, or the link has been turned round, meanwhile.
            endMove();
            return;
        }
        scratch.set(LONG, 0, 0);
        if (!wiring().memory().read(address(), scratch, unitBytes(), nowPs)) {
            countLost(StreamCounter.BUS_ERROR, 1, nowPs);
            fail(nowPs);
            return;
        }
        counters().increment(StreamCounter.MOVED);
        // The link may be ready again at once; the next move begins when this one is counted.
        target.push(scratch.get(LONG, 0), nowPs);
        endMove();
        moved(nowPs);
    }

    @Override
    boolean transmits() {
        return true;
    }

    @Override
    boolean dataRegisterCalls() {
        return target.ready();
    }

    @Override
    long dataRegister() {
        return 0;
    }

    @Override
    void onDataRead(long nowPs) {
        // Reading a transmitter's data register does nothing.
    }

    @Override
    boolean onDataWrite(long value, long nowPs) {
        if (!target.ready()) {
            return false;
        }
        roll(StreamCounter.TAKEN, nowPs, value);
        target.push(value, nowPs);
        return true;
    }

    @Override
    void onStart() {
        // Nothing is kept from one run to the next.
    }

    @Override
    long flushDataRegister() {
        return 0;
    }

    @Override
    long forget() {
        return 0;
    }

    @Override
    boolean writeOut(long nowPs) {
        return true;
    }
}
