package dev.rmtwin.scenarios.report;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.model.NodeSpec;
import dev.rmtwin.scenarios.model.Scenario;
import dev.rmtwin.scenarios.run.ExpectationResult;
import dev.rmtwin.scenarios.run.ReceiverResult;
import dev.rmtwin.scenarios.run.RunResult;
import tools.jackson.core.JsonGenerator;

/**
 * A run as JSON. Times are microseconds where the name ends in {@code Us}; latencies of a receiver that got no frame
 * are null.
 */
public final class RunJson {
    private RunJson() {}

    /** Writes one object. */
    public static void write(JsonGenerator json, RunResult run) {
        Scenario scenario = run.scenario();
        json.writeStartObject();
        json.writeStringProperty("scenario", scenario.name());
        json.writeStringProperty("source", scenario.source());
        json.writeStringProperty("command", run.command());
        json.writeNumberProperty("seed", scenario.seed());
        json.writeNumberProperty("simulatedSeconds", Ps.toSeconds(run.simulatedPs()));
        json.writeNumberProperty("wallSeconds", run.wallSeconds());
        json.writeNumberProperty("events", run.events());
        json.writeStringProperty("traceHash", run.traceHash());
        json.writeBooleanProperty("interrupted", run.interrupted());
        json.writeArrayPropertyStart("nodes");
        scenario.nodes().forEach(node -> node(json, node));
        json.writeEndArray();
        json.writeArrayPropertyStart("receivers");
        run.receivers().forEach(receiver -> receiver(json, receiver));
        json.writeEndArray();
        json.writeArrayPropertyStart("spans");
        run.spans().forEach(span -> {
            json.writeStartObject();
            json.writeStringProperty("from", span.from());
            json.writeStringProperty("to", span.to());
            json.writeNumberProperty("packets", span.packets());
            json.writeNumberProperty("busyPercent", span.busyPercent());
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeArrayPropertyStart("expectations");
        run.expectations().forEach(result -> expectation(json, result));
        json.writeEndArray();
        json.writeBooleanProperty("pass", run.pass());
        json.writeEndObject();
    }

    private static void node(JsonGenerator json, NodeSpec node) {
        json.writeStartObject();
        json.writeStringProperty("name", node.name());
        json.writeNumberProperty("id", node.id());
        json.writeStringProperty("cardProfile", node.card().name());
        json.writeStringProperty("hostProfile", node.host().name());
        json.writeEndObject();
    }

    private static void receiver(JsonGenerator json, ReceiverResult receiver) {
        long count = receiver.oneWay().getTotalCount();
        json.writeStartObject();
        json.writeStringProperty("name", receiver.name());
        json.writeStringProperty("flow", receiver.flow());
        json.writeStringProperty("node", receiver.node());
        json.writeStringProperty("mode", receiver.mode().label());
        Json.number(json, "periodUs", receiver.periodPs() == 0 ? Double.NaN : Ps.toMicros(receiver.periodPs()));
        json.writeObjectPropertyStart("oneWayUs");
        json.writeNumberProperty("count", count);
        Json.number(json, "mean", micros(receiver, Measure.ONE_WAY_MEAN));
        Json.number(json, "p50", micros(receiver, Measure.ONE_WAY_P50));
        Json.number(json, "p99", micros(receiver, Measure.ONE_WAY_P99));
        Json.number(json, "p999", micros(receiver, Measure.ONE_WAY_P999));
        Json.number(json, "max", micros(receiver, Measure.ONE_WAY_MAX));
        json.writeEndObject();
        json.writeObjectPropertyStart("waitUs");
        Json.number(json, "mean", micros(receiver, Measure.WAIT_MEAN));
        Json.number(json, "max", micros(receiver, Measure.WAIT_MAX));
        json.writeEndObject();
        json.writeNumberProperty("coreBusyPercent", receiver.coreBusyPercent());
        json.writeNumberProperty("interruptCoreBusyPercent", receiver.use().interruptBusyPercent());
        json.writeNumberProperty("starved", receiver.use().starved());
        json.writeNumberProperty("bufferBytes", receiver.use().bufferBytes());
        json.writeNumberProperty("framesSent", receiver.framesSent());
        json.writeNumberProperty("framesReceived", receiver.framesReceived());
        json.writeObjectPropertyStart("framesLost");
        receiver.framesLost().forEach(json::writeNumberProperty);
        json.writeEndObject();
        json.writeNumberProperty("framesInFlight", receiver.framesInFlight());
        json.writeNumberProperty("interrupts", receiver.interrupts());
        json.writeNumberProperty("wakeups", receiver.wakeups());
        json.writeArrayPropertyStart("stages");
        receiver.stages().forEach(time -> {
            json.writeStartObject();
            json.writeStringProperty("stage", time.stage().name());
            json.writeNumberProperty("meanUs", Ps.toMicros(time.meanPs()));
            json.writeNumberProperty("maxUs", Ps.toMicros(time.maxPs()));
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeEndObject();
    }

    private static double micros(ReceiverResult receiver, Measure measure) {
        return receiver.oneWay().getTotalCount() == 0 ? Double.NaN : receiver.value(measure) / Ps.US;
    }

    private static void expectation(JsonGenerator json, ExpectationResult result) {
        Measure measure = result.expectation().measure();
        double scale = measure.unit() == Measure.Unit.TIME ? Ps.US : 1;
        json.writeStartObject();
        json.writeStringProperty("id", result.expectation().id());
        json.writeStringProperty("receiver", result.expectation().receiver());
        json.writeStringProperty("measure", measure.label());
        json.writeStringProperty(
                "unit",
                switch (measure.unit()) {
                    case TIME -> "us";
                    case PERCENT -> "percent";
                    case COUNT -> "count";
                });
        Json.number(json, "measured", result.measured() / scale);
        Json.number(json, "expected", result.expectation().expected() / scale);
        Json.number(json, "low", result.expectation().low() / scale);
        Json.number(json, "high", result.expectation().high() / scale);
        json.writeStringProperty("tolerance", result.expectation().tolerance());
        json.writeBooleanProperty("pass", result.pass());
        json.writeEndObject();
    }
}
