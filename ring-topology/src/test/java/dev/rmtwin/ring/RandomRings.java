package dev.rmtwin.ring;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.domains.DomainContextBase;

/** Rings of 2 to 16 nodes with any spans, profiles and loads, up to far more than the fibre carries. */
final class RandomRings extends DomainContextBase {
    /** Each node writes only here, so that no address has two writers. */
    static final int REGION_BYTES = 1 << 12;

    private static final int MEMORY_BYTES = 16 * REGION_BYTES;

    /** A ring and what is sent over it. */
    record Case(List<NodePlan> nodes, List<PlannedWrite> writes) {
        RingBench bench() {
            return new RingBench(nodes, writes);
        }
    }

    @Provide
    Arbitrary<Case> cases() {
        return nodes().flatMap(nodes -> writes(nodes.size()).map(writes -> new Case(nodes, writes)));
    }

    private Arbitrary<List<NodePlan>> nodes() {
        Arbitrary<NodeProfile> profiles = Combinators.combine(
                        Arbitraries.longs().between(0, 900_000),
                        Arbitraries.longs().between(0, 600_000),
                        Arbitraries.integers().between(64, 2_000),
                        Arbitraries.integers().between(80, 4_000))
                .as((hopPs, commitPs, txBytes, rxBytes) -> new NodeProfile(
                        MEMORY_BYTES, hopPs, commitPs, txBytes, txBytes / 2, rxBytes, rxBytes / 2, 127));
        Arbitrary<Long> spansMm = Arbitraries.longs().between(0, 300_000);
        return Combinators.combine(profiles, spansMm)
                .as((profile, spanMm) -> new NodePlan(0, profile, spanMm))
                .list()
                .ofMinSize(2)
                .ofMaxSize(16)
                .map(RandomRings::numbered);
    }

    /** Ids that are neither dense nor in ring order. */
    private static List<NodePlan> numbered(List<NodePlan> plans) {
        List<NodePlan> numbered = new ArrayList<>();
        for (int n = 0; n < plans.size(); n++) {
            numbered.add(new NodePlan(
                    (n * 37 + 200) % 256, plans.get(n).profile(), plans.get(n).spanToNextMm()));
        }
        return numbered;
    }

    private Arbitrary<List<PlannedWrite>> writes(int nodeCount) {
        Arbitrary<PlannedWrite> data = Combinators.combine(
                        Arbitraries.longs().between(0, 20_000_000),
                        Arbitraries.integers().between(0, nodeCount - 1),
                        Arbitraries.integers().between(0, REGION_BYTES - 300),
                        Arbitraries.integers().between(1, 300))
                .as((timePs, node, offset, length) ->
                        new PlannedWrite(timePs, node, (long) node * REGION_BYTES + offset, length));
        Arbitrary<PlannedWrite> interrupts = Combinators.combine(
                        Arbitraries.longs().between(0, 20_000_000),
                        Arbitraries.integers().between(0, nodeCount - 1))
                .as((timePs, node) -> new PlannedWrite(timePs, node, -1, 0));
        return Arbitraries.frequencyOf(Tuple.of(5, data), Tuple.of(1, interrupts))
                .list()
                .ofMinSize(1)
                .ofMaxSize(60)
                .map(writes -> writes.stream()
                        .sorted(Comparator.comparingLong(PlannedWrite::timePs))
                        .toList());
    }
}
