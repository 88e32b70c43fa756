package dev.rmtwin.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.engine.EngineSnapshot;
import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.ring.RandomRings.Case;
import dev.rmtwin.ring.RingBench.Heard;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

/** Invariants on random rings and loads. A failing case is shrunk and printed with its seed. */
@Domain(RandomRings.class)
@Domain(DomainContext.Global.class)
class RingPropertyTest {
    @Property(tries = 300)
    void shouldAccountForEveryPacketAtEveryEvent(@ForAll Case ring) {
        RingBench bench = ring.bench().start();
        while (bench.engine.step()) {
            Conservation books = bench.ring.conservation();
            assertThat(books.holds()).as("%s", books).isTrue();
        }
        Conservation books = bench.ring.conservation();
        assertThat(books.inFlight() + books.waiting()).isZero();
        assertThat(books.stripped()).isEqualTo(books.transmitted());
        assertThat(bench.talkers).allMatch(Talker::finished);
    }

    @Property(tries = 300)
    void shouldHoldWhatEveryWriterHoldsWhereNothingOverflowed(@ForAll Case ring) {
        RingBench bench = ring.bench().run();

        for (NodePlan node : ring.nodes()) {
            if (bench.counter(node.id(), RingCounter.RX_LOST_OVERFLOW) > 0) {
                assertThat(bench.ring.status(node.id()) & LinkStatus.RX_FULL).isNotZero();
            } else {
                assertHoldsAllRegions(bench, ring.nodes(), node.id());
            }
        }
    }

    private static void assertHoldsAllRegions(RingBench bench, List<NodePlan> nodes, int id) {
        for (int writer = 0; writer < nodes.size(); writer++) {
            long offset = (long) writer * RandomRings.REGION_BYTES;
            assertThat(bench.bytes(id, offset, RandomRings.REGION_BYTES))
                    .as("what node %d holds of node %d", id, nodes.get(writer).id())
                    .isEqualTo(bench.bytes(nodes.get(writer).id(), offset, RandomRings.REGION_BYTES));
        }
    }

    @Property(tries = 200)
    void shouldKeepTheOrderOfEverySenderAtEveryNode(@ForAll Case ring) {
        RingBench bench = ring.bench().run();

        for (NodePlan node : ring.nodes()) {
            Map<Integer, Long> last = new HashMap<>();
            Stream.concat(bench.commits.stream(), bench.interrupts.stream())
                    .filter(heard -> heard.node() == node.id() && heard.origin() != node.id())
                    .sorted((a, b) -> Long.compare(a.timePs(), b.timePs()))
                    .filter(heard -> node.profile().commitPs() > 0)
                    .forEach(heard -> assertNext(last, heard));
        }
    }

    private static void assertNext(Map<Integer, Long> last, Heard heard) {
        Long before = last.put(heard.origin(), heard.number());
        assertThat(heard.number()).as("%s after %s", heard, before).isGreaterThan(before == null ? -1 : before);
    }

    @Property(tries = 300)
    void shouldBringEveryPacketInWhenThePlainRingDoes(@ForAll Case ring) {
        List<NodePlan> roomy = ring.nodes().stream()
                .map(plan -> new NodePlan(plan.id(), unlimited(plan.profile()), plan.spanToNextMm()))
                .toList();
        RingBench bench = new RingBench(roomy, ring.writes()).recording().run();
        Map<Integer, Integer> indexOfId = new HashMap<>();
        for (int n = 0; n < roomy.size(); n++) {
            indexOfId.put(roomy.get(n).id(), n);
        }

        List<ArrivalOracle.Arrival> expected = new ArrivalOracle(roomy, ring.writes()).run();
        assertThat(bench.linesOf(Stage.SPAN).stream()
                        .map(line -> new ArrivalOracle.Arrival(
                                indexOfId.get(line.node()),
                                indexOfId.get(line.origin()),
                                line.number(),
                                line.timePs())))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    private static NodeProfile unlimited(NodeProfile p) {
        int bytes = Integer.MAX_VALUE / 2;
        return new NodeProfile(p.memoryBytes(), p.hopLatencyPs(), p.commitPs(), bytes, bytes, bytes, bytes, 127);
    }

    @Property(tries = 200)
    void shouldGoOnToTheSameHashFromASnapshotTakenAtAnyMoment(
            @ForAll Case ring, @ForAll @LongRange(max = 30_000_000) long atPs) throws IOException {
        RingBench whole = ring.bench().start();
        whole.engine.runUntil(atPs);
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        EngineSnapshot.save(whole.engine, new DataOutputStream(saved));
        List<Object> seenWhenSaved = looks(whole);
        whole.finish();

        RingBench restored = ring.bench();
        EngineSnapshot.restore(restored.engine, new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
        ByteArrayOutputStream again = new ByteArrayOutputStream();
        EngineSnapshot.save(restored.engine, new DataOutputStream(again));
        assertThat(again.toByteArray()).as("saving what was restored").isEqualTo(saved.toByteArray());
        assertThat(looks(restored)).isEqualTo(seenWhenSaved);
        restored.finish();

        assertThat(looks(restored)).isEqualTo(looks(whole));
        whole.ring.finish(whole.engine.nowPs());
        restored.ring.finish(restored.engine.nowPs());
        assertThat(restored.engine.traceHash()).isEqualTo(whole.engine.traceHash());
        assertThat(restored.engine.eventCount()).isEqualTo(whole.engine.eventCount());
        assertThat(restored.ring.conservation()).isEqualTo(whole.ring.conservation());
    }

    /** All that can be seen of a ring from outside. */
    private static List<Object> looks(RingBench bench) {
        List<Object> looks = new ArrayList<>();
        for (int id : bench.ring.nodeIds()) {
            looks.add(bench.ring.status(id));
            looks.add(bench.ring.fifoLevels(id));
            looks.add(bench.ring.spanUse(id));
            looks.add(bench.ring.counters(id).values());
            looks.add(bench.ring.memoryHash(id));
        }
        return looks;
    }

    @Property(tries = 50)
    void shouldRepeatItsHashInASecondRing(@ForAll Case ring) {
        RingBench one = ring.bench().run();
        RingBench two = ring.bench().recording().run();
        one.ring.finish(one.engine.nowPs());
        two.ring.finish(two.engine.nowPs());

        assertThat(two.engine.traceHash()).isEqualTo(one.engine.traceHash());
    }
}
