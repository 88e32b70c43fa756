package dev.rmtwin.pcie.card;

import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.Ps;

/**
 * Adaptive coalescing: measures the rate of completions over samples of {@value #SAMPLE_US} us and moves between the declared
 * {@linkplain CoalesceStep steps}, as drivers do with dynamic interrupt moderation: up one step a sample, down one step for each
 * sample's time, and down only when the rate is a quarter below the step's, so that it does not swing.
 *
 * <p>Deterministic: it looks at virtual time when a completion comes, and at nothing else. Thread: the engine's.
 */
final class RateFollower {
    static final int SAMPLE_US = 500;

    private static final long SAMPLE_PS = SAMPLE_US * Ps.US;

    private int step;
    private int counted;
    private long sincePs;

    /** A completion has come; says whether the step has changed. */
    boolean onCompletion(long nowPs) {
        counted++;
        long elapsedPs = nowPs - sincePs;
        if (elapsedPs < SAMPLE_PS) {
            return false;
        }
        long perSecond = (long) counted * Ps.SECOND / elapsedPs;
        counted = 0;
        sincePs = nowPs;
        int before = step;
        if (step + 1 < CoalesceStep.count()
                && perSecond >= CoalesceStep.of(step + 1).perSecond()) {
            step++;
        } else {
            for (long samples = elapsedPs / SAMPLE_PS; samples > 0 && tooHigh(perSecond); samples--) {
                step--;
            }
        }
        return step != before;
    }

    private boolean tooHigh(long perSecond) {
        return step > 0 && perSecond < CoalesceStep.of(step).perSecond() / 4 * 3;
    }

    CoalesceStep step() {
        return CoalesceStep.of(step);
    }

    void restart(long nowPs) {
        step = 0;
        counted = 0;
        sincePs = nowPs;
    }

    void state(StateVisitor visitor) {
        step = visitor.index("adaptiveStep", step, CoalesceStep.count());
        counted = visitor.value("adaptiveCount", counted);
        sincePs = visitor.value("adaptiveSince", sincePs);
    }
}
