package dev.rmtwin.scenarios.figure;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.card.CommandOpcode;
import dev.rmtwin.pcie.card.CommandProfile;
import dev.rmtwin.pcie.card.CommandRegister;
import dev.rmtwin.pcie.card.CommandResult;
import dev.rmtwin.pcie.card.CommandStage;
import dev.rmtwin.scenarios.experiment.QueueFailureExperiment;
import dev.rmtwin.scenarios.experiment.QueueLoad;
import dev.rmtwin.scenarios.experiment.QueueRig;
import dev.rmtwin.scenarios.experiment.QueueRuleExperiment;
import dev.rmtwin.scenarios.experiment.QueueRun;
import java.util.ArrayList;
import java.util.List;

/** Submission and completion queues: their rules, depth, batches and failures. */
final class QueueFigures {
    private static final CommandProfile USUAL = CommandProfile.USUAL;
    private static final int COALESCE_NS = 10_000;
    /** A device whose medium takes 5 us, so that depth has something to hide. */
    private static final CommandProfile NEAR = medium(5 * Ps.US, 64);

    private static final CommandProfile FAR = medium(100 * Ps.US, 64);
    private static final int[] DEPTHS = {1, 2, 4, 8, 16, 32, 64, 128, 256};
    private static final int[] LENGTHS = {64, 256, 1024, 4096, 16_384, 65_536};
    private static final int DEPTH_LENGTH_BYTES = 4096;
    private static final int LENGTH_DEPTH = 32;
    private static final long COMMANDS = 6_000;
    /** A last doubling that gains less than this has come to the flat part. */
    private static final double FLAT_GAIN = 1.05;

    private static final List<Figure> ALL = List.of(
            Figure.experiment(
                    "F22",
                    "submission and completion queues: depth to 65536, full when (tail + 1) mod size = head, phase",
                    evidence -> rules(USUAL, CommandRegister.MAX_ENTRIES, evidence)),
            Figure.experiment(
                    "F35",
                    "queue depth and buffer size: throughput rises, then flattens; the tail grows; shallow starves",
                    evidence -> depths(NEAR, evidence)),
            Figure.experiment(
                    "F36",
                    "one request at a time against 32 in flight, reaped in batches, on a 100 us device",
                    evidence -> batches(FAR, evidence)),
            Figure.experiment(
                    "F41",
                    "DMA failure: error code and descriptor's state are kept; a self-test follows",
                    evidence -> failure(USUAL, evidence)));

    private QueueFigures() {}

    static List<Figure> all() {
        return ALL;
    }

    /** The usual command queues with another medium and number of slots. */
    static CommandProfile medium(long latencyPs, int slotCount) {
        return new CommandProfile(
                USUAL.queueCount(),
                slotCount,
                USUAL.fetchCount(),
                USUAL.burstCount(),
                latencyPs,
                USUAL.memoryBytesPerSecond(),
                USUAL.completionCount());
    }

    static Finding rules(CommandProfile commands, int size, Evidence evidence) {
        QueueRuleExperiment.Seen seen = new QueueRuleExperiment(commands, size, evidence.seed()).run(evidence.stop());
        return Finding.of(
                exactly("depth", size, CommandRegister.MAX_ENTRIES),
                exactly("outstandingWhenFull", seen.mostOutstanding(), size - 1),
                exactly("completionsWhenFull", seen.unconsumed(), size - 1),
                exactly("heldWhenCompletionQueueFull", seen.held() ? 1 : 0, 1),
                exactly("firstPhase", seen.firstPhase(), 1),
                Check.atLeast("wraps", (double) seen.wraps(), 2),
                exactly("phaseFlips", seen.flips(), seen.wraps()),
                exactly("phaseFlipsElsewhere", seen.flipsElsewhere(), 0),
                exactly("orderErrors", seen.orderErrors(), 0));
    }

    static Finding depths(CommandProfile commands, Evidence evidence) {
        DataTable byDepth = DataTable.of(
                "queue depth, reads of 4 KiB, medium 5 us",
                "depth",
                "commandsPerSecond",
                "megabytesPerSecond",
                "p50Us",
                "p99Us",
                "moverIdlePercent");
        List<double[]> depthRows = new ArrayList<>();
        for (int depth : DEPTHS) {
            QueueRun run = run(commands, depth, DEPTH_LENGTH_BYTES, evidence);
            double perSecond = run.perSecond();
            double bytesPerSecond = perSecond * DEPTH_LENGTH_BYTES;
            double idle = 100 - 100 * bytesPerSecond / commands.memoryBytesPerSecond();
            double p99Us = run.latencyUs(99);
            byDepth.row(depth, perSecond, bytesPerSecond / 1e6, run.latencyUs(50), p99Us, idle);
            depthRows.add(new double[] {perSecond, p99Us, idle});
        }
        DataTable byLength = DataTable.of(
                "buffer size at depth 32", "bufferBytes", "commandsPerSecond", "megabytesPerSecond", "p99Us");
        List<double[]> lengthRows = new ArrayList<>();
        for (int length : LENGTHS) {
            QueueRun run = run(commands, LENGTH_DEPTH, length, evidence);
            double bytesPerSecond = run.perSecond() * length;
            byLength.row(length, run.perSecond(), bytesPerSecond / 1e6, run.latencyUs(99));
            lengthRows.add(new double[] {bytesPerSecond, run.latencyUs(99)});
        }
        int last = depthRows.size() - 1;
        double plateau = depthRows.get(last)[0];
        List<Check> checks = List.of(
                Check.atLeast("depthLeastGain", leastGain(depthRows, 0), 0.98),
                Check.atMost("depthLastGain", plateau / depthRows.get(last - 1)[0], FLAT_GAIN),
                Check.atLeast("deepOverDepth1", plateau / depthRows.getFirst()[0], 4),
                Check.atLeast("tailLeastGain", leastGain(depthRows, 1), 1),
                Check.atLeast(
                        "tailDeepOverDepth1", depthRows.get(last)[1] / depthRows.getFirst()[1], 4),
                Check.atLeast("moverIdleAtDepth1Percent", depthRows.getFirst()[2], 50),
                Check.atMost("moverIdleAtDeepestPercent", depthRows.get(last)[2], 10),
                Check.atLeast("sizeLeastGain", leastGain(lengthRows, 0), 0.98),
                Check.atMost("sizeLastGain", lastGain(lengthRows), FLAT_GAIN));
        return new Finding(checks, List.of(byDepth, byLength));
    }

    private static double leastGain(List<double[]> rows, int column) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 1; i < rows.size(); i++) {
            least = Math.min(least, rows.get(i)[column] / rows.get(i - 1)[column]);
        }
        return least;
    }

    private static double lastGain(List<double[]> rows) {
        return rows.getLast()[0] / rows.get(rows.size() - 2)[0];
    }

    static Finding batches(CommandProfile commands, Evidence evidence) {
        DataTable table = DataTable.of(
                "commands of 64 B on a device of 100 us",
                "depth",
                "commandsPerSecond",
                "commandsPerReap",
                "p50Us",
                "overOneAtATime");
        double single = 0;
        double gain = 0;
        double perReap = 0;
        for (int depth : new int[] {1, 2, 4, 8, 16, 32}) {
            QueueRun run = run(commands, depth, 64, evidence);
            single = depth == 1 ? run.perSecond() : single;
            gain = run.perSecond() / single;
            perReap = run.perReap();
            table.row(depth, run.perSecond(), perReap, run.latencyUs(50), gain);
        }
        return new Finding(
                List.of(Check.atLeast("depth32OverOne", gain, 5), Check.atLeast("depth32PerReap", perReap, 2)),
                List.of(table));
    }

    private static QueueRun run(CommandProfile commands, int depth, int lengthBytes, Evidence evidence) {
        long count = Math.min(COMMANDS, Math.max(4L * depth, 400_000_000L / (lengthBytes + 60_000)));
        QueueLoad load =
                new QueueLoad(CommandOpcode.READ, depth, lengthBytes, count, Math.max(1, depth / 4), COALESCE_NS);
        return new QueueRig(commands, evidence.seed()).start(load).finish(evidence.stop());
    }

    static Finding failure(CommandProfile commands, Evidence evidence) {
        QueueFailureExperiment.Seen seen = new QueueFailureExperiment(commands, evidence.seed()).run();
        int error = CommandResult.DATA_TRANSFER_ERROR.code();
        return Finding.of(
                exactly("completionStatus", seen.status(), error),
                exactly("keptStatus", seen.capturedStatus(), error),
                exactly("keptStage", seen.capturedStage(), CommandStage.HOST_READ.ordinal()),
                exactly("keptIndex", seen.capturedIndex(), seen.expectedIndex()),
                exactly("keptDescriptorWrongWords", seen.wrongWords(), 0),
                exactly("keptBytesDone", seen.capturedBytes(), seen.bytesInMemory()),
                Check.atLeast("bytesDone", (double) seen.capturedBytes(), 1),
                exactly("keptOverLaterFailure", seen.keptAfterNext() ? 1 : 0, 1),
                exactly("selfTestStatus", seen.testStatus(), 0),
                exactly("selfTestBytes", seen.testBytes(), 1024),
                exactly("selfTestOfUnmappedStatus", seen.testOfBadStatus(), error),
                exactly("driverClears", seen.clears() ? 1 : 0, 1));
    }

    private static Check exactly(String name, long measured, long expected) {
        double bound = (double) expected;
        return new Check(name, (double) measured, bound, bound, bound, "exact");
    }
}
