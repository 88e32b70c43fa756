package dev.rmtwin.pcie.host;

import dev.rmtwin.core.state.StateVisitor;

/** A loop of checks in closed form: turns are counted by arithmetic, not run one by one. */
final class LoopState {
    /** Longer than any run, and far from overflow when it is added to a time. */
    private static final long FOR_EVER_PS = 1L << 61;

    long checkPs;
    long awayPs;
    long untilPs;
    boolean watching;
    boolean touched;
    long stalledUntilPs;
    long burnedFromPs;
    private long startPs;

    /** Takes over what the routine asked for. */
    void take(StepContext context) {
        checkPs = context.checkPs;
        awayPs = context.awayPs;
        untilPs = context.untilPs;
        watching = context.watching;
    }

    /** Begins to go round, or begins again after others have run. */
    void start(long nowPs) {
        stalledUntilPs = nowPs;
        burnedFromPs = nowPs;
        startPs = nowPs;
    }

    /** When the loop is to end: now when what it watches was touched, else when its time is up; never before now. */
    long wantedPs(long nowPs) {
        return watching && touched ? nowPs : Math.max(untilPs, nowPs);
    }

    /** The end of the first check that starts at or after {@code timePs}; not before a stall is over. */
    long boundary(long timePs) {
        long turnPs = checkPs + awayPs;
        if (turnPs == 0) {
            return timePs;
        }
        long turns = (timePs - startPs + turnPs - 1) / turnPs;
        return Math.max(startPs + turns * turnPs, stalledUntilPs) + checkPs;
    }

    /** Core time burned since the last account of it. */
    long burned(long nowPs) {
        long elapsedPs = Math.max(0, nowPs - burnedFromPs);
        burnedFromPs = Math.max(nowPs, burnedFromPs);
        return share(elapsedPs);
    }

    private long share(long elapsedPs) {
        return awayPs == 0 ? elapsedPs : (long) (elapsedPs * ((double) checkPs / (checkPs + awayPs)));
    }

    /** How long the loop takes to burn an amount of core time. */
    long elapsedFor(long burnedPs) {
        return awayPs == 0
                ? burnedPs
                : Math.min(FOR_EVER_PS, (long) (burnedPs * ((double) (checkPs + awayPs) / checkPs)));
    }

    void state(StateVisitor visitor) {
        checkPs = visitor.value("loopCheck", checkPs);
        awayPs = visitor.value("loopAway", awayPs);
        untilPs = visitor.value("loopUntil", untilPs);
        watching = visitor.value("loopWatching", watching);
        touched = visitor.value("loopTouched", touched);
        stalledUntilPs = visitor.value("loopStalledUntil", stalledUntilPs);
        burnedFromPs = visitor.value("loopBurnedFrom", burnedFromPs);
        startPs = visitor.value("loopStart", startPs);
    }
}
