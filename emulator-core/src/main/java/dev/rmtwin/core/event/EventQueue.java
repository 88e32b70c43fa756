package dev.rmtwin.core.event;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** Pending events in their total order. */
public final class EventQueue {
    private record Event(long timePs, long key, int target, long arg) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(timePs, other.timePs);
            return byTime != 0 ? byTime : Long.compare(key, other.key);
        }
    }

    /** Takes pending events. */
    public interface Visitor {
        /** One event. */
        void visit(long timePs, long key, int target, long arg);
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private Event popped;

    public void push(long timePs, long key, int target, long arg) {
        events.add(new Event(timePs, key, target, arg));
    }

    public boolean isEmpty() {
        return events.isEmpty();
    }

    public int size() {
        return events.size();
    }

    public long nextTimePs() {
        return events.isEmpty() ? Long.MAX_VALUE : events.peek().timePs;
    }

    public boolean pop() {
        popped = events.poll();
        return popped != null;
    }

    public long timePs() {
        return popped.timePs;
    }

    public long key() {
        return popped.key;
    }

    public int target() {
        return popped.target;
    }

    public long arg() {
        return popped.arg;
    }

    public void clear() {
        events.clear();
    }

    public void forEachInOrder(Visitor visitor) {
        List<Event> sorted = new ArrayList<>(events);
        sorted.sort(null);
        sorted.forEach(e -> visitor.visit(e.timePs, e.key, e.target, e.arg));
    }
}
