package dev.rmtwin.benchmarks.calibration;

import dev.rmtwin.scenarios.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A study as tables for people. */
public final class StudyText {
    private StudyText() {}

    /** All of it. */
    public static String of(Study study) {
        StringBuilder text = new StringBuilder();
        text.append("Reference figures, ").append(study.plan()).append('\n').append(figures(study));
        text.append("\nOne row left out: fitted on the others, then predicted\n");
        study.leftOut().forEach(outcome -> text.append('\n').append(leftOut(outcome)));
        text.append("\nSensitivity: change of each figure in percent when one parameter is doubled or halved;\n")
                .append("brackets: within chance, ! : against what physics says\n")
                .append(sensitivity(study.sensitivity()));
        long wrong = study.sensitivity().stream().filter(row -> !row.agrees()).count();
        text.append("\n")
                .append(study.runs())
                .append(" runs; rows against physics: ")
                .append(wrong);
        text.append(
                study.pass() ? "; everything holds\n" : study.complete() ? "; not all holds\n" : "; not finished\n");
        return text.toString();
    }

    private static String figures(Study study) {
        TextTable table = new TextTable(
                2, "figure", "unit", "reference", "low", "high", "seed 1", "min", "median", "max", "seeds");
        for (SeedStudy.Spread spread : study.spreads()) {
            FigureValue first = spread.first();
            String verdict = spread.outside().isEmpty() ? "all inside" : "outside: " + spread.outside();
            table.row(
                    first.id(),
                    first.unit(),
                    number(first.reference()),
                    number(first.low()),
                    number(first.high()),
                    number(first.measured()),
                    number(spread.min()),
                    number(spread.median()),
                    number(spread.max()),
                    study.judged(first) ? verdict : "too short to judge");
        }
        return table.render();
    }

    private static String leftOut(LeaveOneOut.Outcome outcome) {
        StringBuilder text = new StringBuilder(outcome.title()).append('\n');
        TextTable fitted = new TextTable(2, "fitted", "to");
        outcome.fitted().forEach(fitted::row);
        TextTable predicted = new TextTable(2, "predicted", "unit", "model", "reference", "error %");
        for (LeaveOneOut.Prediction prediction : outcome.predictions()) {
            predicted.row(
                    prediction.id(),
                    prediction.unit(),
                    number(prediction.predicted()),
                    number(prediction.reference()),
                    String.format(Locale.ROOT, "%+.1f", prediction.errorPercent()));
        }
        return text.append(fitted.render()).append(predicted.render()).toString();
    }

    private static String sensitivity(List<Sensitivity.Row> rows) {
        List<String> headings = new ArrayList<>(List.of("changed", "by"));
        headings.addAll(Sensitivity.figures());
        TextTable table = new TextTable(2, headings.toArray(String[]::new));
        for (Sensitivity.Row row : rows) {
            List<String> cells = new ArrayList<>(List.of(row.set(), row.factor() > 1 ? "x 2" : "/ 2"));
            row.cells().values().forEach(cell -> cells.add(cell(cell)));
            table.row(cells.toArray(String[]::new));
        }
        return table.render();
    }

    private static String cell(Sensitivity.Cell cell) {
        String change = String.format(Locale.ROOT, "%+.1f", cell.changePercent());
        return (cell.agrees() ? "" : "!") + (cell.significant() ? change : "(" + change + ")");
    }

    private static String number(double value) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        return String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.2f" : "%.0f", value);
    }
}
