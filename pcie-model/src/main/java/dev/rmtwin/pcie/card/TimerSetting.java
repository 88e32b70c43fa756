package dev.rmtwin.pcie.card;

/** How a time that a driver writes in nanoseconds is rounded up to the resolution of the card's timers. */
final class TimerSetting {
    private static final int NS_TO_PS = 1000;
    private static final long LIMIT_NS = 1_000_000_000L;

    private TimerSetting() {}

    /** Picoseconds of a register's nanoseconds, at most a second, rounded up to a whole number of quanta. */
    static long toPs(long ns, long quantumPs) {
        long askedPs = Math.clamp(ns, 0, LIMIT_NS) * NS_TO_PS;
        return (askedPs + quantumPs - 1) / quantumPs * quantumPs;
    }

    /** What the register reads. */
    static long toNs(long ps) {
        return ps / NS_TO_PS;
    }
}
