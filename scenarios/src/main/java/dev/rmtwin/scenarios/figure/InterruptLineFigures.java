package dev.rmtwin.scenarios.figure;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.card.PcieProfile;
import dev.rmtwin.scenarios.experiment.SharedLineExperiment;
import dev.rmtwin.scenarios.experiment.SharedLineExperiment.Outcome;
import dev.rmtwin.scenarios.file.Overrides;
import dev.rmtwin.scenarios.file.ScenarioCatalog;
import dev.rmtwin.scenarios.file.ScenarioProblems;
import dev.rmtwin.scenarios.model.Scenario;
import java.util.ArrayList;
import java.util.List;

/** What a shared interrupt line costs, and what it does to a handler that trusts it. */
final class InterruptLineFigures {
    private static final String SCENARIO = "figure-shared-line";
    private static final int[] SHARERS = {1, 2, 4, 8};

    private static final List<Figure> ALL = List.of(Figure.experiment(
            "F33",
            "shared INTx line: every handler runs and asks its card; the cost grows with the sharers",
            evidence -> sharedLine(scenario(evidence.seed()))));

    private InterruptLineFigures() {}

    static List<Figure> all() {
        return ALL;
    }

    static Scenario scenario(long seed, String... changes) {
        Overrides overrides = Overrides.NONE.withSeed(seed);
        for (String change : changes) {
            overrides = overrides.withSet(change);
        }
        try {
            return new ScenarioCatalog().load(SCENARIO, overrides);
        } catch (ScenarioProblems e) {
            throw new IllegalStateException("shipped scenario " + SCENARIO + ": " + e.problems(), e);
        }
    }

    static Finding sharedLine(Scenario scenario) {
        List<Outcome> sweep = new ArrayList<>();
        for (int sharers : SHARERS) {
            sweep.add(SharedLineExperiment.inTurn(scenario, sharers));
        }
        int events = SharedLineExperiment.EVENTS;
        List<Check> checks = new ArrayList<>();
        DataTable table = DataTable.of(
                "Core time of one interrupt by the cards on its line",
                "sharers",
                "interrupts",
                "busyUsPerInterrupt",
                "claimed");
        double readUs = readUs(scenario);
        Outcome fewer = null;
        for (Outcome outcome : sweep) {
            long claimed = outcome.claims().stream().mapToLong(Long::longValue).sum();
            table.row(outcome.sharers(), outcome.interrupts(), outcome.busyUsPerInterrupt(), claimed);
            checks.add(exact("claimedBy" + outcome.sharers(), claimed, events));
            if (fewer != null) {
                double growthUs = outcome.busyUsPerInterrupt() - fewer.busyUsPerInterrupt();
                // Each further handler asks its card at least once over the bus.
                double leastUs = (outcome.sharers() - fewer.sharers()) * readUs;
                checks.add(Check.atLeast("growthUsAt" + outcome.sharers(), growthUs, leastUs));
            }
            fewer = outcome;
        }
        Outcome checked = SharedLineExperiment.strangers(scenario, true);
        Outcome trusting = SharedLineExperiment.strangers(scenario, false);
        checks.add(exact("checking.strangersClaimed", checked.claims().getFirst(), 0));
        checks.add(exact("checking.ownClaimed", checked.claims().getLast(), events));
        checks.add(Check.atLeast(
                "trusting.strangersClaimed", trusting.claims().getFirst().doubleValue(), 1));
        checks.add(Check.atLeast(
                "trusting.falselyAnnounced", trusting.announced().getFirst().doubleValue(), 1));
        checks.add(exact("trusting.ownAnnounced", trusting.announced().getLast(), events));
        DataTable strangers = DataTable.of(
                "All interrupts are the second card's; the first one's handler checks, or does not",
                "checks",
                "interrupts",
                "claimedByFirst",
                "claimedBySecond",
                "announcedToFirst",
                "announcedToSecond");
        addStrangers(strangers, 1, checked);
        addStrangers(strangers, 0, trusting);
        return new Finding(checks, List.of(table, strangers));
    }

    private static void addStrangers(DataTable table, long checks, Outcome outcome) {
        table.counts(
                checks,
                outcome.interrupts(),
                outcome.claims().getFirst(),
                outcome.claims().getLast(),
                outcome.announced().getFirst(),
                outcome.announced().getLast());
    }

    /** A register read without the time that its bytes take on the bus. */
    private static double readUs(Scenario scenario) {
        PcieProfile bus = scenario.nodes().getLast().card().pcie();
        return (double) (bus.hostToCardPs() + bus.registerReadPs() + bus.cardToHostPs()) / Ps.US;
    }

    private static Check exact(String name, long measured, long expected) {
        return new Check(name, (double) measured, (double) expected, (double) expected, (double) expected, "exact");
    }
}
