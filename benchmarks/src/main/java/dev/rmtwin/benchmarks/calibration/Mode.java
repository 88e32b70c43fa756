package dev.rmtwin.benchmarks.calibration;

import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.run.ReceiverResult;
import dev.rmtwin.scenarios.run.RunResult;

/** The ways to receive that the reference figures speak of, each with the built-in scenario that shows it. */
public enum Mode {
    /** Polling every 1 ms. */
    POLL_1MS("reference-poll-1ms", true),
    /** Polling every 100 us. */
    POLL_100US("reference-poll-100us", true),
    /** Interrupt, DMA ring and epoll. */
    EVENT("reference-echo", true),
    /** A spin loop that never yields. */
    BUSY_POLL("reference-busy-poll", true),
    /** A bare loop that yields. */
    YIELD_POLL("yield-poll", false),
    /** Ideal polling: profiles without cost and chance. */
    IDEAL_POLL("ideal-poll", false);

    private static final double PS_PER_US = 1e6;

    private final String scenario;
    private final boolean tenMinutes;

    Mode(String scenario, boolean tenMinutes) {
        this.scenario = scenario;
        this.tenMinutes = tenMinutes;
    }

    /** Name of the built-in scenario. */
    public String scenario() {
        return scenario;
    }

    /** Whether its figures are stated over ten minutes; the other scenarios are short and always run whole. */
    public boolean tenMinutes() {
        return tenMinutes;
    }

    /** A measure of the scenario's first receiver, in microseconds or percent. */
    public static double value(RunResult run, Measure measure) {
        ReceiverResult receiver = run.receivers().getFirst();
        if (receiver.framesReceived() == 0) {
            return Double.NaN;
        }
        double value = receiver.value(measure);
        return measure.unit() == Measure.Unit.TIME ? value / PS_PER_US : value;
    }
}
