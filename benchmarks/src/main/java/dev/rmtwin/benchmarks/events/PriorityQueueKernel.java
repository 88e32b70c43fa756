package dev.rmtwin.benchmarks.events;

import java.util.PriorityQueue;

/** What one writes first: {@link PriorityQueue}, and a new object for every event. */
final class PriorityQueueKernel extends Kernel {
    private record Event(long timePs, long key, int target, long arg) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(timePs, other.timePs);
            return byTime != 0 ? byTime : Long.compare(key, other.key);
        }
    }

    private final PriorityQueue<Event> queue = new PriorityQueue<>();

    PriorityQueueKernel(Meter meter) {
        super(meter);
    }

    @Override
    void schedule(long timePs, long key, int target, long arg) {
        queue.add(new Event(timePs, key, target, arg));
    }

    @Override
    void run() {
        boolean complete = false;
        while (!complete) {
            Event event = queue.remove();
            complete = dispatch(event.timePs(), event.key(), event.target(), event.arg());
        }
    }
}
