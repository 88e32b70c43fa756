package dev.rmtwin.scenarios.figure;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.scenarios.model.Flow;
import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.run.ReceiverResult;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.ArrayList;
import java.util.List;

/** What receiving costs when frames are many: descriptors, coalescing, interrupts and polls. */
final class ReceiveLoadFigures {
    private static final String RING = "figure-descriptor-ring";
    private static final String RATES = "figure-coalescing-rates";
    private static final String TIME = "figure-coalescing-time";
    private static final String HYBRID = "figure-hybrid-burst";

    private static final String SHALLOW = "flows.burst.receivers.B.ring=64";
    private static final int[] RATES_KHZ = {1, 2, 5, 10, 20, 50, 100};
    private static final int[] TIMES_US = {3, 4, 6, 8, 12, 16, 24, 32, 48, 64};
    /** More than one core can take, at any coalescing time but the longest. */
    private static final String[] SATURATED = {"flows.frames.rate=400 kHz", "flows.frames.jitter=0 us"};

    private static final String[] ONE_INTERRUPT_EACH = {
        "flows.burst.receivers.B.mode=interrupt-dma",
        "flows.burst.receivers.B.budget=null",
        "flows.burst.receivers.B.pollGap=null"
    };
    private static final String AT_ONCE = "flows.burst.receivers.B.pollGap=0 us";

    private static final List<Figure> ALL = List.of(
            new Figure(
                    "F9",
                    "64 against 512 descriptors of 4 KiB under bursts: starvation, host memory",
                    List.of(Variant.of(RING), Variant.of(RING, SHALLOW)),
                    ReceiveLoadFigures::descriptorRing),
            new Figure(
                    "F16",
                    "8 frames or 95 us an interrupt, from 1 kHz to 100 kHz: the interrupt rate is bounded",
                    rateVariants(),
                    ReceiveLoadFigures::coalescedRates),
            new Figure(
                    "F21",
                    "coalescing time from 3 us to 64 us: throughput up, CPU down, P99 up, and a knee",
                    timeVariants(),
                    ReceiveLoadFigures::coalescingTime),
            new Figure(
                    "F29",
                    "bursts of 400 frames: interrupt then poll, against one interrupt a frame",
                    List.of(Variant.of(HYBRID), Variant.of(HYBRID, AT_ONCE), Variant.of(HYBRID, ONE_INTERRUPT_EACH)),
                    ReceiveLoadFigures::hybrid));

    private ReceiveLoadFigures() {}

    static List<Figure> all() {
        return ALL;
    }

    private static Finding descriptorRing(Evidence runs) {
        ReceiverResult deep = runs.receiver(RING);
        ReceiverResult shallow = runs.receiver(RING, SHALLOW);
        DataTable table = DataTable.of(
                "Descriptors and what became of the frames", "descriptors", "starved", "lost", "bufferBytes");
        table.counts(
                512, deep.use().starved(), deep.framesLostTotal(), deep.use().bufferBytes());
        table.counts(
                64,
                shallow.use().starved(),
                shallow.framesLostTotal(),
                shallow.use().bufferBytes());
        return new Finding(
                List.of(
                        Check.atLeast("starved64", (double) shallow.use().starved(), 10),
                        Check.atMost(
                                "starved512",
                                (double) deep.use().starved(),
                                shallow.use().starved() / 10.0),
                        Check.within("bufferMB512", deep.use().bufferBytes() / 1e6, 2, 10),
                        Check.atMost("unnamed512", (double) unnamed(deep), 0),
                        Check.atMost("unnamed64", (double) unnamed(shallow), 0)),
                List.of(table));
    }

    /** Frames that neither arrived nor are lost to a cause with a name. */
    private static long unnamed(ReceiverResult receiver) {
        return Math.abs(receiver.framesInFlight()) + receiver.framesLost().getOrDefault("unaccounted", 0L);
    }

    private static List<Variant> rateVariants() {
        List<Variant> variants = new ArrayList<>();
        for (int rate : RATES_KHZ) {
            variants.add(Variant.of(RATES, rate(rate)));
        }
        return variants;
    }

    private static String rate(int kiloHertz) {
        return "flows.frames.rate=" + kiloHertz + " kHz";
    }

    /**
     * Two bounds. Any interrupts: one by count has used N frames up, one by time has waited T since a frame that no other
     * interrupt has taken, so there are at most frames / N + duration / T of them, and one that began before the end. For
     * periodic frames the number itself: each interrupt takes min(N, whole periods in T + 1) frames.
     */
    private static Finding coalescedRates(Evidence runs) {
        List<Check> checks = new ArrayList<>();
        DataTable table = DataTable.of(
                "Interrupt rate by frame rate",
                "framesPerSecond",
                "interruptsPerSecond",
                "expectedPerSecond",
                "boundPerSecond");
        for (int kiloHertz : RATES_KHZ) {
            RunResult run = runs.run(RATES, rate(kiloHertz));
            ReceiverResult receiver = run.receivers().getFirst();
            Flow flow = run.scenario().flows().getFirst();
            long frames = flow.receivers().getFirst().tuning().coalesceFrames();
            long timePs = flow.receivers().getFirst().tuning().coalesceNs() * Ps.NS;
            long periodPs = ((Flow.Periodic) flow.sending()).periodPs();
            long together = Math.min(frames, timePs / periodPs + 1);
            long expected = Math.ceilDiv(receiver.framesSent(), together);
            long bound = receiver.framesSent() / frames + run.simulatedPs() / timePs + 1;
            checks.add(new Check(
                    "interruptsAt" + kiloHertz + "kHz",
                    (double) receiver.interrupts(),
                    (double) expected,
                    (double) expected,
                    (double) Math.min(expected, bound),
                    "exact, and at most the bound"));
            double seconds = (double) run.simulatedPs() / Ps.SECOND;
            table.row(
                    receiver.framesSent() / seconds,
                    receiver.interrupts() / seconds,
                    expected / seconds,
                    bound / seconds);
            checks.add(Check.atMost("lostAt" + kiloHertz + "kHz", (double) receiver.framesLostTotal(), 0));
        }
        return new Finding(checks, List.of(table));
    }

    private static List<Variant> timeVariants() {
        List<Variant> variants = new ArrayList<>();
        for (int time : TIMES_US) {
            variants.add(Variant.of(TIME, time(time)));
            variants.add(Variant.of(TIME, saturated(time)));
        }
        return variants;
    }

    private static String time(int micros) {
        return "flows.frames.receivers.B.coalesceTime=" + micros + " us";
    }

    private static String[] saturated(int micros) {
        return new String[] {time(micros), SATURATED[0], SATURATED[1]};
    }

    private static Finding coalescingTime(Evidence runs) {
        int points = TIMES_US.length;
        double[] perSecond = new double[points];
        double[] cpuPercent = new double[points];
        double[] p99Us = new double[points];
        for (int n = 0; n < points; n++) {
            RunResult flooded = runs.run(TIME, saturated(TIMES_US[n]));
            double seconds = (double) flooded.simulatedPs() / Ps.SECOND;
            perSecond[n] = flooded.receivers().getFirst().framesReceived() / seconds;
            ReceiverResult loaded = runs.receiver(TIME, time(TIMES_US[n]));
            cpuPercent[n] = loaded.coreBusyPercent();
            p99Us[n] = loaded.value(Measure.ONE_WAY_P99) / Ps.US;
        }
        Knee knee = Knee.of(p99Us, cpuPercent);
        DataTable table = DataTable.of(
                "Coalescing time: throughput of a full core; CPU and P99 at 150 kHz; the knee is the largest distance",
                "timeUs",
                "throughputPerSecond",
                "cpuPercent",
                "p99Us",
                "belowChord");
        for (int n = 0; n < points; n++) {
            table.row(TIMES_US[n], perSecond[n], cpuPercent[n], p99Us[n], Knee.below(p99Us, cpuPercent, n));
        }
        double first = TIMES_US[0];
        double last = TIMES_US[points - 1];
        String[] least = saturated(TIMES_US[0]);
        return new Finding(
                List.of(
                        Check.atLeast(
                                "coreBusyPercentFloodedAt3us",
                                runs.receiver(TIME, least).coreBusyPercent(),
                                99),
                        Check.atLeast("throughputLeastRise", leastStep(perSecond, 1), Double.MIN_VALUE),
                        Check.atLeast("cpuLeastFall", leastStep(cpuPercent, -1), Double.MIN_VALUE),
                        Check.atLeast("p99LeastRise", leastStep(p99Us, 1), Double.MIN_VALUE),
                        Check.between("kneeUs", TIMES_US[knee.index()], Math.nextUp(first), Math.nextDown(last)),
                        Check.atLeast("kneeBelowChord", knee.distance(), 0.1)),
                List.of(table));
    }

    /** The smallest step from one point to the next, in the direction wanted (1 up, -1 down). */
    private static double leastStep(double[] values, int direction) {
        double least = Double.POSITIVE_INFINITY;
        for (int n = 1; n < values.length; n++) {
            least = Math.min(least, direction * (values[n] - values[n - 1]));
        }
        return least;
    }

    private static Finding hybrid(Evidence runs) {
        RunResult polled = runs.run(HYBRID);
        RunResult each = runs.run(HYBRID, ONE_INTERRUPT_EACH);
        DataTable table = DataTable.of(
                "Receive and its cost on the interrupts' core (gap -1: one interrupt a frame)",
                "pollGapUs",
                "interruptsPerFrame",
                "nanosPerFrame",
                "p99Us");
        row(table, -1, each);
        row(table, 0, runs.run(HYBRID, AT_ONCE));
        long gapNs = polled.scenario()
                .flows()
                .getFirst()
                .receivers()
                .getFirst()
                .tuning()
                .pollGapNs();
        row(table, gapNs / 1e3, polled);
        return new Finding(
                List.of(
                        Check.atLeast("interruptsPerFrameWithout", interruptsPerFrame(each), 0.99),
                        Check.atLeast("costRatio", nanosPerFrame(each) / nanosPerFrame(polled), 3),
                        Check.atMost(
                                "lostWithout",
                                (double) each.receivers().getFirst().framesLostTotal(),
                                0),
                        Check.atMost(
                                "lostHybrid",
                                (double) polled.receivers().getFirst().framesLostTotal(),
                                0)),
                List.of(table));
    }

    private static void row(DataTable table, double gapUs, RunResult run) {
        table.row(
                gapUs,
                interruptsPerFrame(run),
                nanosPerFrame(run),
                run.receivers().getFirst().value(Measure.ONE_WAY_P99) / Ps.US);
    }

    private static double interruptsPerFrame(RunResult run) {
        ReceiverResult receiver = run.receivers().getFirst();
        return (double) receiver.interrupts() / receiver.framesReceived();
    }

    /** Time of the core that takes the interrupts, which does nothing else. */
    private static double nanosPerFrame(RunResult run) {
        ReceiverResult receiver = run.receivers().getFirst();
        double busyPs = receiver.use().interruptBusyPercent() / 100 * run.simulatedPs();
        return busyPs / receiver.framesReceived() / Ps.NS;
    }
}
