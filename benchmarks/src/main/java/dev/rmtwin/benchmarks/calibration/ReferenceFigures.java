package dev.rmtwin.benchmarks.calibration;

import dev.rmtwin.scenarios.model.Expectation;
import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.run.ExpectationResult;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the reference figures from runs. References and tolerances are those of the scenarios' own expectations; only what
 * looks at several runs, or at one number twice, is stated here.
 */
final class ReferenceFigures {
    private static final double PS_PER_US = 1e6;
    /** F31: the reference's introduction gives interrupt + DMA a P99 within this. */
    private static final double EVENT_P99_AT_MOST_US = 15;
    /** F7: three threads on a four-core host load it above 70 % when each takes this. */
    private static final double POLLED_CORE_AT_LEAST = 93.4;

    private ReferenceFigures() {}

    /** All numbers of F1 to F6, F7's condition, F31 and F32, from one run of each mode. */
    static List<FigureValue> of(Map<Mode, RunResult> runs) {
        List<FigureValue> values = new ArrayList<>();
        for (Mode mode : Mode.values()) {
            for (ExpectationResult result : runs.get(mode).expectations()) {
                if (result.expectation().id().startsWith("F")) {
                    values.add(value(result));
                }
            }
        }
        double polledCore = measured(runs, Mode.POLL_100US, Measure.CORE_BUSY);
        values.add(atLeast("F7.core", "%", POLLED_CORE_AT_LEAST, polledCore));
        values.add(renamed("F31.poll-mean", find(values, "F1.mean")));
        values.add(renamed("F31.poll-p99", find(values, "F1.p99")));
        double eventP99 = measured(runs, Mode.EVENT, Measure.ONE_WAY_P99);
        values.add(atMost("F31.event-p99", EVENT_P99_AT_MOST_US, eventP99));
        double least = Math.min(
                measured(runs, Mode.EVENT, Measure.ONE_WAY_MEAN),
                Math.min(
                        measured(runs, Mode.POLL_1MS, Measure.ONE_WAY_MEAN),
                        measured(runs, Mode.POLL_100US, Measure.ONE_WAY_MEAN)));
        double busyMean = measured(runs, Mode.BUSY_POLL, Measure.ONE_WAY_MEAN);
        values.add(atMost("F32.below-others", Math.nextDown(least), busyMean));
        return values;
    }

    /** The value of this id. */
    static FigureValue find(List<FigureValue> values, String id) {
        return values.stream()
                .filter(value -> value.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no scenario expects " + id));
    }

    private static FigureValue value(ExpectationResult result) {
        Expectation expectation = result.expectation();
        Measure measure = expectation.measure();
        boolean time = measure.unit() == Measure.Unit.TIME;
        double scale = time ? PS_PER_US : 1;
        return new FigureValue(
                expectation.id(),
                time ? "us" : "%",
                expectation.expected() / scale,
                expectation.low() / scale,
                expectation.high() / scale,
                measure == Measure.ONE_WAY_MAX,
                result.measured() / scale);
    }

    private static double measured(Map<Mode, RunResult> runs, Mode mode, Measure measure) {
        return Mode.value(runs.get(mode), measure);
    }

    private static FigureValue renamed(String id, FigureValue v) {
        return new FigureValue(id, v.unit(), v.reference(), v.low(), v.high(), v.extreme(), v.measured());
    }

    private static FigureValue atLeast(String id, String unit, double bound, double measured) {
        return new FigureValue(id, unit, bound, bound, Double.POSITIVE_INFINITY, false, measured);
    }

    private static FigureValue atMost(String id, double boundUs, double measured) {
        return new FigureValue(id, "us", boundUs, Double.NEGATIVE_INFINITY, boundUs, false, measured);
    }
}
