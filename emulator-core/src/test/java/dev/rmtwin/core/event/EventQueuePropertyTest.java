package dev.rmtwin.core.event;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Whatever is pushed and popped, the queue answers as a priority queue over (time, key) does. */
class EventQueuePropertyTest {
    /** One thing done to a queue; the amount is a delay, or a count, by the kind of the step. */
    record Step(Kind kind, long amount) {}

    enum Kind {
        PUSH,
        PUSH_NOW,
        PUSH_BURST,
        POP,
        POP_MANY,
        PEEK,
        LOOK,
        CLEAR
    }

    @Property(tries = 1000)
    void shouldPopInTheOrderOfTimeAndKey(@ForAll("steps") List<Step> steps) {
        QueueOracle oracle = new QueueOracle();
        steps.forEach(step -> perform(step, oracle));
        oracle.look();
        oracle.drain();
    }

    @Property(tries = 500)
    void shouldKeepTheOrderWhileItTunesItself(
            @ForAll("pendingCount") int pendingCount, @ForAll("delays") List<Long> delays) {
        QueueOracle oracle = new QueueOracle();
        for (int i = 0; i < pendingCount; i++) {
            oracle.push(delays.get(i % delays.size()));
        }
        for (int i = 0; i < 4 * pendingCount + 2000; i++) {
            oracle.pop();
            if (i % 3 == 0) {
                oracle.peek();
            }
            oracle.push(oracle.nowPs() + delays.get((i * 7 + i / 11) % delays.size()));
        }
        oracle.look();
        oracle.drain();
    }

    @Example
    void shouldPlaceFarEventsAmongNearOnesWhenBucketsWiden() {
        shouldKeepTheOrderWhileItTunesItself(200, List.of(3L, 0L, 0L, 1L, 13L, 104L, 1L, 927L));
    }

    private static void perform(Step step, QueueOracle oracle) {
        switch (step.kind()) {
            case PUSH -> oracle.push(oracle.nowPs() + step.amount());
            case PUSH_NOW -> oracle.push(oracle.nowPs());
            case PUSH_BURST -> {
                for (int i = 0; i < 100; i++) {
                    oracle.push(oracle.nowPs() + step.amount() + (i % 10) * 13L);
                }
            }
            case POP -> oracle.pop();
            case POP_MANY -> {
                for (int i = 0; i < 150; i++) {
                    oracle.pop();
                }
            }
            case PEEK -> oracle.peek();
            case LOOK -> oracle.look();
            case CLEAR -> oracle.clear();
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Kind> kind = Arbitraries.frequencyOf(
                Tuple.of(8, Arbitraries.just(Kind.PUSH)),
                Tuple.of(3, Arbitraries.just(Kind.PUSH_NOW)),
                Tuple.of(1, Arbitraries.just(Kind.PUSH_BURST)),
                Tuple.of(7, Arbitraries.just(Kind.POP)),
                Tuple.of(2, Arbitraries.of(Kind.POP_MANY, Kind.PEEK, Kind.LOOK)),
                Tuple.of(1, Arbitraries.of(Kind.CLEAR, Kind.PEEK)));
        return Combinators.combine(kind, delay()).as(Step::new).list().ofMaxSize(300);
    }

    @Provide
    Arbitrary<List<Long>> delays() {
        return delay().list().ofMinSize(1).ofMaxSize(60);
    }

    @Provide
    Arbitrary<Integer> pendingCount() {
        return Arbitraries.of(1, 2, 20, 200, 3000);
    }

    /** From ties over nanoseconds to minutes. */
    private static Arbitrary<Long> delay() {
        return Arbitraries.oneOf(
                Arbitraries.longs().between(0, 3),
                Arbitraries.longs().between(0, 20_000),
                Arbitraries.longs().between(0, 5_000_000),
                Arbitraries.longs().between(900_000_000L, 1_100_000_000L),
                Arbitraries.longs().between(0, 300_000_000_000_000L));
    }
}
