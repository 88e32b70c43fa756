package dev.rmtwin.scenarios.figure;

import dev.rmtwin.device.driver.DriverCounter;
import dev.rmtwin.pcie.card.CardCounter;
import dev.rmtwin.scenarios.experiment.BringUpExperiment;
import dev.rmtwin.scenarios.experiment.BringUpExperiment.Layers;
import java.util.ArrayList;
import java.util.List;

/** What a wrong order of a driver's start loses, and what a failed start leaves behind. */
final class BringUpFigures {
    private static final String NO_DESCRIPTORS = "figure-first-frame";
    private static final String NO_INTERRUPT = "figure-first-frame-unattached";
    private static final String FAILED = "figure-failed-enable";
    private static final String KEEP_HEAD = "nodes.B.driver.attach=keep";

    private static final List<Figure> ALL = List.of(
            Figure.experiment(
                    "F12",
                    "receive enabled before descriptors, or before the interrupt: what the first frames are lost to",
                    evidence -> firstFrame(evidence.seed())),
            Figure.experiment(
                    "F13",
                    "enabling fails after attach: rolled back, or left attached with a channel that fills",
                    evidence -> failedEnable(evidence.seed())));

    private BringUpFigures() {}

    static List<Figure> all() {
        return ALL;
    }

    /** Frames 0 to 5 come before the descriptors; or 0 to 4 before the interrupt. See the scenario files. */
    private static Finding firstFrame(long seed) {
        Layers noDescriptors = BringUpExperiment.run(NO_DESCRIPTORS, seed);
        Layers resetHead = BringUpExperiment.run(NO_INTERRUPT, seed);
        Layers discards = BringUpExperiment.run(NO_INTERRUPT, seed, KEEP_HEAD, "card.queue.unheard=discard");
        Layers pending = BringUpExperiment.run(NO_INTERRUPT, seed, KEEP_HEAD);
        Layers proven = BringUpExperiment.run(NO_INTERRUPT, seed, KEEP_HEAD, "nodes.B.driver.order=proven");
        List<Check> checks = new ArrayList<>();
        checks.add(exact("noDescriptor.lost", noDescriptors.of(CardCounter.NO_DESCRIPTOR), 6));
        checks.add(exact("noDescriptor.taken", noDescriptors.of(DriverCounter.TAKEN), 14));
        checks.add(exact("resetHead.lost", resetHead.of(DriverCounter.LOST_ATTACH), 5));
        checks.add(exact("resetHead.moved", resetHead.of(CardCounter.DMA_DONE), 20));
        checks.add(exact("resetHead.taken", resetHead.of(DriverCounter.TAKEN), 15));
        checks.add(exact("discards.lost", discards.of(CardCounter.NO_LISTENER), 5));
        checks.add(exact("discards.moved", discards.of(CardCounter.DMA_DONE), 15));
        checks.add(exact("discards.taken", discards.of(DriverCounter.TAKEN), 15));
        checks.add(exact("pending.taken", pending.of(DriverCounter.TAKEN), 20));
        // Five frames wait for one vector: attach drains them by one interrupt, then each has its own.
        checks.add(exact("pending.vectors", pending.taken(), 16));
        checks.add(exact("proven.notEnabled", proven.of(CardCounter.NOT_ENABLED), 5));
        checks.add(exact("proven.taken", proven.of(DriverCounter.TAKEN), 15));
        List<Layers> runs = List.of(noDescriptors, resetHead, discards, pending, proven);
        long alike = runs.stream().filter(Layers::memoriesAlike).count();
        checks.add(exact("runsWhoseMemoryReflects", alike, runs.size()));
        for (Layers run : runs) {
            long lost = lostInCard(run) + run.of(DriverCounter.LOST_ATTACH);
            checks.add(exact("sentButNotNamed", run.sent() - run.of(DriverCounter.TAKEN) - lost, 0));
        }
        return new Finding(checks, List.of(layers(noDescriptors, resetHead, discards, pending, proven)));
    }

    private static Finding failedEnable(long seed) {
        Layers kept = BringUpExperiment.run(FAILED, seed);
        Layers undone = BringUpExperiment.run(FAILED, seed, "nodes.B.driver.failedEnable=roll-back");
        List<Check> checks = List.of(
                exact("kept.hardwareFrames", kept.of(CardCounter.FRAMES_SEEN), 20),
                exact("kept.moved", kept.of(CardCounter.DMA_DONE), 8),
                exact("kept.vectors", kept.taken(), 8),
                exact("kept.driverServiced", kept.of(DriverCounter.SERVICED), 0),
                exact("kept.driverDrained", kept.of(DriverCounter.DRAINED), 0),
                exact("kept.wakeups", kept.wakeups(), 0),
                exact("kept.starved", kept.of(CardCounter.STARVED), 1),
                exact("kept.waiting", kept.waiting(), 1),
                exact("kept.overwritten", kept.of(CardCounter.OVERWRITTEN), 11),
                exact("undone.errors", undone.failures().size(), 1),
                exact("undone.hardwareFrames", undone.of(CardCounter.FRAMES_SEEN), 0),
                exact("undone.taken", undone.of(DriverCounter.TAKEN), 0),
                exact("undone.messages", undone.messages(), 0),
                exact("undone.bufferBytes", undone.bufferBytes(), 0),
                exact("undone.wakeups", undone.wakeups(), 0),
                exact("memoryReflects", kept.memoriesAlike() && undone.memoriesAlike() ? 1 : 0, 1));
        return new Finding(checks, List.of(layers(kept, undone)));
    }

    private static Check exact(String name, long measured, long expected) {
        return new Check(name, (double) measured, (double) expected, (double) expected, (double) expected, "exact");
    }

    private static long lostInCard(Layers run) {
        return run.of(CardCounter.NOT_ENABLED)
                + run.of(CardCounter.NO_DESCRIPTOR)
                + run.of(CardCounter.NO_LISTENER)
                + run.of(CardCounter.OVERWRITTEN);
    }

    private static DataTable layers(Layers... runs) {
        DataTable table = DataTable.of(
                "Four layers, one row a run in the order of the checks",
                "sent",
                "hardwareFrames",
                "lostInCard",
                "moved",
                "vectors",
                "driverServiced",
                "driverDrained",
                "lostInDriver",
                "wakeups",
                "taken");
        for (Layers run : runs) {
            table.counts(
                    run.sent(),
                    run.of(CardCounter.FRAMES_SEEN),
                    lostInCard(run),
                    run.of(CardCounter.DMA_DONE),
                    run.taken(),
                    run.of(DriverCounter.SERVICED),
                    run.of(DriverCounter.DRAINED),
                    run.of(DriverCounter.LOST_ATTACH),
                    run.wakeups(),
                    run.of(DriverCounter.TAKEN));
        }
        return table;
    }
}
