package dev.rmtwin.scenarios.cli;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.run.ReceiverResult;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The reference figures that can be reproduced: which scenarios each needs and what must come out. The expected values
 * and tolerances are the reference's; the measured ones come out of runs. Each scenario's first receiver is the one
 * that the figure speaks of.
 */
final class Figures {
    /** Figures of the reference, F1 to this one. */
    static final int LAST = 42;

    static final String POLL_1MS = "reference-poll-1ms";
    static final String POLL_100US = "reference-poll-100us";
    static final String INTERRUPT = "reference-echo";
    static final String BUSY_POLL = "reference-busy-poll";
    static final String IDEAL_POLL = "ideal-poll";
    static final String YIELD_POLL = "yield-poll";

    private static final double USUAL_PERCENT = 10;
    private static final double MAX_PERCENT = 20;

    private static final List<Figure> ALL = List.of(
            new Figure(
                    "F1",
                    "100 B at 1 kHz, polled every 1 ms: latency and core load",
                    List.of(POLL_1MS),
                    runs -> row(runs.get(POLL_1MS), new Row(325, 810, 1200, 35))),
            new Figure(
                    "F2",
                    "100 B at 1 kHz, polled every 100 us: latency and core load",
                    List.of(POLL_100US),
                    runs -> row(runs.get(POLL_100US), new Row(48, 182, 350, 95))),
            new Figure(
                    "F3",
                    "100 B at 1 kHz, interrupt + DMA: latency and core load",
                    List.of(INTERRUPT),
                    runs -> row(runs.get(INTERRUPT), new Row(7.8, 14, 22, 4))),
            new Figure(
                    "F4",
                    "the part of F1's mean that is the phase between look and arrival",
                    List.of(POLL_1MS),
                    runs -> List.of(
                            Check.within("waitMeanUs", us(runs, POLL_1MS, Measure.WAIT_MEAN), 300, USUAL_PERCENT))),
            new Figure(
                    "F5",
                    "ideal polling with period T: mean wait T/2, worst T",
                    List.of(IDEAL_POLL),
                    Figures::idealPolling),
            new Figure(
                    "F6",
                    "bare polling loop that yields: share of a core",
                    List.of(YIELD_POLL),
                    runs -> List.of(Check.between(
                            "coreBusyPercent", receiver(runs, YIELD_POLL).coreBusyPercent(), 20, 40))),
            new Figure(
                    "F31",
                    "1 ms polling lies around 300 us with excursions to 800 us; interrupt + DMA within 15 us",
                    List.of(POLL_1MS, INTERRUPT),
                    runs -> List.of(
                            Check.within("pollMeanUs", us(runs, POLL_1MS, Measure.ONE_WAY_MEAN), 325, USUAL_PERCENT),
                            Check.within("pollP99Us", us(runs, POLL_1MS, Measure.ONE_WAY_P99), 810, USUAL_PERCENT),
                            Check.atMost("interruptP99Us", us(runs, INTERRUPT, Measure.ONE_WAY_P99), 15))),
            new Figure(
                    "F32",
                    "busy polling: a core fully busy, the least latency of all modes",
                    List.of(BUSY_POLL, POLL_1MS, POLL_100US, INTERRUPT),
                    Figures::busyPolling));

    private Figures() {}

    /**
     * One figure.
     *
     * @param id number in the reference
     * @param what what it says
     * @param scenarios names of the built-in scenarios whose runs it looks at
     * @param checks from these runs by scenario name to the numbers that must hold
     */
    record Figure(
            String id, String what, List<String> scenarios, Function<Map<String, RunResult>, List<Check>> checks) {}

    private record Row(double meanUs, double p99Us, double maxUs, double coreBusyPercent) {}

    /** All figures that can be reproduced. */
    static List<Figure> all() {
        return ALL;
    }

    /**
     * The figures of these ids, in the registry's order.
     *
     * @throws CommandFailure (bad input) naming every id that cannot be had
     */
    static List<Figure> select(List<String> ids) {
        Set<String> wanted = new LinkedHashSet<>();
        ids.forEach(id -> wanted.add(id.strip().toUpperCase(Locale.ROOT)));
        List<String> problems = new ArrayList<>();
        String there = ALL.stream().map(Figure::id).collect(Collectors.joining(", "));
        for (String id : wanted) {
            if (ALL.stream().noneMatch(figure -> figure.id().equals(id))) {
                problems.add("--only: "
                        + (isInReference(id)
                                ? "figure " + id + " cannot be reproduced by this version yet; there are " + there
                                : "there is no figure '" + id + "'; there are " + there));
            }
        }
        if (!problems.isEmpty()) {
            throw CommandFailure.badInput(problems);
        }
        return ALL.stream().filter(figure -> wanted.contains(figure.id())).toList();
    }

    private static boolean isInReference(String id) {
        return id.matches("F[1-9][0-9]?") && Integer.parseInt(id.substring(1)) <= LAST;
    }

    private static List<Check> row(RunResult run, Row row) {
        ReceiverResult receiver = run.receivers().getFirst();
        return List.of(
                Check.within("meanUs", us(receiver, Measure.ONE_WAY_MEAN), row.meanUs(), USUAL_PERCENT),
                Check.within("p99Us", us(receiver, Measure.ONE_WAY_P99), row.p99Us(), USUAL_PERCENT),
                Check.within("maxUs", us(receiver, Measure.ONE_WAY_MAX), row.maxUs(), MAX_PERCENT),
                Check.within("coreBusyPercent", receiver.coreBusyPercent(), row.coreBusyPercent(), USUAL_PERCENT));
    }

    private static List<Check> idealPolling(Map<String, RunResult> runs) {
        double periodUs = Ps.toMicros(receiver(runs, IDEAL_POLL).periodPs());
        return List.of(
                Check.within("waitMeanUs", us(runs, IDEAL_POLL, Measure.WAIT_MEAN), periodUs / 2, 1),
                Check.within("waitMaxUs", us(runs, IDEAL_POLL, Measure.WAIT_MAX), periodUs, 1));
    }

    private static List<Check> busyPolling(Map<String, RunResult> runs) {
        double leastOther = Math.min(
                us(runs, INTERRUPT, Measure.ONE_WAY_MEAN),
                Math.min(us(runs, POLL_1MS, Measure.ONE_WAY_MEAN), us(runs, POLL_100US, Measure.ONE_WAY_MEAN)));
        return List.of(
                Check.atLeast("coreBusyPercent", receiver(runs, BUSY_POLL).coreBusyPercent(), 99.9),
                new Check(
                        "meanUs",
                        us(runs, BUSY_POLL, Measure.ONE_WAY_MEAN),
                        leastOther,
                        Double.NEGATIVE_INFINITY,
                        Math.nextDown(leastOther),
                        "below the other modes' least"));
    }

    private static ReceiverResult receiver(Map<String, RunResult> runs, String scenario) {
        return runs.get(scenario).receivers().getFirst();
    }

    private static double us(Map<String, RunResult> runs, String scenario, Measure measure) {
        return us(receiver(runs, scenario), measure);
    }

    /** Microseconds; no number when no frame was received, so that nothing passes on an empty run. */
    private static double us(ReceiverResult receiver, Measure measure) {
        return receiver.oneWay().getTotalCount() == 0 ? Double.NaN : receiver.value(measure) / Ps.US;
    }
}
