package dev.rmtwin.scenarios.measure;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.state.StateVisitor;

/** What the cores had used, and when, at the moment that measuring began. */
public final class LoadBaseline extends Component {
    private final long[] busyPs;
    private long startPs;

    /** @param count cores that are measured */
    public LoadBaseline(int count) {
        super("load-baseline");
        busyPs = new long[count];
    }

    /** Keeps one core's use. */
    public void set(int index, long coreBusyPs, long nowPs) {
        busyPs[index] = coreBusyPs;
        startPs = nowPs;
    }

    /** Load of a core since the baseline, in percent. */
    public double percent(int index, long coreBusyPs, long nowPs) {
        return nowPs <= startPs ? 0 : 100.0 * (coreBusyPs - busyPs[index]) / (nowPs - startPs);
    }

    /** When measuring began. */
    public long startPs() {
        return startPs;
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        throw new IllegalStateException(this + " takes no events");
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        visitor.values("busy", busyPs);
        startPs = visitor.value("start", startPs);
    }
}
