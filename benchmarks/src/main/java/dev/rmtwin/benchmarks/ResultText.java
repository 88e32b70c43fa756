package dev.rmtwin.benchmarks;

import java.io.StringWriter;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Results as a table for people and as a JSON document for programs. */
final class ResultText {
    private ResultText() {}

    static String table(List<Result> results) {
        StringBuilder text = new StringBuilder();
        line(text, "", "ours", "peer", "ratio (rounds)", "goal", "B/event", "peer");
        for (Result result : results) {
            line(
                    text,
                    result.name(),
                    number("%.2f", result.value()),
                    number("%.2f", result.baselineValue()),
                    number("%.2f", result.ratio()) + " (" + number("%.1f", Collections.min(result.roundRatios())) + ".."
                            + number("%.1f", Collections.max(result.roundRatios())) + ")",
                    number("%.0f", result.goal()) + (result.met() ? " met" : " missed"),
                    number("%.3f", result.details().allocatedBytesPerEvent()),
                    number("%.1f", result.details().baselineAllocatedBytesPerEvent()) + "  " + result.baselineName());
        }
        return text.append("ours and peer: million events a second of processor time, medians of all rounds\n")
                .toString();
    }

    static String json(String benchmark, List<Result> results, int roundCount, boolean complete) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("benchmark", benchmark);
            json.writeStringProperty("java", Runtime.version().toString());
            json.writeStringProperty("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
            json.writeNumberProperty("processors", Runtime.getRuntime().availableProcessors());
            json.writeNumberProperty("rounds", roundCount);
            json.writeBooleanProperty("complete", complete);
            json.writeArrayPropertyStart("results");
            results.forEach(result -> write(json, result));
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }

    private static void write(JsonGenerator json, Result result) {
        json.writeStartObject();
        json.writeStringProperty("name", result.name());
        json.writeStringProperty("unit", result.unit());
        json.writeNumberProperty("value", result.value());
        json.writeStringProperty("baselineName", result.baselineName());
        json.writeNumberProperty("baselineValue", result.baselineValue());
        json.writeNumberProperty("ratio", result.ratio());
        json.writeNumberProperty("goal", result.goal());
        json.writeBooleanProperty("met", result.met());
        json.writeNumberProperty("pendingCount", result.details().pendingCount());
        json.writeNumberProperty("allocatedBytesPerEvent", result.details().allocatedBytesPerEvent());
        json.writeNumberProperty(
                "baselineAllocatedBytesPerEvent", result.details().baselineAllocatedBytesPerEvent());
        json.writeArrayPropertyStart("roundRatios");
        result.roundRatios().forEach(json::writeNumber);
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void line(StringBuilder text, String... cells) {
        text.append(String.format(Locale.ROOT, "%-28s %8s %8s  %-17s %-9s %8s  %s%n", (Object[]) cells));
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
