package dev.rmtwin.scenarios.report;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.run.ExpectationResult;
import dev.rmtwin.scenarios.run.ReceiverResult;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.List;

/** Results as text for a terminal. */
public final class ResultText {
    private final Ansi ansi;

    /** @param ansi the terminal's colours */
    public ResultText(Ansi ansi) {
        this.ansi = ansi;
    }

    /** One run: latency, load, frames, expectations, spans, what repeats it. */
    public String run(RunResult run) {
        StringBuilder text = new StringBuilder();
        text.append(ansi.bold(Ansi.safe(run.scenario().name())))
                .append(": ")
                .append(Numbers.seconds(Ps.toSeconds(run.simulatedPs())))
                .append(" simulated in ")
                .append(Numbers.seconds(run.wallSeconds()))
                .append(", ")
                .append(Numbers.count(run.events()))
                .append(" events\n");
        if (run.interrupted()) {
            text.append(ansi.bad("stopped before its end")).append(": what was measured until then follows\n");
        }
        text.append('\n').append(latencies(List.of(run), false)).append('\n').append(frames(run));
        if (!run.expectations().isEmpty()) {
            text.append('\n').append(expectations(run));
        }
        text.append('\n').append(spans(run)).append('\n').append(identity(run));
        return text.toString();
    }

    /**
     * Latency and load of every receiver.
     *
     * @param withReference whether a second line under each receiver shows the expected figures, where there are any
     */
    public String latencies(List<RunResult> runs, boolean withReference) {
        TextTable table = new TextTable(
                2,
                "receiver",
                "mode",
                "mean us",
                "P50",
                "P99",
                "P99.9",
                "max",
                "core %",
                "interrupts",
                "wake-ups",
                "lost");
        for (RunResult run : runs) {
            for (ReceiverResult receiver : run.receivers()) {
                boolean none = receiver.oneWay().getTotalCount() == 0;
                table.row(
                        Ansi.safe(receiver.name()),
                        RunView.mode(receiver),
                        none ? "-" : micros(receiver, Measure.ONE_WAY_MEAN),
                        none ? "-" : micros(receiver, Measure.ONE_WAY_P50),
                        none ? "-" : micros(receiver, Measure.ONE_WAY_P99),
                        none ? "-" : micros(receiver, Measure.ONE_WAY_P999),
                        none ? "-" : micros(receiver, Measure.ONE_WAY_MAX),
                        Numbers.threeDigits(receiver.coreBusyPercent()),
                        Numbers.count(receiver.interrupts()),
                        Numbers.count(receiver.wakeups()),
                        Numbers.count(receiver.framesLostTotal()));
                if (withReference && hasReference(run, receiver)) {
                    table.row(
                            "",
                            "  reference",
                            reference(run, receiver, Measure.ONE_WAY_MEAN),
                            reference(run, receiver, Measure.ONE_WAY_P50),
                            reference(run, receiver, Measure.ONE_WAY_P99),
                            reference(run, receiver, Measure.ONE_WAY_P999),
                            reference(run, receiver, Measure.ONE_WAY_MAX),
                            reference(run, receiver, Measure.CORE_BUSY),
                            reference(run, receiver, Measure.INTERRUPTS),
                            reference(run, receiver, Measure.WAKEUPS),
                            reference(run, receiver, Measure.FRAMES_LOST));
                }
            }
        }
        return table.render();
    }

    /** Whether an expectation speaks of what the columns up to the load show; losses alone earn no line. */
    private static boolean hasReference(RunResult run, ReceiverResult receiver) {
        return run.expectations().stream()
                .map(ExpectationResult::expectation)
                .anyMatch(
                        e -> e.receiver().equals(receiver.name()) && e.measure().unit() != Measure.Unit.COUNT);
    }

    private static String reference(RunResult run, ReceiverResult receiver, Measure measure) {
        return References.find(run, receiver, measure).map(References::expected).orElse("");
    }

    private static String micros(ReceiverResult receiver, Measure measure) {
        return Numbers.micros(receiver.value(measure));
    }

    private String frames(RunResult run) {
        TextTable table = new TextTable(1, "frames", "sent", "received", "in flight", "lost");
        for (ReceiverResult receiver : run.receivers()) {
            String causes = RunView.causes(receiver);
            table.row(
                    Ansi.safe(receiver.name()),
                    Numbers.count(receiver.framesSent()),
                    Numbers.count(receiver.framesReceived()),
                    Numbers.count(receiver.framesInFlight()),
                    causes.isEmpty() ? "0" : causes);
        }
        return table.render();
    }

    /** One line an expectation, with its verdict first. */
    public String expectations(RunResult run) {
        TextTable table = new TextTable(3, "expected", "of", "measure", "measured", "expected", "tolerance");
        for (ExpectationResult result : run.expectations()) {
            Measure measure = result.expectation().measure();
            table.row(
                    (result.pass() ? "PASS " : "FAIL ")
                            + Ansi.safe(result.expectation().id()),
                    Ansi.safe(result.expectation().receiver()),
                    measure.label(),
                    Numbers.measure(measure, result.measured()),
                    Numbers.measure(measure, result.expectation().expected()),
                    result.expectation().tolerance());
        }
        return verdicts(table.render());
    }

    /** Colours PASS and FAIL at the start of lines; after padding, which must not count escape sequences. */
    public String verdicts(String table) {
        StringBuilder text = new StringBuilder();
        table.lines().forEach(line -> {
            if (line.startsWith("  PASS ")) {
                text.append("  ").append(ansi.good("PASS")).append(line.substring(6));
            } else if (line.startsWith("  FAIL ")) {
                text.append("  ").append(ansi.bad("FAIL")).append(line.substring(6));
            } else {
                text.append(line);
            }
            text.append('\n');
        });
        return text.toString();
    }

    private static String spans(RunResult run) {
        TextTable table = new TextTable(1, "span", "packets", "line busy");
        run.spans()
                .forEach(span -> table.row(
                        Ansi.safe(span.from() + " -> " + span.to()),
                        Numbers.count(span.packets()),
                        Numbers.percent(span.busyPercent())));
        return table.render();
    }

    /** Seed, trace hash and the command that gives both again. */
    public String identity(RunResult run) {
        return "seed " + run.scenario().seed() + ", trace hash " + run.traceHash() + "\n" + "repeat with: "
                + Ansi.safe(run.command()) + "\n";
    }
}
