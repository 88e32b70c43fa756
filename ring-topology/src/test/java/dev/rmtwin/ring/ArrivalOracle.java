package dev.rmtwin.ring;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A slow and plain ring for comparison: every arrival, every "transit is ready" and every "link is free" is an event, and a
 * link decides only when it is free. Unlimited FIFOs, no memory.
 */
final class ArrivalOracle {
    /** A packet's last byte came in at a node (index in ring order). */
    record Arrival(int node, int origin, long number, long timePs) {}

    private record Frame(int origin, long number, int payloadBytes) {}

    private record Event(long timePs, int order, int node, Frame frame) {
        long number() {
            return frame == null ? 0 : frame.number;
        }
    }

    private static final int ARRIVES = 0;
    private static final int READY = 1;
    private static final int LINK_FREE = 2;
    private static final int DECIDE = 3;
    private static final int HOST_WRITES = 4;

    private final List<NodePlan> nodes;
    private final PriorityQueue<Event> events = new PriorityQueue<>(Comparator.comparingLong(Event::timePs)
            .thenComparingInt(Event::order)
            .thenComparingInt(Event::node)
            .thenComparingLong(Event::number));
    private final List<Deque<Frame>> transit = new ArrayList<>();
    private final List<Deque<Frame>> own = new ArrayList<>();
    private final boolean[] busy;
    private final List<Arrival> arrivals = new ArrayList<>();

    ArrivalOracle(List<NodePlan> nodes, List<PlannedWrite> writes) {
        this.nodes = nodes;
        busy = new boolean[nodes.size()];
        long[] numbers = new long[nodes.size()];
        nodes.forEach(node -> {
            transit.add(new ArrayDeque<>());
            own.add(new ArrayDeque<>());
        });
        for (PlannedWrite write : writes) {
            int left = Math.max(write.lengthBytes(), 1);
            for (; left > 0; left -= 64) {
                int payload = write.interrupt() ? 4 : Math.clamp(left, 4, 64);
                Frame frame = new Frame(write.node(), numbers[write.node()]++, payload);
                events.add(new Event(write.timePs(), HOST_WRITES, write.node(), frame));
            }
        }
    }

    List<Arrival> run() {
        while (!events.isEmpty()) {
            Event event = events.poll();
            int node = event.node;
            switch (event.order) {
                case ARRIVES -> arrive(event);
                case READY -> transit.get(node).add(event.frame);
                case LINK_FREE -> busy[node] = false;
                case HOST_WRITES -> own.get(node).add(event.frame);
                default -> send(node, event.timePs);
            }
            if (event.order != DECIDE && event.order != ARRIVES) {
                events.add(new Event(event.timePs, DECIDE, node, null));
            }
        }
        return arrivals;
    }

    private void arrive(Event event) {
        arrivals.add(new Arrival(event.node, event.frame.origin, event.frame.number, event.timePs));
        if (event.frame.origin != event.node) {
            long readyPs = event.timePs + nodes.get(event.node).profile().hopLatencyPs();
            events.add(new Event(readyPs, READY, event.node, event.frame));
        }
    }

    private void send(int node, long nowPs) {
        Deque<Frame> queue = transit.get(node).isEmpty() ? own.get(node) : transit.get(node);
        if (busy[node] || queue.isEmpty()) {
            return;
        }
        Frame frame = queue.remove();
        busy[node] = true;
        long endPs = nowPs + (frame.payloadBytes + 16) * 80_000L / 17;
        events.add(new Event(endPs, LINK_FREE, node, null));
        long spanPs = nodes.get(node).spanToNextMm() * 5;
        events.add(new Event(endPs + spanPs, ARRIVES, (node + 1) % nodes.size(), frame));
    }
}
