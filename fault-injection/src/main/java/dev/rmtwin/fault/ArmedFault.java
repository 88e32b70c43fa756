package dev.rmtwin.fault;

import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.StateVisitor;

/** A fault on its seam, with its counts. */
final class ArmedFault<T> {
    private final Fault fault;
    private final Lens<T> lens;
    private long armedAtPs;
    private long seen;
    private long fired;
    private long firstFiredPs = -1;
    private long lastFiredPs = -1;

    /** @param lens the field to change, null for verbs that change none */
    ArmedFault(Fault fault, Lens<T> lens, long armedAtPs) {
        this.fault = fault;
        this.lens = lens;
        this.armedAtPs = armedAtPs;
    }

    /** As {@code SeamAction#apply}. */
    long pass(T thing, long nowPs) {
        seen++;
        if (!fault.when().contains(seen)) {
            return 0;
        }
        fired++;
        lastFiredPs = nowPs;
        if (fired == 1) {
            firstFiredPs = nowPs;
        }
        return switch (fault.verb()) {
            case DROP -> Seam.DROPPED;
            case DELAY -> fault.delayPs();
            case CORRUPT -> {
                lens.setter().set(thing, fault.value());
                yield 0;
            }
        };
    }

    /** Whether it has done all that it will ever do. */
    boolean spent() {
        return fired >= fault.when().count();
    }

    Fault fault() {
        return fault;
    }

    FaultReport report(boolean armed) {
        return new FaultReport(fault, armed, armedAtPs, seen, fired, firstFiredPs, lastFiredPs);
    }

    void state(StateVisitor visitor) {
        armedAtPs = visitor.value("armedAt", armedAtPs);
        seen = visitor.value("seen", seen);
        fired = visitor.value("fired", fired);
        firstFiredPs = visitor.value("firstFired", firstFiredPs);
        lastFiredPs = visitor.value("lastFired", lastFiredPs);
    }
}
