package dev.rmtwin.scenarios.file;

import dev.rmtwin.core.config.Dimension;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.device.ChannelConfig;
import dev.rmtwin.ring.LinkProfile;
import dev.rmtwin.scenarios.model.Expectation;
import dev.rmtwin.scenarios.model.Flow;
import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.model.ReceiveMode;
import dev.rmtwin.scenarios.model.Receiver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/** The keys of scenario files. */
final class ScenarioKeys {
    /** Keys of a flow of which exactly one says when it sends; one in an including file replaces another. */
    static final List<String> SENDING = List.of("rate", "period", "echo");

    static final int LEAST_FRAME_BYTES = 16;
    static final int LEAST_BUFFER_BYTES = 256;

    private static final List<String> INTERRUPTS = List.of("INT1", "INT2", "INT3");
    private static final Kind SPAN = Kind.amount(Dimension.LENGTH, "0 mm", "10 km");
    private static final Kind PERIOD = Kind.time("100 ns", "1000 s");

    private static final Section<ScenarioDraft.Ring> RING = Section.of("'ring'", ScenarioDraft.Ring.class)
            .may(
                    "lineRate",
                    Kind.amount(Dimension.LINE_RATE, "1 Mbaud", "100 Gbaud"),
                    "2.125 Gbaud",
                    "symbols a second on the fibre; 8b/10b spends ten on a byte",
                    r -> r.link().lineRateBaud())
            .may("span", SPAN, "20 m", "fibre from each node to the next", ScenarioDraft.Ring::spanMm)
            .may(
                    "propagation",
                    Kind.amount(Dimension.TIME_PER_LENGTH, "3336 ps/m", "100 ns/m"),
                    "5 ns/m",
                    "travel time of light in the fibre",
                    r -> r.link().propagationPsPerMetre())
            .may(
                    "packetOverhead",
                    Kind.bytes("0 B", "64 B"),
                    "16 B",
                    "framing around a payload",
                    r -> r.link().packetOverheadBytes())
            .may(
                    "maxPayload",
                    Kind.bytes("4 B", "64 B"),
                    "64 B",
                    "largest payload of a packet",
                    r -> r.link().maxPayloadBytes())
            .check((v, problems) -> wholeWords(v, "maxPayload", problems))
            .make(v -> new ScenarioDraft.Ring(link(v), v.number("span")));

    private static final Section<ScenarioDraft.Node> NODE = Section.of("a node", ScenarioDraft.Node.class)
            .need("id", new Kind.Whole(0, 255), "node id, unique in the ring", ScenarioDraft.Node::id)
            .may(
                    "spanToNext",
                    SPAN,
                    null,
                    "fibre to the next node, when it differs from ring.span",
                    ScenarioDraft.Node::spanMm)
            .may(
                    "driver",
                    new Kind.Nested(DriverKeys.DRIVER),
                    null,
                    "how its driver starts, to see what legacy drivers do wrong",
                    ScenarioDraft.Node::driver)
            .may("host", new Kind.Profile(ProfileKind.HOST), null, "host, when it differs", ScenarioDraft.Node::host)
            .may("card", new Kind.Profile(ProfileKind.CARD), null, "card, when it differs", ScenarioDraft.Node::card)
            .make(v -> {
                throw new IllegalStateException("nodes are assembled with their profiles");
            });

    private static final Section<Receiver> RECEIVER = Section.of("a receiver", Receiver.class)
            .need(
                    "mode",
                    new Kind.Choice(modes()),
                    "how it learns of frames",
                    r -> r.mode().label())
            .may(
                    "period",
                    Kind.time("1 us", "10 s"),
                    null,
                    "polling period, for mode poll",
                    r -> r.periodPs() == 0 ? null : r.periodPs())
            .may(
                    "ring",
                    new Kind.Whole(2, ChannelConfig.RING_LIMIT),
                    "1024",
                    "descriptors posted, a power of two",
                    Receiver::ringCapacity)
            .may(
                    "buffer",
                    Kind.bytes("16 B", "16 MiB"),
                    null,
                    "bytes of each receive buffer; 256 B, or the frame's size when that is more",
                    Receiver::bufferBytes)
            .may(
                    "budget",
                    new Kind.Whole(1, ChannelConfig.RING_LIMIT),
                    null,
                    "completions that one poll takes at most, for mode hybrid (64)",
                    r -> r.tuning().hybrid() ? r.tuning().pollBudget() : null)
            .may(
                    "pollGap",
                    Kind.time("0 us", "1 s"),
                    null,
                    "time to the next poll while polls find frames, for mode hybrid; 0 us to arm the interrupt at once (0 us)",
                    r -> r.tuning().hybrid() ? r.tuning().pollGapNs() * 1000 : null)
            .may(
                    "coalesceFrames",
                    new Kind.Whole(1, 65_535),
                    null,
                    "completions that raise one interrupt; as the card has it when absent",
                    r -> r.tuning().coalesceFrames() == 0 ? null : r.tuning().coalesceFrames())
            .may(
                    "coalesceTime",
                    Kind.time("0 us", "4 s"),
                    null,
                    "longest wait for that interrupt, rounded up by the card; as the card has it when absent",
                    r -> r.tuning().coalesceNs() < 0 ? null : r.tuning().coalesceNs() * 1000)
            .check(ScenarioKeys::checkReceiver)
            .make(ScenarioKeys::receiver);

    private static final Section<ScenarioDraft.Stream> FLOW = Section.of("a flow", ScenarioDraft.Stream.class)
            .need(
                    "from",
                    new Kind.Name("A"),
                    "the node that writes",
                    s -> s.flow().from())
            .need(
                    "offset",
                    new Kind.Offset(),
                    "where in reflective memory",
                    s -> s.flow().offset())
            .need(
                    "size",
                    Kind.bytes("16 B", "16 MiB"),
                    "bytes of each frame, whole 32-bit words",
                    s -> s.flow().sizeBytes())
            .may(
                    "rate",
                    new Kind.Frequency(100 * Ps.NS, 1000 * Ps.SECOND),
                    null,
                    "frames a second; or period, or echo",
                    s -> null)
            .may(
                    "period",
                    PERIOD,
                    null,
                    "time between two frames; or rate, or echo",
                    s -> s.flow().sending() instanceof Flow.Burst b
                            ? (Long) b.periodPs()
                            : periodic(s, Flow.Periodic::periodPs))
            .may(
                    "burst",
                    new Kind.Whole(2, 1_000_000),
                    null,
                    "frames sent in a row each time",
                    s -> s.flow().sending() instanceof Flow.Burst b ? b.frames() : null)
            .may(
                    "gap",
                    PERIOD,
                    null,
                    "time between two frames of a burst",
                    s -> s.flow().sending() instanceof Flow.Burst b ? (Long) b.gapPs() : null)
            .may(
                    "echo",
                    new Kind.Name("command"),
                    null,
                    "send one frame for each frame received of this flow",
                    s -> s.flow().sending() instanceof Flow.Echo echo ? echo.flow() : null)
            .may(
                    "jitter",
                    Kind.time("0 us", "1000 s"),
                    null,
                    "each frame is late by up to this much, uniformly (0 us)",
                    s -> periodic(s, Flow.Periodic::jitterPs))
            .may(
                    "phase",
                    Kind.time("0 us", "24 h"),
                    null,
                    "time of the first frame, from the start of all applications (0 us)",
                    s -> s.flow().sending() instanceof Flow.Burst b
                            ? (Long) b.phasePs()
                            : periodic(s, Flow.Periodic::phasePs))
            .may(
                    "notify",
                    new Kind.Choice(INTERRUPTS),
                    null,
                    "network interrupt sent after each frame",
                    s -> s.flow().notifyType() == 0
                            ? null
                            : INTERRUPTS.get(s.flow().notifyType() - 1))
            .may(
                    "receivers",
                    new Kind.MapOf(RECEIVER, 0, 255),
                    null,
                    "who reads it, by node name",
                    ScenarioDraft.Stream::receivers)
            .exactlyOne(SENDING)
            .check(ScenarioKeys::checkSending)
            .make(v -> {
                throw new IllegalStateException("flows are assembled as Flow records");
            });

    private static final Section<Expectation> EXPECTATION = Section.of("an expectation", Expectation.class)
            .need("id", new Kind.Label("F3.mean"), "name in reports", Expectation::id)
            .need("receiver", new Kind.Label("command@B"), "FLOW@NODE", Expectation::receiver)
            .need(
                    "measure",
                    new Kind.Choice(measures()),
                    "what is looked at",
                    e -> e.measure().label())
            .may("expected", new Kind.Reading(), null, "the value wanted", Expectations::expectedText)
            .may("tolerance", new Kind.Tolerance(), null, "how far off it may be", Expectations::toleranceText)
            .may("atLeast", new Kind.Reading(), null, "least value that passes", Expectations::atLeastText)
            .may("atMost", new Kind.Reading(), null, "greatest value that passes", Expectations::atMostText)
            .check(Expectations::check)
            .make(Expectations::make);

    static final Section<ScenarioDraft> SCENARIO = Section.of("a scenario", ScenarioDraft.class)
            .need(
                    "scenario",
                    new Kind.Name("my-scenario"),
                    "short name",
                    s -> s.header().name())
            .may(
                    "description",
                    new Kind.Prose(),
                    "",
                    "what it shows",
                    s -> s.header().description())
            .may("include", new Kind.Files(), null, "files to start from; what this file says wins", s -> null)
            .may(
                    "seed",
                    new Kind.Whole(0, Long.MAX_VALUE),
                    "1",
                    "root of all chance",
                    s -> s.header().seed())
            .may(
                    "duration",
                    Kind.time("1 us", "1000 h"),
                    "10 s",
                    "how long the senders send",
                    s -> s.header().durationPs())
            .may(
                    "host",
                    new Kind.Profile(ProfileKind.HOST),
                    "reference-lab",
                    "host of every node",
                    s -> s.header().host())
            .may(
                    "card",
                    new Kind.Profile(ProfileKind.CARD),
                    "reference-lab",
                    "card of every node",
                    s -> s.header().card())
            .may(
                    "ring",
                    new Kind.Nested(RING),
                    null,
                    "the fibre",
                    s -> s.header().ring())
            .may(
                    "nodes",
                    new Kind.MapOf(NODE, 2, 256),
                    null,
                    "the nodes in ring order (A: 1, B: 2, C: 3)",
                    ScenarioDraft::nodes)
            .may("flows", new Kind.MapOf(FLOW, 0, 4096), null, "who writes what to where", ScenarioDraft::flows)
            .may(
                    "expectations",
                    new Kind.ListOf(EXPECTATION),
                    null,
                    "what must hold at the end",
                    ScenarioDraft::expectations)
            .make(v -> {
                throw new IllegalStateException("scenarios are assembled as Scenario records");
            });

    private ScenarioKeys() {}

    /** The network interrupt of a label; 0 for none. */
    static int notifyType(Values flow) {
        return flow.has("notify") ? INTERRUPTS.indexOf(flow.text("notify")) + 1 : 0;
    }

    static ReceiveMode mode(Values receiver) {
        String label = receiver.text("mode");
        return Arrays.stream(ReceiveMode.values())
                .filter(m -> m.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    static LinkProfile link(Values ring) {
        return new LinkProfile(
                ring.number("lineRate"),
                ring.integer("packetOverhead"),
                ring.integer("maxPayload"),
                ring.number("propagation"));
    }

    private static Receiver receiver(Values v) {
        Values flow = v.parent();
        int size = flow.integer("size");
        int buffer = v.has("buffer") ? v.integer("buffer") : Math.max(LEAST_BUFFER_BYTES, size);
        long period = v.has("period") ? v.number("period") : 0;
        return new Receiver(
                flow.name() + "@" + v.name(),
                v.name(),
                mode(v),
                period,
                v.integer("ring"),
                buffer,
                DriverKeys.tuning(v));
    }

    private static void checkReceiver(Values v, Problems problems) {
        if (v.has("ring") && Long.bitCount(v.number("ring")) != 1) {
            long below = Long.highestOneBit(v.number("ring"));
            problems.add(
                    v.where("ring"), v.pathOf("ring"), "is not a power of two", "write " + below + " or " + 2 * below);
        }
        DriverKeys.checkReceiver(v, problems);
        if (!v.has("mode")) {
            return;
        }
        boolean poll = mode(v) == ReceiveMode.POLL;
        if (poll && !v.given("period")) {
            problems.add(v.where("mode"), v.path(), "mode poll has no period", "add 'period: 1 ms'");
        } else if (!poll && v.given("period")) {
            String wrong = "a period has no effect in mode " + v.text("mode");
            problems.add(
                    v.where("period"), v.pathOf("period"), wrong, "remove it (period: null undoes an included one)");
        }
    }

    private static void checkSending(Values v, Problems problems) {
        List<String> given = new ArrayList<>(SENDING);
        given.removeIf(k -> !v.given(k));
        if (given.isEmpty()) {
            problems.add(
                    v.where(),
                    v.path(),
                    "nothing says when it sends",
                    "add one of rate, period, echo, e.g. 'rate: 1 kHz'");
        } else if (given.size() > 1) {
            String wrong = "has " + String.join(" and ", given);
            problems.add(
                    v.where(given.getLast()),
                    v.pathOf(given.getLast()),
                    wrong,
                    "keep exactly one of rate, period, echo");
        }
        if (v.given("echo")) {
            for (String key : List.of("jitter", "phase", "burst", "gap")) {
                if (v.given(key)) {
                    String wrong = "has no effect on a flow that echoes";
                    problems.add(v.where(key), v.pathOf(key), wrong, "remove it, or send by rate or period");
                }
            }
        }
        TrafficChecks.checkBurst(v, problems);
        wholeWords(v, "size", problems);
        wholeWords(v, "offset", problems);
    }

    private static void wholeWords(Values v, String key, Problems problems) {
        if (v.has(key) && v.number(key) % 4 != 0) {
            long below = v.number(key) - v.number(key) % 4;
            String right = "packets carry whole 32-bit words: write " + below + " B or " + (below + 4) + " B";
            problems.add(v.where(key), v.pathOf(key), "is not a multiple of 4 B", right);
        }
    }

    private static Long periodic(ScenarioDraft.Stream stream, ToLongFunction<Flow.Periodic> get) {
        return stream.flow().sending() instanceof Flow.Periodic p ? get.applyAsLong(p) : null;
    }

    private static List<String> modes() {
        return Arrays.stream(ReceiveMode.values()).map(ReceiveMode::label).toList();
    }

    private static List<String> measures() {
        return Arrays.stream(Measure.values()).map(Measure::label).toList();
    }
}
