package dev.rmtwin.benchmarks.calibration;

import dev.rmtwin.scenarios.file.Overrides;
import dev.rmtwin.scenarios.file.ScenarioCatalog;
import dev.rmtwin.scenarios.file.ScenarioProblems;
import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.model.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Doubles and halves one parameter at a time and looks which figures move. A move counts when it is larger than what other
 * seeds do to the figure.
 */
final class Sensitivity {
    /** A move has to be so many times the figure's standard deviation between seeds. */
    private static final double NOISE_DEVIATIONS = 4;
    /** Least move that counts, as a share of the figure: below it a table of three digits shows nothing. */
    private static final double LEAST_MOVE = 0.002;

    private static final int NOISE_SEEDS = 6;

    /** A figure that is watched. */
    private record Watched(String id, Mode mode, Measure measure) {}

    private static final List<Watched> WATCHED = List.of(
            new Watched("F1.mean", Mode.POLL_1MS, Measure.ONE_WAY_MEAN),
            new Watched("F1.p99", Mode.POLL_1MS, Measure.ONE_WAY_P99),
            new Watched("F1.core", Mode.POLL_1MS, Measure.CORE_BUSY),
            new Watched("F2.mean", Mode.POLL_100US, Measure.ONE_WAY_MEAN),
            new Watched("F2.p99", Mode.POLL_100US, Measure.ONE_WAY_P99),
            new Watched("F2.core", Mode.POLL_100US, Measure.CORE_BUSY),
            new Watched("F3.mean", Mode.EVENT, Measure.ONE_WAY_MEAN),
            new Watched("F3.p99", Mode.EVENT, Measure.ONE_WAY_P99),
            new Watched("F3.core", Mode.EVENT, Measure.CORE_BUSY),
            new Watched("F6.core", Mode.YIELD_POLL, Measure.CORE_BUSY),
            new Watched("F32.mean", Mode.BUSY_POLL, Measure.ONE_WAY_MEAN));

    /**
     * One figure after one change.
     *
     * @param changePercent of the figure, from its value with the profile as it is
     * @param expected which way it had to go
     * @param significant whether it is more than chance
     * @param agrees whether it went that way
     */
    record Cell(double changePercent, Knob.Move expected, boolean significant, boolean agrees) {}

    /**
     * One change.
     *
     * @param set the change, {@code path=value}
     * @param factor 2 or 0.5
     * @param cells by figure
     */
    record Row(String set, double factor, Map<String, Cell> cells) {
        boolean agrees() {
            return cells.values().stream().allMatch(Cell::agrees);
        }
    }

    private final Lab lab;
    private final String duration;

    /** @param duration simulated time of each run of a scenario that the reference states for ten minutes */
    Sensitivity(Lab lab, String duration) {
        this.lab = lab;
        this.duration = duration;
    }

    /** Names of the figures watched, in order. */
    static List<String> figures() {
        return WATCHED.stream().map(Watched::id).toList();
    }

    /** All changes of all parameters. */
    List<Row> run() throws InterruptedException {
        Scenario scenario = profileAsItIs();
        List<String> sets = new ArrayList<>();
        List<Double> factors = new ArrayList<>();
        List<Knob> knobs = new ArrayList<>();
        for (Knob knob : Knob.all()) {
            for (double factor : new double[] {2, 0.5}) {
                knobs.add(knob);
                factors.add(factor);
                sets.add(knob.scaled(scenario, factor));
            }
        }
        submitAll(sets);
        Map<String, Double> noise = noise();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < sets.size(); i++) {
            rows.add(row(knobs.get(i), sets.get(i), factors.get(i), noise));
        }
        return rows;
    }

    private static Scenario profileAsItIs() {
        try {
            return new ScenarioCatalog().load(Mode.EVENT.scenario(), Overrides.NONE);
        } catch (ScenarioProblems e) {
            throw new IllegalStateException("the built-in scenario does not load: " + e.getMessage(), e);
        }
    }

    private void submitAll(List<String> sets) {
        for (Watched watched : WATCHED) {
            for (long seed = 1; seed <= NOISE_SEEDS; seed++) {
                lab.prepare(run(watched.mode(), List.of(), seed));
            }
        }
        for (String set : sets) {
            for (Watched watched : WATCHED) {
                lab.prepare(run(watched.mode(), List.of(set), 1));
            }
        }
    }

    private Row row(Knob knob, String set, double factor, Map<String, Double> noise) throws InterruptedException {
        Map<String, Cell> cells = new LinkedHashMap<>();
        for (Watched watched : WATCHED) {
            double before = measured(watched, List.of(), 1);
            double change = measured(watched, List.of(set), 1) - before;
            Knob.Move doubled = knob.expected(watched.id());
            Knob.Move expected = factor > 1 ? doubled : doubled.opposite();
            double chance = noise.get(watched.id());
            boolean agrees = expected.agrees(change, chance);
            cells.put(watched.id(), new Cell(100 * change / before, expected, Math.abs(change) > chance, agrees));
        }
        return new Row(set, factor, cells);
    }

    /** What chance alone does to each figure. */
    private Map<String, Double> noise() throws InterruptedException {
        Map<String, Double> byFigure = new LinkedHashMap<>();
        for (Watched watched : WATCHED) {
            double sum = 0;
            double squares = 0;
            for (long seed = 1; seed <= NOISE_SEEDS; seed++) {
                double value = measured(watched, List.of(), seed);
                sum += value;
                squares += value * value;
            }
            double mean = sum / NOISE_SEEDS;
            double variance = Math.max(0, (squares - sum * mean) / (NOISE_SEEDS - 1));
            byFigure.put(watched.id(), Math.max(LEAST_MOVE * mean, NOISE_DEVIATIONS * Math.sqrt(variance)));
        }
        return byFigure;
    }

    private double measured(Watched watched, List<String> sets, long seed) throws InterruptedException {
        return Mode.value(lab.run(run(watched.mode(), sets, seed)), watched.measure());
    }

    private Lab.Run run(Mode mode, List<String> sets, long seed) {
        return new Lab.Run(mode, sets, mode.tenMinutes() ? duration : "", seed);
    }
}
