package dev.rmtwin.benchmarks.events;

import dev.rmtwin.benchmarks.Result;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * All measurements of the event queues, round by round: each round measures every variant at every size, the variants of a
 * size one after the other, so that a disturbance of the machine meets them alike.
 */
public final class HoldRounds {
    /** The numbers of pending events. */
    public static final List<Integer> PENDING_COUNTS = List.of(1_000, 10_000, 100_000);

    private static final Map<Integer, Double> GOALS = Map.of(1_000, 3.0, 10_000, 4.0, 100_000, 5.0);
    private static final double GOAL_OVER_SSJ = 5.0;

    private final List<Map<Variant, Measurement[]>> rounds = new ArrayList<>();

    /** Called before each measurement with a line for the watcher. */
    public interface Watcher {
        /** One line, without a line end. */
        void at(String line);
    }

    /**
     * Measures and adds one round.
     *
     * @throws IllegalStateException if our queue and the priority queue handled events in different order
     */
    public void run(HoldProcess process, String title, Watcher watcher) throws IOException, InterruptedException {
        Map<Variant, Measurement[]> round = new EnumMap<>(Variant.class);
        for (Variant variant : Variant.values()) {
            round.put(variant, new Measurement[PENDING_COUNTS.size()]);
        }
        for (int size = 0; size < PENDING_COUNTS.size(); size++) {
            for (Variant variant : Variant.values()) {
                watcher.at(title + ": " + PENDING_COUNTS.get(size) + " pending, " + variant.label());
                round.get(variant)[size] = process.measure(variant, PENDING_COUNTS.get(size));
            }
            long ours = round.get(Variant.EVENT_QUEUE)[size].orderHash();
            long theirs = round.get(Variant.PRIORITY_QUEUE)[size].orderHash();
            if (ours != theirs) {
                throw new IllegalStateException(
                        "EventQueue and PriorityQueue handled the same events in different order, "
                                + PENDING_COUNTS.get(size) + " pending: hashes " + ours + " and " + theirs);
            }
        }
        synchronized (rounds) {
            rounds.add(round);
        }
    }

    /** Whole rounds so far. */
    public int count() {
        synchronized (rounds) {
            return rounds.size();
        }
    }

    /** Our queue over each peer at each size, from the whole rounds so far. */
    public List<Result> results() {
        List<Result> results = new ArrayList<>();
        if (count() > 0) {
            for (int size = 0; size < PENDING_COUNTS.size(); size++) {
                results.add(result(size, Variant.PRIORITY_QUEUE, GOALS.get(PENDING_COUNTS.get(size))));
                results.add(result(size, Variant.SSJ, GOAL_OVER_SSJ));
            }
        }
        return results;
    }

    private Result result(int size, Variant peer, double goal) {
        double[] ours = column(Variant.EVENT_QUEUE, size, Measurement::eventsPerSecond);
        double[] theirs = column(peer, size, Measurement::eventsPerSecond);
        List<Double> roundRatios = new ArrayList<>();
        for (int i = 0; i < ours.length; i++) {
            roundRatios.add(ours[i] / theirs[i]);
        }
        int pendingCount = PENDING_COUNTS.get(size);
        double value = median(ours) / 1e6;
        double baselineValue = median(theirs) / 1e6;
        return new Result(
                "hold model, " + pendingCount + " pending",
                "million events/s",
                value,
                peer.label(),
                baselineValue,
                value / baselineValue,
                roundRatios,
                goal,
                new Result.Details(
                        pendingCount,
                        median(column(Variant.EVENT_QUEUE, size, Measurement::bytesPerEvent)),
                        median(column(peer, size, Measurement::bytesPerEvent))));
    }

    private double[] column(Variant variant, int size, ToDoubleFunction<Measurement> field) {
        synchronized (rounds) {
            return rounds.stream()
                    .mapToDouble(round -> field.applyAsDouble(round.get(variant)[size]))
                    .toArray();
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
