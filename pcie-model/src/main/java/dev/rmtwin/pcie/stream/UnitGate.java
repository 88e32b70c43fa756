package dev.rmtwin.pcie.stream;

import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;

/**
 * A seam that units pass in order: what a fault holds up holds up whatever comes behind it, a unit's time apart as on a wire, and
 * the end of a burst waits for its last unit.
 */
final class UnitGate {
    /** What stands behind a gate. */
    interface Exit {
        /** A unit has passed. */
        void onPassed(StreamUnit unit, long nowPs);

        /** A fault has swallowed a unit. */
        void onSwallowed(StreamUnit unit, long nowPs);

        /** Nothing follows what has passed. */
        void onQuietPassed(long nowPs);

        /** Least time from a unit that was held up to the next. */
        long spacingPs();

        /** {@link UnitGate#release} is to be called at a time. */
        void releaseAt(long atPs);
    }

    private final Seam<StreamUnit> seam;
    private final Exit exit;
    private final UnitQueue waiting = new UnitQueue();
    private final StreamUnit out = new StreamUnit();
    private boolean quiet;
    private long lastOutPs;

    UnitGate(String id, SeamRegistry seams, Exit exit) {
        seam = seams.add(new Seam<>(id, StreamUnit.lenses()));
        this.exit = exit;
    }

    void pass(StreamUnit unit, long nowPs) {
        quiet = false;
        long extraPs = seam.pass(unit, nowPs);
        if (extraPs == Seam.DROPPED) {
            exit.onSwallowed(unit, nowPs);
        } else if (extraPs == 0 && waiting.isEmpty()) {
            exit.onPassed(unit, nowPs);
        } else {
            lastOutPs = Math.max(waiting.isEmpty() ? 0 : lastOutPs + exit.spacingPs(), nowPs + extraPs);
            waiting.add(unit, lastOutPs);
            if (waiting.count() == 1) {
                exit.releaseAt(lastOutPs);
            }
        }
    }

    void quiet(long nowPs) {
        if (waiting.isEmpty()) {
            exit.onQuietPassed(nowPs);
        } else {
            quiet = true;
        }
    }

    /** The oldest unit that was held up goes on. */
    void release(long nowPs) {
        if (waiting.isEmpty()) {
            return;
        }
        exit.onPassed(waiting.take(out), nowPs);
        if (!waiting.isEmpty()) {
            exit.releaseAt(Math.max(nowPs, waiting.peekTimePs()));
        } else if (quiet) {
            quiet = false;
            exit.onQuietPassed(nowPs);
        }
    }

    /** Units that are held up. */
    int held() {
        return waiting.count();
    }

    void state(StateVisitor visitor) {
        waiting.state(visitor);
        quiet = visitor.value("quiet", quiet);
        lastOutPs = visitor.value("lastOut", lastOutPs);
    }
}
