package dev.rmtwin.benchmarks;

import java.util.List;

/**
 * One figure beside its baseline, measured in the same rounds.
 *
 * @param name what was measured
 * @param unit of value and baseline
 * @param value median of the rounds
 * @param baselineName the peer
 * @param baselineValue the peer's median
 * @param ratio value over baseline
 * @param roundRatios the ratio within each round, in order of the rounds: tells how much the medians are worth
 * @param goal the ratio to reach
 * @param details further figures of the measurement, such as the number of pending events
 */
public record Result(
        String name,
        String unit,
        double value,
        String baselineName,
        double baselineValue,
        double ratio,
        List<Double> roundRatios,
        double goal,
        Details details) {

    /**
     * What only event queues have.
     *
     * @param pendingCount events pending throughout
     * @param allocatedBytesPerEvent heap bytes that one event costs, median
     * @param baselineAllocatedBytesPerEvent the same for the peer
     */
    public record Details(int pendingCount, double allocatedBytesPerEvent, double baselineAllocatedBytesPerEvent) {}

    /** Whether the goal is reached. */
    public boolean met() {
        return ratio >= goal;
    }
}
