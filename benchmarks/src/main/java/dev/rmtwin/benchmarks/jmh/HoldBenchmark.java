package dev.rmtwin.benchmarks.jmh;

import dev.rmtwin.core.event.EventQueue;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One step of the hold model without handlers: the earliest event is taken, one is posted. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class HoldBenchmark {
    /** How far ahead events are posted. */
    public enum Gaps {
        /** Uniform, 1 to 2^20 ns. */
        UNIFORM {
            @Override
            long gapPs(long draw) {
                return ((draw >>> 44) + 1) * 1_000;
            }
        },
        /** 15 of 16 up to 1 us, the others up to 1 ms. */
        BIMODAL {
            @Override
            long gapPs(long draw) {
                return (draw & 15) == 0 ? draw >>> 34 : draw >>> 44;
            }
        },
        /** Only eight different delays: many ties. */
        TIES {
            @Override
            long gapPs(long draw) {
                return (draw >>> 61) * 100_000;
            }
        };

        abstract long gapPs(long draw);
    }

    /** The load, and the draws. */
    @State(Scope.Thread)
    public static class Load {
        /** Events pending throughout. */
        @Param({"1000", "10000", "100000"})
        public int pendingCount;

        /** Distribution of the delays. */
        @Param({"UNIFORM"})
        public Gaps gaps;

        private long draw = 88172645463325252L;
        private long sequence;

        long nextPs(long nowPs) {
            draw ^= draw << 13;
            draw ^= draw >>> 7;
            draw ^= draw << 17;
            return nowPs + gaps.gapPs(draw);
        }
    }

    /** The emulator's queue. */
    @State(Scope.Thread)
    public static class Own {
        private EventQueue queue;

        /** Fills the queue. */
        @Setup
        public void fill(Load load) {
            queue = new EventQueue();
            for (int i = 0; i < load.pendingCount; i++) {
                queue.push(load.nextPs(0), load.sequence++, i, i);
            }
        }
    }

    /** The naive peer. */
    @State(Scope.Thread)
    public static class Naive {
        private PriorityQueue<Event> queue;

        /** Fills the queue. */
        @Setup
        public void fill(Load load) {
            queue = new PriorityQueue<>();
            for (int i = 0; i < load.pendingCount; i++) {
                queue.add(new Event(load.nextPs(0), load.sequence++, i, i));
            }
        }
    }

    private record Event(long timePs, long key, int target, long arg) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(timePs, other.timePs);
            return byTime != 0 ? byTime : Long.compare(key, other.key);
        }
    }

    /** Takes and posts with {@link EventQueue}. */
    @Benchmark
    public long eventQueue(Own own, Load load) {
        EventQueue queue = own.queue;
        queue.pop();
        queue.push(load.nextPs(queue.timePs()), load.sequence++, queue.target(), queue.arg());
        return queue.key();
    }

    /** Takes and posts with {@link PriorityQueue}, an object an event. */
    @Benchmark
    public long priorityQueue(Naive naive, Load load) {
        Event event = naive.queue.remove();
        naive.queue.add(new Event(load.nextPs(event.timePs()), load.sequence++, event.target(), event.arg()));
        return event.key();
    }
}
