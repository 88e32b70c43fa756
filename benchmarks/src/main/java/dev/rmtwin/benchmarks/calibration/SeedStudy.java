package dev.rmtwin.benchmarks.calibration;

import dev.rmtwin.scenarios.run.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The reference figures at several seeds: how much of each is chance. */
final class SeedStudy {
    private final Lab lab;
    private final String duration;

    /** @param duration simulated time of the runs that the reference states for ten minutes, empty for ten minutes */
    SeedStudy(Lab lab, String duration) {
        this.lab = lab;
        this.duration = duration;
    }

    /**
     * One number over all seeds.
     *
     * @param first the value at the first seed, with reference and bounds
     * @param min least
     * @param median of all
     * @param max greatest
     * @param outside seeds at which it is outside its tolerance
     */
    record Spread(FigureValue first, double min, double median, double max, List<Long> outside) {
        Spread {
            outside = List.copyOf(outside);
        }
    }

    /** Runs seeds 1 to {@code count}. */
    List<Spread> run(int count) throws InterruptedException {
        for (long seed = 1; seed <= count; seed++) {
            for (Mode mode : Mode.values()) {
                lab.prepare(one(mode, seed));
            }
        }
        List<List<FigureValue>> bySeed = new ArrayList<>();
        for (long seed = 1; seed <= count; seed++) {
            Map<Mode, RunResult> runs = new EnumMap<>(Mode.class);
            for (Mode mode : Mode.values()) {
                runs.put(mode, lab.run(one(mode, seed)));
            }
            bySeed.add(ReferenceFigures.of(runs));
        }
        List<Spread> spreads = new ArrayList<>();
        for (int index = 0; index < bySeed.getFirst().size(); index++) {
            spreads.add(spread(bySeed, index));
        }
        return spreads;
    }

    private Lab.Run one(Mode mode, long seed) {
        return new Lab.Run(mode, List.of(), mode.tenMinutes() ? duration : "", seed);
    }

    private static Spread spread(List<List<FigureValue>> bySeed, int index) {
        List<Long> outside = new ArrayList<>();
        double[] sorted = new double[bySeed.size()];
        for (int seed = 0; seed < sorted.length; seed++) {
            FigureValue value = bySeed.get(seed).get(index);
            sorted[seed] = value.measured();
            if (!value.inside()) {
                outside.add(seed + 1L);
            }
        }
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
        return new Spread(bySeed.getFirst().get(index), sorted[0], median, sorted[sorted.length - 1], outside);
    }
}
