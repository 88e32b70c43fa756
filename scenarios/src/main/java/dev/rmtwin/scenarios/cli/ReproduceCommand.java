package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.report.Json;
import dev.rmtwin.scenarios.report.Numbers;
import dev.rmtwin.scenarios.report.PollingNote;
import dev.rmtwin.scenarios.report.Prose;
import dev.rmtwin.scenarios.report.ResultText;
import dev.rmtwin.scenarios.report.TextTable;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.core.JsonGenerator;

/** {@code reproduce}: the reference figures, each from runs of its scenarios. */
@Command(
        name = "reproduce",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Runs the scenarios behind the reference figures and checks what comes out against the reference.",
            "Scenarios that several figures need run once; two run at a time."
        },
        footer = {"", "Examples:", "  ./rmtwin reproduce", "  ./rmtwin reproduce --only F1,F3 --seed 7 --json"})
final class ReproduceCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--only", paramLabel = "F1,F9", split = ",", description = "Only these figures.")
    private List<String> only;

    @Option(names = "--seed", paramLabel = "N", description = "Root of all chance, for every scenario.")
    private String seed;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "Simulated time of each run; the figures are stated for the scenarios' own.")
    private String duration;

    @Option(names = "--json", description = "One JSON document on standard output instead of the table.")
    private boolean json;

    ReproduceCommand(Session session) {
        this.session = session;
    }

    /** A figure with what came out. */
    private record Outcome(Figures.Figure figure, List<Check> checks) {
        private boolean pass() {
            return checks.stream().allMatch(Check::pass);
        }
    }

    @Override
    public Integer call() {
        List<Figures.Figure> figures = only == null ? Figures.all() : Figures.select(only);
        Settings settings = Settings.of(duration, seed);
        List<String> names = figures.stream()
                .flatMap(figure -> figure.scenarios().stream())
                .distinct()
                .toList();
        List<RunResult> results = new RunPool(session).run("reproduce, " + names.size() + " runs", names, settings);
        Map<String, RunResult> byName = new LinkedHashMap<>();
        int index = 0;
        for (String name : names) {
            byName.put(name, results.get(index++));
        }
        List<Outcome> outcomes = figures.stream()
                .map(figure -> new Outcome(figure, figure.checks().apply(byName)))
                .toList();
        boolean interrupted = results.stream().anyMatch(RunResult::interrupted);
        session.console().out().print(json ? document(outcomes, results, interrupted) : text(outcomes, results));
        return Session.status(interrupted, outcomes.stream().allMatch(Outcome::pass));
    }

    private static String document(List<Outcome> outcomes, List<RunResult> runs, boolean interrupted) {
        return Json.document(generator -> {
            generator.writeStartObject();
            generator.writeArrayPropertyStart("figures");
            outcomes.forEach(outcome -> figure(generator, outcome));
            generator.writeEndArray();
            generator.writeNumberProperty(
                    "passed", outcomes.stream().filter(Outcome::pass).count());
            generator.writeNumberProperty(
                    "failed", outcomes.stream().filter(o -> !o.pass()).count());
            generator.writeBooleanProperty("interrupted", interrupted);
            generator.writeArrayPropertyStart("runs");
            for (RunResult run : runs) {
                generator.writeStartObject();
                generator.writeStringProperty("scenario", run.scenario().name());
                generator.writeNumberProperty("seed", run.scenario().seed());
                generator.writeNumberProperty("wallSeconds", run.wallSeconds());
                generator.writeStringProperty("traceHash", run.traceHash());
                generator.writeStringProperty("command", run.command());
                generator.writeEndObject();
            }
            generator.writeEndArray();
            generator.writeEndObject();
        });
    }

    private static void figure(JsonGenerator generator, Outcome outcome) {
        generator.writeStartObject();
        generator.writeStringProperty("id", outcome.figure().id());
        generator.writeStringProperty("what", outcome.figure().what());
        generator.writeObjectPropertyStart("measured");
        outcome.checks().forEach(check -> Json.number(generator, check.name(), check.measured()));
        generator.writeEndObject();
        generator.writeObjectPropertyStart("expected");
        outcome.checks().forEach(check -> Json.number(generator, check.name(), check.expected()));
        generator.writeEndObject();
        generator.writeArrayPropertyStart("checks");
        for (Check check : outcome.checks()) {
            generator.writeStartObject();
            generator.writeStringProperty("name", check.name());
            Json.number(generator, "measured", check.measured());
            Json.number(generator, "expected", check.expected());
            Json.number(generator, "low", check.low());
            Json.number(generator, "high", check.high());
            generator.writeStringProperty("tolerance", check.tolerance());
            generator.writeBooleanProperty("pass", check.pass());
            generator.writeEndObject();
        }
        generator.writeEndArray();
        generator.writeArrayPropertyStart("scenarios");
        outcome.figure().scenarios().forEach(generator::writeString);
        generator.writeEndArray();
        generator.writeBooleanProperty("pass", outcome.pass());
        generator.writeEndObject();
    }

    private String text(List<Outcome> outcomes, List<RunResult> runs) {
        TextTable table = new TextTable(2, "", "", "measured", "expected", "tolerance");
        for (Outcome outcome : outcomes) {
            for (Check check : outcome.checks()) {
                table.row(
                        check.pass() ? "" : "fails",
                        check.name(),
                        Double.isNaN(check.measured()) ? "-" : Numbers.threeDigits(check.measured()),
                        Numbers.threeDigits(check.expected()),
                        check.tolerance());
            }
        }
        Iterator<String> lines = table.render().lines().iterator();
        StringBuilder text = new StringBuilder(lines.next()).append('\n');
        for (Outcome outcome : outcomes) {
            text.append(outcome.pass() ? "  PASS " : "  FAIL ")
                    .append(String.format(Locale.ROOT, "%-4s ", outcome.figure().id()))
                    .append(outcome.figure().what())
                    .append('\n');
            outcome.checks().forEach(check -> text.append(lines.next()).append('\n'));
        }
        long passed = outcomes.stream().filter(Outcome::pass).count();
        String note = PollingNote.of(runs)
                .map(paragraph -> "\n" + Prose.wrap(paragraph, ResultSink.COLUMNS))
                .orElse("");
        return new ResultText(session.console().ansi()).verdicts(text.toString()) + note + "\n" + passed + " passed, "
                + (outcomes.size() - passed) + " failed\n";
    }
}
