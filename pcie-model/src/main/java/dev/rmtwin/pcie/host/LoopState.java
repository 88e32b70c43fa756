package dev.rmtwin.pcie.host;

import dev.rmtwin.core.state.StateVisitor;

/** A loop of checks in closed form: turns are counted by arithmetic, not run one by one. */
final class LoopState {
    long checkPs;
    long awayPs;
    long untilPs;
    boolean watching;
    boolean touched;
    long stalledUntilPs;
    long burnedFromPs;
    private long startPs;

    void start(StepContext context, long nowPs) {
        checkPs = context.checkPs;
        awayPs = context.awayPs;
        untilPs = context.untilPs;
        watching = context.watching;
        touched = false;
        stalledUntilPs = nowPs;
        burnedFromPs = nowPs;
        startPs = nowPs;
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
        burnedFromPs = nowPs;
        return share(elapsedPs);
    }

    private long share(long elapsedPs) {
        return awayPs == 0 ? elapsedPs : (long) (elapsedPs * ((double) checkPs / (checkPs + awayPs)));
    }

    /** How long the loop takes to burn an amount of core time. */
    long elapsedFor(long burnedPs) {
        return awayPs == 0 ? burnedPs : (long) (burnedPs * ((double) (checkPs + awayPs) / checkPs));
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
