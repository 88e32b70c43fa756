package dev.rmtwin.scenarios.file;

import dev.rmtwin.device.driver.DriverOptions;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.scenarios.model.Expectation;
import dev.rmtwin.scenarios.model.Flow;
import dev.rmtwin.scenarios.model.NodeSpec;
import dev.rmtwin.scenarios.model.Receiver;
import dev.rmtwin.scenarios.model.Scenario;
import java.util.ArrayList;
import java.util.List;

/** Makes the record of a scenario that has no problems. */
final class ScenarioAssembler {
    private final Values scenario;

    ScenarioAssembler(Values scenario) {
        this.scenario = scenario;
    }

    Scenario assemble(String source) {
        return new Scenario(
                scenario.text("scenario"),
                scenario.text("description"),
                source,
                scenario.number("seed"),
                scenario.number("duration"),
                ScenarioKeys.link(scenario.nested("ring")),
                nodes(),
                scenario.map("flows").values().stream()
                        .map(ScenarioAssembler::flow)
                        .toList(),
                expectations());
    }

    private List<NodeSpec> nodes() {
        HostProfile host = scenario.made("host", HostProfile.class);
        CardFile card = scenario.made("card", CardFile.class);
        long spanMm = scenario.nested("ring").number("span");
        List<NodeSpec> nodes = new ArrayList<>();
        for (Values node : scenario.map("nodes").values()) {
            CardFile own = node.has("card") ? node.made("card", CardFile.class) : card;
            nodes.add(new NodeSpec(
                    node.name(),
                    node.integer("id"),
                    node.has("spanToNext") ? node.number("spanToNext") : spanMm,
                    own.card(),
                    own.network(),
                    node.has("host") ? node.made("host", HostProfile.class) : host,
                    node.has("driver") ? node.made("driver", DriverOptions.class) : DriverOptions.PROVEN));
        }
        return nodes;
    }

    private static Flow flow(Values flow) {
        List<Receiver> receivers = flow.map("receivers").values().stream()
                .map(r -> Receiver.class.cast(r.section().make(r)))
                .toList();
        return new Flow(
                flow.name(),
                flow.text("from"),
                flow.number("offset"),
                flow.integer("size"),
                sending(flow),
                ScenarioKeys.notifyType(flow),
                receivers);
    }

    private static Flow.Sending sending(Values flow) {
        if (flow.has("echo")) {
            return new Flow.Echo(flow.text("echo"));
        }
        if (flow.has("burst")) {
            return new Flow.Burst(
                    flow.integer("burst"),
                    flow.number("gap"),
                    flow.number(flow.has("rate") ? "rate" : "period"),
                    flow.has("phase") ? flow.number("phase") : TrafficChecks.STANDARD_PHASE_PS);
        }
        return new Flow.Periodic(
                flow.number(flow.has("rate") ? "rate" : "period"),
                flow.has("jitter") ? flow.number("jitter") : 0,
                flow.has("phase") ? flow.number("phase") : TrafficChecks.STANDARD_PHASE_PS);
    }

    private List<Expectation> expectations() {
        return scenario.list("expectations").stream()
                .map(e -> Expectation.class.cast(e.section().make(e)))
                .toList();
    }
}
