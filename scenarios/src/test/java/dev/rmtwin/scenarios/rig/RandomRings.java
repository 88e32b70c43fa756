package dev.rmtwin.scenarios.rig;

import dev.rmtwin.scenarios.model.ReceiveMode;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Draws rings: 2 to 12 nodes, 1 to 8 flows, every receive mode, small FIFOs and rings, loads up to more than the ring carries. */
final class RandomRings {
    private RandomRings() {}

    static Arbitrary<RandomRing> any() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, Long.MAX_VALUE),
                        Arbitraries.integers().between(2, 12),
                        Arbitraries.longs().between(50_000, 600_000),
                        cards(),
                        hosts(),
                        flows().list().ofMinSize(1).ofMaxSize(8))
                .as(RandomRing::new);
    }

    private static Arbitrary<RandomRing.CardDraw> cards() {
        return Combinators.combine(
                        Arbitraries.of("reference-lab", "ideal"),
                        Arbitraries.integers().between(0, 200),
                        Arbitraries.of(128, 160, 256, 512, 4096),
                        Arbitraries.of(128, 160, 256, 1024, 4096),
                        Arbitraries.of(0, 60, 500, 2000),
                        Arbitraries.of(1, 2, 3, 64),
                        Arbitraries.of(1, 1, 2, 8),
                        Arbitraries.of(1, 5, 50))
                .as(RandomRing.CardDraw::new);
    }

    private static Arbitrary<RandomRing.HostDraw> hosts() {
        return Combinators.combine(
                        Arbitraries.of("reference-lab", "ideal"),
                        Arbitraries.integers().between(0, 4),
                        Arbitraries.of(0, 50, 6300),
                        Arbitraries.of(0, 400, 36_000),
                        Arbitraries.integers().between(0, 4),
                        Arbitraries.of(0, 100, 2000),
                        Arbitraries.of(false, false, true))
                .as(RandomRing.HostDraw::new);
    }

    private static Arbitrary<RandomRing.FlowDraw> flows() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 11),
                        Arbitraries.integers().between(0, 10),
                        Arbitraries.oneOf(
                                Arbitraries.integers().between(4, 40),
                                Arbitraries.integers().between(4, 512)),
                        Arbitraries.longs().between(4_000, 100_000),
                        Arbitraries.integers().between(0, 90),
                        Arbitraries.of(List.of(ReceiveMode.values())),
                        Arbitraries.integers().between(1, 6),
                        Arbitraries.of(false, false, true))
                .as(RandomRing.FlowDraw::new);
    }
}
