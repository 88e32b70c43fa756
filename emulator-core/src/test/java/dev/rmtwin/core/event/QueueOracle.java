package dev.rmtwin.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Drives an {@link EventQueue} and a {@link PriorityQueue} alike and compares every answer. */
final class QueueOracle {
    record Event(long timePs, long key, int target, long arg) {}

    private static final Comparator<Event> ORDER =
            Comparator.comparingLong(Event::timePs).thenComparingLong(Event::key);

    final EventQueue queue = new EventQueue();
    private final PriorityQueue<Event> expected = new PriorityQueue<>(ORDER);
    private long pushed;
    private long nowPs;

    long nowPs() {
        return nowPs;
    }

    /** Pushes at a time, with a key that is unique but falls in no relation to the order of pushes. */
    void push(long timePs) {
        long sequence = ++pushed;
        long key = (Long.reverse(sequence) >>> 1) ^ ((sequence << 7) & 0xFF80);
        key = (key & ~0x3F_FFFFL) | (sequence & 0x3F_FFFFL);
        int target = (int) (sequence * 0x9E3779B9L);
        long arg = ~sequence << 31;
        queue.push(timePs, key, target, arg);
        expected.add(new Event(timePs, key, target, arg));
        assertThat(queue.size()).isEqualTo(expected.size());
    }

    /** Pops both; false when both are empty. */
    boolean pop() {
        Event event = expected.poll();
        if (event == null) {
            assertThat(queue.isEmpty()).isTrue();
            assertThat(queue.nextTimePs()).isEqualTo(Long.MAX_VALUE);
            assertThat(queue.pop()).isFalse();
            return false;
        }
        assertThat(queue.isEmpty()).isFalse();
        assertThat(queue.pop()).isTrue();
        nowPs = event.timePs();
        Event popped = new Event(queue.timePs(), queue.key(), queue.target(), queue.arg());
        if (!popped.equals(event)) {
            assertThat(popped).isEqualTo(event);
        }
        return true;
    }

    void peek() {
        Event event = expected.peek();
        assertThat(queue.nextTimePs()).isEqualTo(event == null ? Long.MAX_VALUE : event.timePs());
    }

    void clear() {
        queue.clear();
        expected.clear();
        nowPs = 0;
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.size()).isZero();
    }

    /** Compares all pending events without taking one. */
    void look() {
        List<Event> seen = new ArrayList<>();
        queue.forEachInOrder((timePs, key, target, arg) -> seen.add(new Event(timePs, key, target, arg)));
        assertThat(seen).isEqualTo(expected.stream().sorted(ORDER).toList());
    }

    void drain() {
        while (pop()) {
            assertThat(queue.timePs()).isEqualTo(nowPs);
        }
    }
}
