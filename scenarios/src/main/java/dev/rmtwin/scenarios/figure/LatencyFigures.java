package dev.rmtwin.scenarios.figure;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.run.ReceiverResult;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.Arrays;
import java.util.List;

/** Latency and core load of the receive modes. Each scenario's first receiver is the one that the figure speaks of. */
final class LatencyFigures {
    private static final String POLL_1MS = "reference-poll-1ms";
    private static final String POLL_100US = "reference-poll-100us";
    private static final String INTERRUPT = "reference-echo";
    private static final String BUSY_POLL = "reference-busy-poll";
    private static final String IDEAL_POLL = "ideal-poll";
    private static final String YIELD_POLL = "yield-poll";

    private static final double USUAL_PERCENT = 10;
    private static final double MAX_PERCENT = 20;

    private static final List<Figure> ALL = List.of(
            new Figure(
                    "F1",
                    "100 B at 1 kHz, polled every 1 ms: latency and core load",
                    List.of(Variant.of(POLL_1MS)),
                    runs -> row(runs.run(POLL_1MS), new Row(325, 810, 1200, 35))),
            new Figure(
                    "F2",
                    "100 B at 1 kHz, polled every 100 us: latency and core load",
                    List.of(Variant.of(POLL_100US)),
                    runs -> row(runs.run(POLL_100US), new Row(48, 182, 350, 95))),
            new Figure(
                    "F3",
                    "100 B at 1 kHz, interrupt + DMA: latency and core load",
                    List.of(Variant.of(INTERRUPT)),
                    runs -> row(runs.run(INTERRUPT), new Row(7.8, 14, 22, 4))),
            new Figure(
                    "F4",
                    "the part of F1's mean that is the phase between look and arrival",
                    List.of(Variant.of(POLL_1MS)),
                    runs -> Finding.of(
                            Check.within("waitMeanUs", us(runs, POLL_1MS, Measure.WAIT_MEAN), 300, USUAL_PERCENT))),
            new Figure(
                    "F5",
                    "ideal polling with period T: mean wait T/2, worst T",
                    List.of(Variant.of(IDEAL_POLL)),
                    LatencyFigures::idealPolling),
            new Figure(
                    "F6",
                    "bare polling loop that yields: share of a core",
                    List.of(Variant.of(YIELD_POLL)),
                    runs -> Finding.of(Check.between(
                            "coreBusyPercent", runs.receiver(YIELD_POLL).coreBusyPercent(), 20, 40))),
            new Figure(
                    "F31",
                    "1 ms polling lies around 300 us with excursions to 800 us; interrupt + DMA within 15 us",
                    variants(POLL_1MS, INTERRUPT),
                    runs -> Finding.of(
                            Check.within("pollMeanUs", us(runs, POLL_1MS, Measure.ONE_WAY_MEAN), 325, USUAL_PERCENT),
                            Check.within("pollP99Us", us(runs, POLL_1MS, Measure.ONE_WAY_P99), 810, USUAL_PERCENT),
                            Check.atMost("interruptP99Us", us(runs, INTERRUPT, Measure.ONE_WAY_P99), 15))),
            new Figure(
                    "F32",
                    "busy polling: a core fully busy, the least latency of all modes",
                    variants(BUSY_POLL, POLL_1MS, POLL_100US, INTERRUPT),
                    LatencyFigures::busyPolling));

    private LatencyFigures() {}

    private record Row(double meanUs, double p99Us, double maxUs, double coreBusyPercent) {}

    /** All figures that can be reproduced. */
    static List<Figure> all() {
        return ALL;
    }

    private static Finding row(RunResult run, Row row) {
        ReceiverResult receiver = run.receivers().getFirst();
        return Finding.of(
                Check.within("meanUs", us(receiver, Measure.ONE_WAY_MEAN), row.meanUs(), USUAL_PERCENT),
                Check.within("p99Us", us(receiver, Measure.ONE_WAY_P99), row.p99Us(), USUAL_PERCENT),
                Check.within("maxUs", us(receiver, Measure.ONE_WAY_MAX), row.maxUs(), MAX_PERCENT),
                Check.within("coreBusyPercent", receiver.coreBusyPercent(), row.coreBusyPercent(), USUAL_PERCENT));
    }

    private static Finding idealPolling(Evidence runs) {
        double periodUs = Ps.toMicros(runs.receiver(IDEAL_POLL).periodPs());
        return Finding.of(
                Check.within("waitMeanUs", us(runs, IDEAL_POLL, Measure.WAIT_MEAN), periodUs / 2, 1),
                Check.within("waitMaxUs", us(runs, IDEAL_POLL, Measure.WAIT_MAX), periodUs, 1));
    }

    private static Finding busyPolling(Evidence runs) {
        double leastOther = Math.min(
                us(runs, INTERRUPT, Measure.ONE_WAY_MEAN),
                Math.min(us(runs, POLL_1MS, Measure.ONE_WAY_MEAN), us(runs, POLL_100US, Measure.ONE_WAY_MEAN)));
        return Finding.of(
                Check.atLeast("coreBusyPercent", runs.receiver(BUSY_POLL).coreBusyPercent(), 99.9),
                new Check(
                        "meanUs",
                        us(runs, BUSY_POLL, Measure.ONE_WAY_MEAN),
                        leastOther,
                        Double.NEGATIVE_INFINITY,
                        Math.nextDown(leastOther),
                        "below the other modes' least"));
    }

    private static List<Variant> variants(String... scenarios) {
        return Arrays.stream(scenarios).map(Variant::of).toList();
    }

    private static double us(Evidence runs, String scenario, Measure measure) {
        return us(runs.receiver(scenario), measure);
    }

    /** Microseconds; no number when no frame was received, so that nothing passes on an empty run. */
    private static double us(ReceiverResult receiver, Measure measure) {
        return receiver.oneWay().getTotalCount() == 0 ? Double.NaN : receiver.value(measure) / Ps.US;
    }
}
