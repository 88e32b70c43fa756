package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.device.driver.DriverCounter;
import dev.rmtwin.pcie.card.CardCounter;
import dev.rmtwin.pcie.host.HostCounter;
import dev.rmtwin.scenarios.file.Overrides;
import dev.rmtwin.scenarios.file.ScenarioCatalog;
import dev.rmtwin.scenarios.file.ScenarioProblems;
import dev.rmtwin.scenarios.model.Scenario;
import dev.rmtwin.scenarios.rig.Rig;
import dev.rmtwin.scenarios.rig.RigReceiver;
import java.util.List;

/**
 * Runs a shipped scenario whose first receiver's driver may start late or fail, and reads that receiver's counters on all four
 * layers.
 */
public final class BringUpExperiment {
    private static final long SETTLE_PS = 20 * Ps.MS;

    private BringUpExperiment() {}

    /**
     * Counters at the end, by layer.
     *
     * @param sent frames that the sender wrote
     * @param memoriesAlike whether all nodes hold the same bytes
     * @param card of the channel: did the hardware receive it, and what became of it
     * @param waiting frames that the channel holds
     * @param messages interrupt messages that reached the host
     * @param taken interrupts that a core took for the channel's vector
     * @param driver did the driver handle it
     * @param wakeups times that the receiving thread was woken
     * @param bufferBytes host memory still mapped for receive buffers
     * @param failures what the nodes' drivers said of their start
     */
    public record Layers(
            long sent,
            boolean memoriesAlike,
            CounterBlock<CardCounter> card,
            int waiting,
            long messages,
            long taken,
            CounterBlock<DriverCounter> driver,
            long wakeups,
            long bufferBytes,
            List<String> failures) {

        /** A counter of the card's channel. */
        public long of(CardCounter counter) {
            return card.get(counter);
        }

        /** A counter of the driver's channel. */
        public long of(DriverCounter counter) {
            return driver.get(counter);
        }
    }

    /** Runs a scenario with changes ({@code path=value}). */
    public static Layers run(String name, long seed, String... set) {
        Rig rig = new Rig(load(name, seed, set));
        List<String> failures = rig.bringUp();
        rig.engine().runUntil(rig.endPs() + SETTLE_PS);
        RigReceiver receiver = rig.receivers().getFirst();
        int channel = receiver.channel().index();
        return new Layers(
                rig.framesSent(receiver.flow().name()),
                rig.ring().nodeIds().stream()
                                .map(rig.ring()::memoryHash)
                                .distinct()
                                .count()
                        == 1,
                receiver.node().card().channelCounters(channel),
                receiver.node().card().framesInChannel(channel),
                receiver.node().host().counters().get(HostCounter.MESSAGES),
                receiver.node().host().interruptsTaken(channel),
                receiver.channel().counters(),
                receiver.thread().wakeups(),
                receiver.channel().bufferBytes(),
                failures);
    }

    private static Scenario load(String name, long seed, String... set) {
        Overrides overrides = Overrides.NONE.withSeed(seed);
        for (String change : set) {
            overrides = overrides.withSet(change);
        }
        try {
            return new ScenarioCatalog().load(name, overrides);
        } catch (ScenarioProblems e) {
            throw new IllegalStateException("shipped scenario " + name + ": " + e.problems(), e);
        }
    }
}
