package dev.rmtwin.benchmarks.calibration;

import dev.rmtwin.scenarios.model.NodeSpec;
import dev.rmtwin.scenarios.model.Scenario;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A parameter of the reference lab, and which way each figure has to move when it is doubled.
 *
 * @param path in the scenario, for all nodes alike
 * @param unit that values are written in, empty for a count
 * @param value its present value in that unit
 * @param moves figure to sign; a figure that is not named must not move
 */
record Knob(String path, String unit, ToDoubleFunction<Scenario> value, Map<String, Move> moves) {
    private static final double NS = 1e3;
    private static final double PPM_TO_PERCENT = 1e4;

    /** Which way a figure goes. */
    enum Move {
        /** Grows, beyond chance. */
        UP("+"),
        /** Falls, beyond chance. */
        DOWN("-"),
        /** Stays, within chance. */
        NONE("0"),
        /** Must not fall: the growth may drown in chance. */
        UP_OR_NONE("(+)"),
        /** Must not grow: the fall may drown in chance. */
        DOWN_OR_NONE("(-)");

        private final String sign;

        Move(String sign) {
            this.sign = sign;
        }

        String sign() {
            return sign;
        }

        /** What halving must do when doubling does this. */
        Move opposite() {
            return switch (this) {
                case UP -> DOWN;
                case DOWN -> UP;
                case NONE -> NONE;
                case UP_OR_NONE -> DOWN_OR_NONE;
                case DOWN_OR_NONE -> UP_OR_NONE;
            };
        }

        /** Whether a change is as expected, where chance alone changes a figure by up to {@code noise}. */
        boolean agrees(double change, double noise) {
            return switch (this) {
                case UP -> change > noise;
                case DOWN -> change < -noise;
                case NONE -> Math.abs(change) <= noise;
                case UP_OR_NONE -> change >= -noise;
                case DOWN_OR_NONE -> change <= noise;
            };
        }

        private static Move of(String sign) {
            for (Move move : values()) {
                if (move.sign.equals(sign)) {
                    return move;
                }
            }
            throw new IllegalArgumentException("no such sign: " + sign);
        }
    }

    /** The setting that multiplies the present value. */
    String scaled(Scenario scenario, double factor) {
        double scaled = value.applyAsDouble(scenario) * factor;
        String number = scaled == Math.rint(scaled)
                ? String.format(Locale.ROOT, "%.0f", scaled)
                : String.format(Locale.ROOT, "%.3f", scaled);
        return path + "=" + number + (unit.isEmpty() ? "" : " " + unit);
    }

    /** What a figure has to do when the parameter is doubled. */
    Move expected(String figure) {
        return moves.getOrDefault(figure, Move.NONE);
    }

    private static Knob of(String path, String unit, ToDoubleFunction<Scenario> value, String moves) {
        Map<String, Move> byFigure = new LinkedHashMap<>();
        for (String word : moves.isEmpty() ? new String[0] : moves.split(" +")) {
            int colon = word.indexOf(':');
            byFigure.put(word.substring(0, colon), Move.of(word.substring(colon + 1)));
        }
        return new Knob(path, unit, value, byFigure);
    }

    private static Knob time(String path, ToDoubleFunction<NodeSpec> ps, String moves) {
        return of(path, "ns", s -> ps.applyAsDouble(s.nodes().getFirst()) / NS, moves);
    }

    private static Knob share(String path, ToDoubleFunction<NodeSpec> ppm, String moves) {
        return of(path, "%", s -> ppm.applyAsDouble(s.nodes().getFirst()) / PPM_TO_PERCENT, moves);
    }

    /** Everything that matters, with what physics says. */
    static List<Knob> all() {
        return Stream.of(polling(), kernel(), cardAndFibre())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Knob> polling() {
        return List.of(
                // A look that lasts longer: more load; at 100 us looks follow each other back to back, so later too.
                time(
                        "host.polling.tidyUp",
                        n -> n.host().polling().tidyUpPs(),
                        "F1.core:+ F1.mean:(+) F1.p99:(+) F2.mean:+ F2.p99:+ F2.core:+"),
                // Each read is a round trip on the bus before the data is taken.
                of(
                        "host.polling.statusReads",
                        "",
                        s -> s.nodes().getFirst().host().polling().statusReads(),
                        "F1.mean:(+) F1.core:+ F2.mean:+ F2.p99:(+) F2.core:(+)"),
                // At 100 us the look is longer than the interval asked for, until the factor is doubled.
                share(
                        "host.polling.intervalFactor",
                        n -> n.host().polling().intervalFactorPpm(),
                        "F1.mean:+ F1.p99:+ F1.core:- F2.mean:(+) F2.p99:(+) F2.core:(-)"),
                share(
                        "host.polling.intervalVariation",
                        n -> n.host().polling().intervalVariationPpm(),
                        "F1.mean:+ F1.p99:+ F1.core:(+) F2.mean:(+) F2.p99:(+) F2.core:(-)"),
                time(
                        "host.polling.gap",
                        n -> n.host().polling().gapPs(),
                        "F2.mean:(+) F2.p99:(+) F2.core:- F1.mean:(+)"),
                time(
                        "host.polling.yieldCheck",
                        n -> n.host().polling().yieldCheckPs(),
                        "F1.core:+ F1.mean:(+) F1.p99:(+) F2.core:(+) F2.mean:(+) F2.p99:(+) F6.core:+"),
                time(
                        "host.polling.yieldAway",
                        n -> n.host().polling().yieldAwayPs(),
                        "F1.core:- F1.mean:(-) F1.p99:(-) F2.core:- F2.mean:(+) F6.core:-"));
    }

    private static List<Knob> kernel() {
        return List.of(
                // Less often stalled. A thread that blocks has no stalls.
                time(
                        "host.scheduler.slice",
                        n -> n.host().scheduler().slicePs(),
                        "F1.mean:(-) F1.p99:(-) F1.core:- F2.mean:(-) F2.p99:- F2.core:(-) F6.core:(-) F32.mean:-"),
                time(
                        "host.scheduler.stallMax",
                        n -> n.host().scheduler().stallMaxPs(),
                        "F1.mean:(+) F1.p99:(+) F1.core:+ F2.mean:+ F2.p99:+ F2.core:(+) F6.core:(+) F32.mean:+"),
                time(
                        "host.wakeUp.scheduleTail.mean",
                        n -> n.host().wakeUp().scheduleTail().meanPs(),
                        "F3.mean:+ F3.p99:+"),
                time("host.wakeUp.schedule", n -> n.host().wakeUp().schedulePs(), "F3.mean:+ F3.p99:(+)"),
                time("host.interrupt.entry", n -> n.host().interrupt().entryPs(), "F3.mean:+ F3.p99:(+)"),
                time("host.interrupt.service", n -> n.host().interrupt().servicePs(), "F3.mean:+ F3.p99:(+)"),
                time("host.wakeUp.return", n -> n.host().wakeUp().returnPs(), "F3.mean:+ F3.p99:(+) F3.core:+"),
                time("host.wakeUp.block", n -> n.host().wakeUp().blockPs(), "F3.core:+"),
                // Work after delivery loads the core and puts off a poller's next look. A stall of a spinning thread
                // that
                // falls into it delays no frame.
                time(
                        "host.application.afterDelivery",
                        n -> n.host().application().afterDeliveryPs(),
                        "F1.core:+ F1.mean:(+) F2.mean:(+) F2.p99:(+) F2.core:(+) F3.core:+ F6.core:(+) F32.mean:(-)"));
    }

    private static List<Knob> cardAndFibre() {
        return List.of(
                time(
                        "card.pcie.hostToCard",
                        n -> n.card().pcie().hostToCardPs(),
                        "F1.core:(+) F1.mean:(+) F2.mean:(+) F2.core:(+) F3.mean:+ F3.p99:(+) F32.mean:(+)"),
                time(
                        "card.pcie.cardToHost",
                        n -> n.card().pcie().cardToHostPs(),
                        "F1.core:(+) F1.mean:(+) F2.mean:(+) F2.core:(+) F3.mean:+ F3.p99:(+) F32.mean:(+)"),
                // B is A's neighbour: no node in between forwards the frame, so nothing moves.
                time("card.network.hopLatency", n -> n.network().hopLatencyPs(), ""),
                of(
                        "ring.span",
                        "mm",
                        s -> s.nodes().getFirst().spanToNextMm(),
                        "F1.mean:(+) F2.mean:(+) F3.mean:+ F3.p99:(+) F32.mean:(+)"),
                of(
                        "ring.lineRate",
                        "baud",
                        s -> s.link().lineRateBaud(),
                        "F1.mean:(-) F2.mean:(-) F3.mean:- F3.p99:(-) F32.mean:(-)"));
    }
}
