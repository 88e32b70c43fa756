package dev.rmtwin.pcie.card;

import dev.rmtwin.core.state.StateVisitor;

/** A channel's self-test as its registers show it. */
final class TestVerdict {
    private static final int NS_TO_PS = 1000;

    private boolean running;
    private boolean passed;
    private boolean failed;
    private long startedPs;
    private long durationNs;
    private long badOffset;

    /** Asked for; false when one runs already. */
    boolean start(long nowPs) {
        if (running) {
            return false;
        }
        running = true;
        passed = false;
        failed = false;
        startedPs = nowPs;
        durationNs = 0;
        badOffset = 0;
        return true;
    }

    /** Ended; {@code firstBad} is the first wrong byte of card memory, -1 when there is none. */
    void finish(long firstBad, long nowPs) {
        running = false;
        passed = firstBad < 0;
        failed = !passed;
        badOffset = Math.max(0, firstBad);
        durationNs = (nowPs - startedPs + NS_TO_PS - 1) / NS_TO_PS;
    }

    boolean running() {
        return running;
    }

    long status() {
        return QueueSelfTest.RUNNING.bits(running ? 1 : 0)
                | QueueSelfTest.PASSED.bits(passed ? 1 : 0)
                | QueueSelfTest.FAILED.bits(failed ? 1 : 0);
    }

    long durationNs() {
        return durationNs;
    }

    long badOffset() {
        return badOffset;
    }

    void reset() {
        running = false;
        passed = false;
        failed = false;
        durationNs = 0;
        badOffset = 0;
    }

    void state(StateVisitor visitor) {
        running = visitor.value("testing", running);
        passed = visitor.value("testPassed", passed);
        failed = visitor.value("testFailed", failed);
        startedPs = visitor.value("testStarted", startedPs);
        durationNs = visitor.value("testDuration", durationNs);
        badOffset = visitor.value("testBad", badOffset);
    }
}
