package dev.rmtwin.scenarios.file;

import dev.rmtwin.core.config.Dimension;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What spans several sections: ids, names, address ranges. Bears that any value is missing. */
final class ScenarioChecks {
    private final Values scenario;
    private final Problems problems;
    private final Map<String, Values> nodes;
    private final Map<String, Values> flows;

    ScenarioChecks(Values scenario, Problems problems) {
        this.scenario = scenario;
        this.problems = problems;
        this.nodes = scenario.map("nodes");
        this.flows = scenario.map("flows");
    }

    void run() {
        checkNodeIds();
        flows.values().forEach(this::checkSender);
        flows.values().forEach(this::checkMemory);
        checkOverlaps();
        new TrafficChecks(scenario, problems).run();
        new ReceiverChecks(scenario, problems).run();
        checkExpectations();
    }

    /** The card of a node: its own, or the scenario's; empty when it has problems. */
    static Optional<Values> card(Values scenario, Values node) {
        if (node.given("card")) {
            return node.has("card") ? Optional.of(node.nested("card")) : Optional.empty();
        }
        return scenario.has("card") ? Optional.of(scenario.nested("card")) : Optional.empty();
    }

    private void checkNodeIds() {
        Map<Long, String> byId = new HashMap<>();
        Set<Long> used = new HashSet<>();
        nodes.values().stream().filter(n -> n.has("id")).forEach(n -> used.add(n.number("id")));
        for (Values node : nodes.values()) {
            if (!node.has("id")) {
                continue;
            }
            String first = byId.putIfAbsent(node.number("id"), node.name());
            if (first != null) {
                long free = 0;
                while (used.contains(free)) {
                    free++;
                }
                String wrong = "id " + node.number("id") + " is also node " + first + "'s";
                problems.add(node.where("id"), node.pathOf("id"), wrong, "write another, e.g. " + free);
            }
        }
    }

    private void checkSender(Values flow) {
        List<String> names = scenario.names("nodes");
        if (flow.has("from") && !names.contains(flow.text("from"))) {
            String wrong = "there is no node " + Problems.shown(flow.text("from"));
            String right = Problems.instead(flow.text("from"), names, "there are");
            problems.add(flow.where("from"), flow.pathOf("from"), wrong, right);
        }
    }

    private void checkMemory(Values flow) {
        if (!flow.has("offset", "size")) {
            return;
        }
        for (Values node : nodes.values()) {
            Optional<Values> network =
                    card(scenario, node).filter(c -> c.has("network")).map(c -> c.nested("network"));
            if (network.isEmpty() || !network.get().has("memory")) {
                continue;
            }
            long memory = network.get().number("memory");
            if (flow.number("offset") > memory - flow.number("size")) {
                String wrong = "ends beyond the " + Dimension.BYTES.format(memory) + " of node " + node.name();
                long most = Math.max(0, memory - flow.number("size")) / 4 * 4;
                String right = "write an offset of at most " + String.format("0x%X", most);
                problems.add(flow.where("offset"), flow.pathOf("offset"), wrong, right);
                return;
            }
        }
    }

    private void checkOverlaps() {
        List<Values> sorted = new ArrayList<>(flows.values());
        List<String> order = new ArrayList<>(flows.keySet());
        sorted.removeIf(f -> !f.has("offset", "size"));
        sorted.sort(Comparator.comparingLong(f -> f.number("offset")));
        Values furthest = null;
        for (Values flow : sorted) {
            if (furthest != null && flow.number("offset") - furthest.number("offset") < furthest.number("size")) {
                boolean later = order.indexOf(flow.name()) > order.indexOf(furthest.name());
                overlap(later ? furthest : flow, later ? flow : furthest);
            }
            furthest = furthest == null || end(flow) > end(furthest) ? flow : furthest;
        }
    }

    private void overlap(Values first, Values second) {
        String wrong = "flows " + first.name() + " (" + range(first) + ") and " + second.name() + " (" + range(second)
                + ") share addresses";
        long free = flows.values().stream()
                .filter(f -> f.has("offset", "size"))
                .mapToLong(ScenarioChecks::end)
                .max()
                .orElse(0);
        String right = "move one, e.g. to offset " + String.format("0x%X", (free + 0xFF) / 0x100 * 0x100);
        problems.add(second.where("offset"), second.pathOf("offset"), wrong, right);
    }

    private static long end(Values flow) {
        long offset = flow.number("offset");
        long size = flow.number("size");
        return offset > Long.MAX_VALUE / 2 ? Long.MAX_VALUE / 2 : offset + size;
    }

    private static String range(Values flow) {
        return String.format("0x%X to 0x%X", flow.number("offset"), end(flow) - 1);
    }

    private void checkExpectations() {
        Set<String> receivers = new HashSet<>();
        for (Values flow : flows.values()) {
            flow.names("receivers").forEach(node -> receivers.add(flow.name() + "@" + node));
        }
        Map<String, Values> ids = new HashMap<>();
        for (Values expectation : scenario.list("expectations")) {
            if (expectation.has("receiver") && !receivers.contains(expectation.text("receiver"))) {
                String name = expectation.text("receiver");
                String wrong = "there is no receiver " + Problems.shown(name);
                String right =
                        Problems.instead(name, receivers.stream().sorted().toList(), "receivers (FLOW@NODE) are");
                problems.add(expectation.where("receiver"), expectation.pathOf("receiver"), wrong, right);
            }
            if (expectation.has("id") && ids.putIfAbsent(expectation.text("id"), expectation) != null) {
                String wrong = "two expectations are called " + Problems.shown(expectation.text("id"));
                problems.add(expectation.where("id"), expectation.pathOf("id"), wrong, "rename one");
            }
        }
    }
}
