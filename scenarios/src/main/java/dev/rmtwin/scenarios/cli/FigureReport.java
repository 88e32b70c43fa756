package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.figure.Check;
import dev.rmtwin.scenarios.figure.DataTable;
import dev.rmtwin.scenarios.figure.Figure;
import dev.rmtwin.scenarios.figure.Finding;
import dev.rmtwin.scenarios.figure.Variant;
import dev.rmtwin.scenarios.report.Ansi;
import dev.rmtwin.scenarios.report.Json;
import dev.rmtwin.scenarios.report.Numbers;
import dev.rmtwin.scenarios.report.PollingNote;
import dev.rmtwin.scenarios.report.Prose;
import dev.rmtwin.scenarios.report.ResultText;
import dev.rmtwin.scenarios.report.TextTable;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/**
 * What {@code reproduce} prints.
 *
 * @param outcomes figures with what came out
 * @param runs the runs behind them
 * @param interrupted whether the user ended it early
 */
record FigureReport(List<Outcome> outcomes, List<RunResult> runs, boolean interrupted) {
    /** A figure with what came out. */
    record Outcome(Figure figure, Finding finding) {
        private boolean pass() {
            return finding.pass();
        }
    }

    /** Whether every figure came out as the reference has it. */
    boolean pass() {
        return outcomes.stream().allMatch(Outcome::pass);
    }

    /** One JSON document. */
    String document() {
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
        outcome.finding().checks().forEach(check -> Json.number(generator, check.name(), check.measured()));
        generator.writeEndObject();
        generator.writeObjectPropertyStart("expected");
        outcome.finding().checks().forEach(check -> Json.number(generator, check.name(), check.expected()));
        generator.writeEndObject();
        generator.writeArrayPropertyStart("checks");
        for (Check check : outcome.finding().checks()) {
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
        outcome.figure().variants().stream().map(Variant::scenario).distinct().forEach(generator::writeString);
        generator.writeEndArray();
        generator.writeArrayPropertyStart("tables");
        outcome.finding().tables().forEach(table -> table(generator, table));
        generator.writeEndArray();
        generator.writeBooleanProperty("pass", outcome.pass());
        generator.writeEndObject();
    }

    /** Tables for people. */
    String text(Ansi ansi) {
        TextTable table = new TextTable(2, "", "", "measured", "expected", "tolerance");
        for (Outcome outcome : outcomes) {
            for (Check check : outcome.finding().checks()) {
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
            outcome.finding()
                    .checks()
                    .forEach(check -> text.append(lines.next()).append('\n'));
            outcome.finding().tables().forEach(data -> text.append(render(data)));
        }
        long passed = outcomes.stream().filter(Outcome::pass).count();
        String note = PollingNote.of(runs)
                .map(paragraph -> "\n" + Prose.wrap(paragraph, ResultSink.COLUMNS))
                .orElse("");
        return new ResultText(ansi).verdicts(text.toString()) + note + "\n" + passed + " passed, "
                + (outcomes.size() - passed) + " failed\n";
    }

    private static void table(JsonGenerator generator, DataTable table) {
        generator.writeStartObject();
        generator.writeStringProperty("title", table.title());
        generator.writeArrayPropertyStart("columns");
        table.columns().forEach(generator::writeString);
        generator.writeEndArray();
        generator.writeArrayPropertyStart("rows");
        for (List<Double> row : table.rows()) {
            generator.writeStartArray();
            row.forEach(generator::writeNumber);
            generator.writeEndArray();
        }
        generator.writeEndArray();
        generator.writeEndObject();
    }

    private static String render(DataTable data) {
        TextTable table = new TextTable(0, data.columns().toArray(String[]::new));
        for (List<Double> row : data.rows()) {
            table.row(row.stream().map(Numbers::threeDigits).toArray(String[]::new));
        }
        return data.title().indent(4) + table.render().indent(4);
    }
}
