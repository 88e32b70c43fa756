package dev.rmtwin.scenarios.report;

import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.pcie.card.CardIdentity;
import dev.rmtwin.pcie.card.CardProfile;
import dev.rmtwin.pcie.card.PcieProfile;
import dev.rmtwin.pcie.card.QueueProfile;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.ring.LinkProfile;
import dev.rmtwin.ring.NodeProfile;
import dev.rmtwin.scenarios.model.Expectation;
import dev.rmtwin.scenarios.model.Flow;
import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.model.NodeSpec;
import dev.rmtwin.scenarios.model.ReceiveMode;
import dev.rmtwin.scenarios.model.Receiver;
import dev.rmtwin.scenarios.model.Scenario;
import dev.rmtwin.scenarios.run.ChannelUse;
import dev.rmtwin.scenarios.run.ExpectationResult;
import dev.rmtwin.scenarios.run.ReceiverResult;
import dev.rmtwin.scenarios.run.RunResult;
import dev.rmtwin.scenarios.run.SpanResult;
import dev.rmtwin.scenarios.run.StageTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/** Hand-made results in the shape of real ones, with latencies in real histograms. */
public final class Results {
    private Results() {}

    /** A three-node scenario in which A commands B and B replies. */
    public static Scenario scenario(String name, ReceiveMode mode, long periodPs, List<Expectation> expectations) {
        CardProfile card = new CardProfile(
                "rm-queue",
                CardIdentity.RM_QUEUE,
                new PcieProfile(3_940_000_000L, 256, 24, 150_000, 150_000, 100_000, 90_000, false, false),
                new QueueProfile(
                        4, 64, 200_000, new Tail(50_000, 400_000), 800_000_000L, 1, 0, 1_000_000, 1, false, false));
        HostProfile host = new HostProfile(
                "reference-lab",
                8,
                0,
                new HostProfile.Interrupt(900_000, new Tail(200_000, 2_000_000), 500_000, 100_000, 300_000, 300_000),
                new HostProfile.WakeUp(300_000, 1_800_000, new Tail(400_000, 4_000_000), 600_000, 700_000),
                new HostProfile.Polling(620_000, 200_000, 5_000_000, 3, 57_000_000, 250_000, 600_000, 20_000),
                new HostProfile.Scheduler(5_000_000_000L, 100_000_000, 250_000_000),
                new HostProfile.Application(400_000, 30_000_000, 500_000));
        NodeProfile network = new NodeProfile(1 << 26, 450_000, 100_000, 4096, 3072, 4096, 3072, 127);
        List<NodeSpec> nodes = new ArrayList<>();
        for (String node : List.of("A", "B", "C")) {
            nodes.add(new NodeSpec(node, nodes.size() + 1, 10_000, card, network, host));
        }
        Receiver atB = new Receiver("command@B", "B", mode, periodPs, 256, 4096);
        Receiver atA = new Receiver("reply@A", "A", ReceiveMode.INTERRUPT_DMA, 0, 256, 4096);
        List<Flow> flows = List.of(
                new Flow("command", "A", 0x1000, 100, new Flow.Periodic(Ps.MS, 5 * Ps.US, 0), 0, List.of(atB)),
                new Flow("reply", "B", 0x2000, 100, new Flow.Echo("command"), 0, List.of(atA)));
        return new Scenario(
                name,
                "A commands, B replies.",
                "scenarios/files/" + name + ".yaml",
                1,
                600 * Ps.SECOND,
                LinkProfile.RFM_5565,
                nodes,
                flows,
                expectations);
    }

    /** An expectation of command@B in the measure's unit. */
    public static Expectation expect(String id, Measure measure, double expected, double percent) {
        double slack = expected * percent / 100;
        String tolerance = Numbers.scaled(percent, 1) + " %";
        return new Expectation(id, "command@B", measure, expected, expected - slack, expected + slack, tolerance);
    }

    /** A result of a scenario: both receivers measured, expectations judged on what was measured. */
    public static RunResult run(Scenario scenario, int frames) {
        Receiver first = scenario.flows().getFirst().receivers().getFirst();
        List<ReceiverResult> receivers = List.of(
                receiver(first, "command", frames, polledNanos(first, frames)),
                receiver(scenario.flows().getLast().receivers().getFirst(), "reply", frames, shortNanos(frames, 11)));
        List<ExpectationResult> judged = new ArrayList<>();
        for (Expectation expectation : scenario.expectations()) {
            double measured = receivers.getFirst().value(expectation.measure());
            judged.add(new ExpectationResult(expectation, measured, expectation.holds(measured)));
        }
        List<SpanResult> spans = List.of(
                new SpanResult("A", "B", 4L * frames, 0.11),
                new SpanResult("B", "C", 4L * frames, 0.11),
                new SpanResult("C", "A", 4L * frames, 0.11));
        return new RunResult(
                scenario,
                "./rmtwin run " + scenario.source() + " --seed 1",
                scenario.durationPs(),
                4.2,
                12_345_678,
                "v1:0123456789abcdef",
                false,
                receivers,
                spans,
                judged);
    }

    /** The same result, stopped early. */
    public static RunResult interrupted(RunResult run) {
        return new RunResult(
                run.scenario(),
                run.command(),
                run.simulatedPs() / 2,
                run.wallSeconds(),
                run.events(),
                run.traceHash(),
                true,
                run.receivers(),
                run.spans(),
                run.expectations());
    }

    private static long[] polledNanos(Receiver receiver, int frames) {
        long[] nanos = shortNanos(frames, 7);
        SplittableRandom random = new SplittableRandom(5);
        double intervalNanos =
                receiver.mode() == ReceiveMode.POLL ? Math.max(0.62 * receiver.periodPs(), 72 * Ps.US) / Ps.NS : 0;
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] += (long) (intervalNanos * random.nextDouble() * (0.8 + 0.4 * random.nextDouble()));
            nanos[i] += intervalNanos > 0 && random.nextInt(100) == 0 ? random.nextInt(100_000, 250_000) : 0;
        }
        return nanos;
    }

    private static long[] shortNanos(int frames, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] nanos = new long[frames];
        for (int i = 0; i < frames; i++) {
            nanos[i] = 6200 + Math.min(14_000, (long) (-1600 * Math.log(1 - random.nextDouble())));
        }
        return nanos;
    }

    private static ReceiverResult receiver(Receiver receiver, String flow, int frames, long[] nanos) {
        Histogram histogram = new Histogram(3);
        long sum = 0;
        long max = 0;
        for (long value : nanos) {
            histogram.recordValue(value);
            sum += value * Ps.NS;
            max = Math.max(max, value * Ps.NS);
        }
        long mean = frames == 0 ? 0 : sum / frames;
        boolean polls = receiver.mode() == ReceiveMode.POLL;
        List<StageTime> stages = new ArrayList<>();
        long rest = mean;
        for (Stage stage : Stage.values()) {
            long part = stage == Stage.APP_RING ? rest : Math.min(rest, (150 + 97L * stage.ordinal()) * Ps.NS / 3);
            rest -= part;
            stages.add(new StageTime(stage, part, part * 3));
        }
        return new ReceiverResult(
                receiver.name(),
                flow,
                receiver.node(),
                receiver.mode(),
                receiver.periodPs(),
                histogram,
                mean,
                max,
                polls ? mean - 8 * Ps.US : 0,
                polls ? max - 8 * Ps.US : 0,
                polls ? 35.04 : 3.97,
                new ChannelUse(polls ? 0 : 0.2, 0, 256L * 4096),
                frames + 4L,
                frames,
                Map.of("overwritten", 3L),
                1,
                polls ? 0 : frames,
                polls ? 0 : frames,
                stages);
    }
}
