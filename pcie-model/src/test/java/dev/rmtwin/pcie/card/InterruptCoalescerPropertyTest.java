package dev.rmtwin.pcie.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.time.Ps;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** A coalescer holds nothing longer than its timer nor more than its count, whatever is set meanwhile. */
class InterruptCoalescerPropertyTest {
    private static final long QUANTUM_PS = 100 * Ps.NS;

    private final TreeMap<Long, Integer> timers = new TreeMap<>();
    private final InterruptCoalescer coalescer = new InterruptCoalescer(
            "bench",
            new QueueProfile(1, 1, 0, Tail.NONE, 1_000_000_000L, 4, 10 * Ps.US, QUANTUM_PS, 1, false, false),
            (c, nowPs) -> onInterrupt(),
            (epoch, timePs) -> timers.put(timePs, epoch),
            new SeamRegistry());
    private final FrameRecord record = new FrameRecord();
    private long nowPs;
    private long sincePs;
    private int held;
    private int fired;

    private void onInterrupt() {
        held = 0;
        fired++;
    }

    /** What happens after how long: a completion, or a setting. */
    record Step(long afterPs, int what, int value) {}

    @Provide
    static Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 30 * Ps.US),
                        Arbitraries.frequency(
                                net.jqwik.api.Tuple.of(8, 0),
                                net.jqwik.api.Tuple.of(1, 1),
                                net.jqwik.api.Tuple.of(1, 2),
                                net.jqwik.api.Tuple.of(1, 3)),
                        Arbitraries.integers().between(0, 20_000))
                .as(Step::new)
                .list()
                .ofMaxSize(200);
    }

    @Property(tries = 500)
    void shouldHoldToItsCountAndTimer(@ForAll("steps") List<Step> steps) {
        for (Step step : steps) {
            advance(nowPs + step.afterPs);
            switch (step.what) {
                case 0 -> complete();
                case 1 -> coalescer.setFrames(step.value % 10);
                case 2 -> coalescer.setTimerNs(step.value);
                default -> coalescer.setAdaptive((step.value & 1) != 0, nowPs);
            }
            if (step.what != 0) {
                coalescer.onSettings(nowPs);
            }
            advance(nowPs);
            check();
        }
        advance(nowPs + Ps.MS);
        assertThat(held).as("held without end").isZero();
    }

    private void complete() {
        if (held == 0) {
            sincePs = nowPs;
        }
        held++;
        coalescer.onCompletion(0, record, nowPs);
    }

    /** Lets timers run out in their order. */
    private void advance(long toPs) {
        while (!timers.isEmpty() && timers.firstKey() <= toPs) {
            var timer = timers.pollFirstEntry();
            nowPs = Math.max(nowPs, timer.getKey());
            coalescer.onTimer(timer.getValue(), nowPs);
            check();
        }
        nowPs = toPs;
    }

    private void check() {
        assertThat(held).as("held").isLessThan(Math.max(1, coalescer.frames()) + (held == 0 ? 1 : 0));
        if (held > 0) {
            assertThat(nowPs - sincePs).as("held for").isLessThanOrEqualTo(coalescer.timerPs());
        }
    }

    @Test
    void shouldReadSettingsBackAsItRoundsThem() {
        coalescer.setTimerNs(1_050);
        assertThat(coalescer.timerNsSet()).isEqualTo(1_100);
        coalescer.setFrames(0);
        assertThat(coalescer.framesSet()).isEqualTo(1);
    }

    @Test
    void shouldFollowTheRateStepByStepAndBack() {
        coalescer.setAdaptive(true, 0);
        assertThat(step()).isEqualTo(CoalesceStep.EACH);
        rate(300_000, 10 * Ps.MS);
        assertThat(step()).isEqualTo(CoalesceStep.LARGE);
        int before = fired;
        rate(300_000, 10 * Ps.MS);
        assertThat(fired - before).as("interrupts of 3000 completions").isBetween(85, 100);
        rate(30_000, 5 * Ps.MS);
        assertThat(step()).isEqualTo(CoalesceStep.FEW);
        rate(1_000, 20 * Ps.MS);
        assertThat(step()).isEqualTo(CoalesceStep.EACH);
        assertThat(coalescer.frames()).isEqualTo(1);
        assertThat(coalescer.framesSet()).as("the setting stays").isEqualTo(4);
    }

    @Test
    void shouldNotSwingAtARateJustBelowAStep() {
        coalescer.setAdaptive(true, 0);
        rate(110_000, 10 * Ps.MS);
        assertThat(step()).isEqualTo(CoalesceStep.MEDIUM);
        for (int i = 0; i < 20; i++) {
            rate(90_000, Ps.MS);
            assertThat(step()).isEqualTo(CoalesceStep.MEDIUM);
        }
    }

    private CoalesceStep step() {
        return CoalesceStep.of((int) QueueCoalescing.STEP.of(coalescer.mode()));
    }

    private void rate(long perSecond, long forPs) {
        long endPs = nowPs + forPs;
        while (nowPs < endPs) {
            advance(nowPs + Ps.SECOND / perSecond);
            complete();
        }
    }
}
