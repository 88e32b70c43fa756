package dev.rmtwin.benchmarks.calibration;

import dev.rmtwin.scenarios.report.Json;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** A study as one JSON document. */
public final class StudyJson {
    private StudyJson() {}

    /** The document. */
    public static String of(Study study) {
        return Json.document(json -> {
            json.writeStartObject();
            json.writeStringProperty("benchmark", "calibration");
            json.writeNumberProperty("seeds", study.plan().seeds());
            json.writeBooleanProperty("complete", study.complete());
            json.writeBooleanProperty("whole", study.plan().whole());
            array(json, "figures", study.spreads(), spread -> figure(json, study, spread));
            array(json, "leftOut", study.leftOut(), outcome -> leftOut(json, outcome));
            array(json, "sensitivity", study.sensitivity(), row -> sensitivity(json, row));
            json.writeNumberProperty("runs", study.runs());
            json.writeBooleanProperty("pass", study.pass());
            json.writeEndObject();
        });
    }

    private static void figure(JsonGenerator json, Study study, SeedStudy.Spread spread) {
        FigureValue first = spread.first();
        json.writeStringProperty("id", first.id());
        json.writeStringProperty("unit", first.unit());
        Json.number(json, "expected", first.reference());
        Json.number(json, "low", first.low());
        Json.number(json, "high", first.high());
        Json.number(json, "measured", first.measured());
        Json.number(json, "min", spread.min());
        Json.number(json, "median", spread.median());
        Json.number(json, "max", spread.max());
        json.writeBooleanProperty("judged", study.judged(first));
        json.writeArrayPropertyStart("seedsOutside");
        spread.outside().forEach(json::writeNumber);
        json.writeEndArray();
    }

    private static void leftOut(JsonGenerator json, LeaveOneOut.Outcome outcome) {
        json.writeStringProperty("title", outcome.title());
        array(json, "fitted", List.copyOf(outcome.fitted().entrySet()), (Map.Entry<String, String> entry) -> {
            json.writeStringProperty("set", entry.getKey());
            json.writeStringProperty("fittedTo", entry.getValue());
        });
        array(json, "predictions", outcome.predictions(), prediction -> {
            json.writeStringProperty("id", prediction.id());
            json.writeStringProperty("unit", prediction.unit());
            Json.number(json, "predicted", prediction.predicted());
            Json.number(json, "expected", prediction.reference());
            Json.number(json, "errorPercent", prediction.errorPercent());
        });
    }

    private static void sensitivity(JsonGenerator json, Sensitivity.Row row) {
        json.writeStringProperty("set", row.set());
        json.writeNumberProperty("factor", row.factor());
        json.writeBooleanProperty("agrees", row.agrees());
        array(json, "figures", List.copyOf(row.cells().entrySet()), entry -> {
            Sensitivity.Cell cell = entry.getValue();
            json.writeStringProperty("id", entry.getKey());
            Json.number(json, "changePercent", cell.changePercent());
            json.writeStringProperty("expectedMove", cell.expected().sign());
            json.writeBooleanProperty("significant", cell.significant());
            json.writeBooleanProperty("agrees", cell.agrees());
        });
    }

    private static <T> void array(JsonGenerator json, String name, List<T> items, Consumer<T> fields) {
        json.writeArrayPropertyStart(name);
        for (T item : items) {
            json.writeStartObject();
            fields.accept(item);
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
