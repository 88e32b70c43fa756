package dev.rmtwin.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Adversarial mixes: the order holds, and the elementary steps an event stay few, counted and not timed. */
class EventQueueTuningTest {
    private static final long NS = 1_000;
    private static final long US = 1_000 * NS;
    private static final long MS = 1_000 * US;
    private static final long S = 1_000 * MS;

    private final EventQueue queue = new EventQueue();
    private long draw = 88172645463325252L;
    private long keys;

    @Test
    void shouldFindTheWidthOfEvenlySpreadEvents() {
        double steps = stepsPerEvent(10_000, at -> below(1 << 20) * NS);

        // 10 000 events, half of 2^20 ns ahead in the mean: one each 52 ns, of which a bucket shall hold about a half
        assertThat(1L << queue.shift()).isBetween(15 * NS, 45 * NS);
        assertThat((long) queue.bucketCount() << queue.shift()).isBetween((1L << 19) * NS, (1L << 22) * NS);
        assertThat(steps).isLessThan(2);
    }

    @Test
    void shouldFollowALoadThatChangesItsPace() {
        stepsPerEvent(1_000, at -> below(1_000) * NS);
        int dense = queue.shift();
        double sparse = stepsPerEvent(0, at -> below(1_000) * US);
        int wide = queue.shift();
        for (int i = 0; i < 4; i++) { // the slow events end one by one, while the fast ones are popped again and again
            stepsPerEvent(0, at -> below(1_000) * NS);
        }

        assertThat(sparse).isLessThan(3);
        assertThat(wide - dense).isBetween(8, 12);
        assertThat(queue.shift()).isBetween(dense - 1, dense + 1);
    }

    @Test
    void shouldTakeAMillionTiesAtOneInstant() {
        int count = 1_000_000;
        for (int i = 0; i < count; i++) {
            queue.push(7 * US, scrambled(i), i, i);
        }
        long before = -1;
        for (int i = 0; i < count; i++) {
            assertThat(queue.pop() && queue.key() > before).isTrue();
            before = queue.key();
        }
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.work() / count).isLessThan(20); // two passes over at most ten levels of four
    }

    @Test
    void shouldTakeNewTiesWhileAnInstantIsPlayed() {
        for (int i = 0; i < 10_000; i++) {
            queue.push(7 * US, scrambled(i), i, i);
        }
        assertThat(stepsPerEvent(0, at -> 0)).isLessThan(20);
    }

    @Test
    void shouldStandGapsOfNanosecondsAndMilliseconds() {
        assertThat(stepsPerEvent(20_000, at -> draw() % 2 == 0 ? below(100) * NS : below(100) * MS))
                .isLessThan(20);
    }

    @Test
    void shouldStandBurstsWithLongPausesBetween() {
        // 64 timers of 1 ms, each of which sets off 40 events 100 ns apart
        double steps = stepsPerEvent(64, at -> at % 40 == 39 ? MS : 100 * NS);

        assertThat(steps).isLessThan(12);
    }

    @Test
    void shouldStandFewEventsFarApart() {
        assertThat(stepsPerEvent(3, at -> 1 * S + below(60) * S)).isLessThan(4);
    }

    @Test
    void shouldStandEverythingFarAhead() {
        assertThat(stepsPerEvent(100_000, at -> 60 * S + below(1_000) * MS)).isLessThan(20);
    }

    @Test
    void shouldStandABacklogThatIsFilledBeforeTheFirstPop() {
        for (int i = 0; i < 200_000; i++) {
            queue.push(below(50) * NS + below(10) * US, ++keys, 0, 0);
        }
        drainInOrder();
        assertThat(queue.work() / 200_000).isLessThan(20);
    }

    @Test
    void shouldStandOneNearEventBeforeAFarCrowd() {
        for (int i = 0; i < 100_000; i++) {
            queue.push(60 * S + below(1_000_000), ++keys, 0, 0);
        }
        queue.push(0, ++keys, 0, 0);
        long before = queue.work();
        for (int i = 0; i < 200_000; i++) {
            assertThat(queue.pop()).isTrue();
            queue.push(queue.timePs() + 1 + below(100) * NS, ++keys, 0, 0);
        }
        assertThat((queue.work() - before) / 200_000).isLessThan(12);
    }

    /** Adds events, then pops one and pushes one 300 000 times; steps an event after the first half, in which it may tune. */
    private double stepsPerEvent(int added, LongUnaryOperator delayPs) {
        for (int i = 0; i < added; i++) {
            queue.push(queue.timePs() + delayPs.applyAsLong(i), ++keys, 0, i);
        }
        int half = 150_000;
        long before = 0;
        for (int i = 0; i < 2 * half; i++) {
            if (i == half) {
                before = queue.work();
            }
            long lastPs = queue.timePs();
            assertThat(queue.pop() && queue.timePs() >= lastPs).isTrue();
            queue.push(queue.timePs() + delayPs.applyAsLong(queue.arg()), ++keys, 0, queue.arg() + 1);
        }
        return (double) (queue.work() - before) / half;
    }

    private void drainInOrder() {
        long lastPs = 0;
        while (queue.pop()) {
            assertThat(queue.timePs()).isGreaterThanOrEqualTo(lastPs);
            lastPs = queue.timePs();
        }
        assertThat(queue.isEmpty()).isTrue();
    }

    private static long scrambled(int i) {
        return (i * 0x9E3779B1L & 0xFFFF_FFFFL) << 20 | i;
    }

    private long below(long bound) {
        return Long.remainderUnsigned(draw(), bound);
    }

    private long draw() {
        draw ^= draw << 13;
        draw ^= draw >>> 7;
        draw ^= draw << 17;
        return draw >>> 16;
    }
}
