package dev.rmtwin.pcie.host;

import dev.rmtwin.core.routine.ReadPort;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;

/** One step of a routine on a core: what it has charged and what it wants next. Reused for every step of its owner. */
final class StepContext implements RoutineContext {
    private long startPs;
    private long lastValue;
    private boolean lastTimedOut;

    long chargedPs;
    ReadPort port;
    long address;
    int widthBytes;
    long untilPs;
    long checkPs;
    long awayPs;
    boolean watching;

    void begin(long nowPs, long value, boolean timedOut) {
        startPs = nowPs;
        lastValue = value;
        lastTimedOut = timedOut;
        chargedPs = 0;
    }

    @Override
    public long nowPs() {
        return startPs + chargedPs;
    }

    @Override
    public void charge(long costPs) {
        chargedPs += costPs;
    }

    @Override
    public long value() {
        return lastValue;
    }

    @Override
    public boolean timedOut() {
        return lastTimedOut;
    }

    @Override
    public Want proceed() {
        return Want.PROCEED;
    }

    @Override
    public Want read(ReadPort readPort, long readAddress, int readWidthBytes) {
        port = readPort;
        address = readAddress;
        widthBytes = readWidthBytes;
        return Want.READ;
    }

    @Override
    public Want sleepUntil(long timePs) {
        untilPs = timePs;
        return Want.SLEEP;
    }

    @Override
    public Want await(long deadlinePs) {
        untilPs = deadlinePs;
        return Want.AWAIT;
    }

    @Override
    public Want loop(long turnCheckPs, long turnAwayPs, boolean watch, long loopUntilPs) {
        checkPs = turnCheckPs;
        awayPs = turnAwayPs;
        watching = watch;
        untilPs = loopUntilPs;
        return Want.LOOP;
    }

    @Override
    public Want done() {
        return Want.DONE;
    }

    void state(StateVisitor visitor) {
        untilPs = visitor.value("until", untilPs);
        checkPs = visitor.value("check", checkPs);
        awayPs = visitor.value("away", awayPs);
        watching = visitor.value("watching", watching);
    }
}
