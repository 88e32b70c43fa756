package dev.rmtwin.ring;

import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.event.EventKey;
import dev.rmtwin.core.trace.Stage;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A ring with a planned load, and everything that its listeners and its diary heard. */
final class RingBench {
    static final long HOP_PS = 400_000;
    static final long COMMIT_PS = 100_000;
    static final NodeProfile PROFILE =
            new NodeProfile(1 << 20, HOP_PS, COMMIT_PS, 1 << 16, 1 << 15, 1 << 16, 1 << 15, 127);

    /** Something that a listener of a node heard. */
    record Heard(int node, int origin, long number, long offset, int lengthBytes, long timePs) {}

    /** A line of the diary. */
    record Line(Stage stage, int node, long sequence, long timePs) {
        int origin() {
            return (int) (sequence >>> EventKey.PACKET_NUMBER_BITS);
        }

        long number() {
            return sequence & (1L << EventKey.PACKET_NUMBER_BITS) - 1;
        }
    }

    final Engine engine = new Engine();
    final FibreRing ring;
    final List<Talker> talkers = new ArrayList<>();
    final List<Heard> commits = new ArrayList<>();
    final List<Heard> interrupts = new ArrayList<>();
    final List<Line> lines = new ArrayList<>();

    RingBench(List<NodePlan> nodes, List<PlannedWrite> plan) {
        ring = new FibreRing(engine, LinkProfile.RFM_5565, nodes);
        for (int n = 0; n < nodes.size(); n++) {
            int index = n;
            int id = nodes.get(n).id();
            talkers.add(engine.register(new Talker(
                    ring, id, plan.stream().filter(w -> w.node() == index).toList())));
            ring.setCommitListener(
                    id,
                    (origin, offset, length, sequence, nowPs) ->
                            commits.add(new Heard(id, origin, number(sequence), offset, length, nowPs)));
            ring.setNetworkInterruptListener(
                    id,
                    (origin, type, data, sequence, nowPs) ->
                            interrupts.add(new Heard(id, origin, number(sequence), data, type, nowPs)));
        }
    }

    /** Equal nodes 0, 1, … with spans of two metres. */
    static RingBench ofEqualNodes(int nodes, PlannedWrite... plan) {
        return ofEqualNodes(nodes, PROFILE, plan);
    }

    static RingBench ofEqualNodes(int nodes, NodeProfile profile, PlannedWrite... plan) {
        List<NodePlan> plans = new ArrayList<>();
        for (int id = 0; id < nodes; id++) {
            plans.add(new NodePlan(id, profile, 2_000));
        }
        return new RingBench(plans, List.of(plan));
    }

    RingBench recording() {
        engine.trace().listen((stage, node, subject, nowPs) -> lines.add(new Line(stage, node, subject, nowPs)));
        return this;
    }

    RingBench start() {
        talkers.forEach(Talker::start);
        return this;
    }

    /** Starts, and runs until nothing is pending. */
    RingBench run() {
        start();
        return finish();
    }

    RingBench finish() {
        while (engine.step()) {
            // Each step is one event; the ring settles when none is left.
        }
        return this;
    }

    byte[] bytes(int id, long offset, int lengthBytes) {
        byte[] bytes = new byte[lengthBytes];
        ring.memory(id).read(offset, MemorySegment.ofArray(bytes), 0, lengthBytes);
        return bytes;
    }

    long counter(int id, RingCounter counter) {
        return ring.counters(id).get(counter);
    }

    List<Heard> commitsAt(int id) {
        return commits.stream().filter(heard -> heard.node() == id).toList();
    }

    List<Line> linesOf(Stage stage) {
        return lines.stream().filter(line -> line.stage() == stage).toList();
    }

    private static long number(long sequence) {
        return sequence & (1L << EventKey.PACKET_NUMBER_BITS) - 1;
    }
}
