package dev.rmtwin.scenarios.file;

import dev.rmtwin.core.config.Dimension;
import dev.rmtwin.device.driver.DriverOptions;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.scenarios.model.Flow;
import dev.rmtwin.scenarios.model.NodeSpec;
import dev.rmtwin.scenarios.model.Receiver;
import dev.rmtwin.scenarios.model.Scenario;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A scenario as one self-contained YAML text: includes and profiles written out, every key given. Loading it with
 * {@link ScenarioLoader#loadText} under the name {@link Scenario#source} gives an equal scenario.
 */
public final class CanonicalText {
    private final StringBuilder out = new StringBuilder();

    private CanonicalText() {}

    /** The text of a scenario. */
    public static String of(Scenario scenario) {
        CanonicalText text = new CanonicalText();
        text.section(ScenarioKeys.SCENARIO, draft(scenario), "");
        return text.out.toString();
    }

    private static ScenarioDraft draft(Scenario s) {
        NodeSpec first = s.nodes().getFirst();
        CardFile card = new CardFile(first.card(), first.network());
        Map<String, ScenarioDraft.Node> nodes = new LinkedHashMap<>();
        for (NodeSpec node : s.nodes()) {
            CardFile own = new CardFile(node.card(), node.network());
            HostProfile host = node.host().equals(first.host()) ? null : node.host();
            nodes.put(
                    node.name(),
                    new ScenarioDraft.Node(
                            node.id(),
                            node.spanToNextMm(),
                            node.driver().equals(DriverOptions.PROVEN) ? null : node.driver(),
                            host,
                            own.equals(card) ? null : own));
        }
        Map<String, ScenarioDraft.Stream> flows = new LinkedHashMap<>();
        for (Flow flow : s.flows()) {
            Map<String, Receiver> receivers = new LinkedHashMap<>();
            flow.receivers().forEach(r -> receivers.put(r.node(), r));
            flows.put(flow.name(), new ScenarioDraft.Stream(flow, receivers));
        }
        ScenarioDraft.Ring ring = new ScenarioDraft.Ring(s.link(), first.spanToNextMm());
        ScenarioDraft.Header header =
                new ScenarioDraft.Header(s.name(), s.description(), s.seed(), s.durationPs(), ring, first.host(), card);
        return new ScenarioDraft(header, nodes, flows, s.expectations());
    }

    private <R> void section(Section<R> section, Object value, String indent) {
        R made = section.type().cast(value);
        for (Key<R> key : section.keys().values()) {
            Object part = key.get().apply(made);
            if (part != null) {
                out.append(indent).append(key.name()).append(':');
                value(key.kind(), part, indent + "  ");
            }
        }
    }

    private void value(Kind kind, Object value, String indent) {
        switch (kind) {
            case Kind.Amount a -> line(a.dimension().format(((Number) value).longValue()));
            case Kind.Offset o -> line(Dimension.BYTES.format(((Number) value).longValue()));
            case Kind.Whole w -> line(value.toString());
            case Kind.Reading r -> line(value.toString());
            case Kind.Tolerance t -> line(value.toString());
            case Kind.Name n -> line(quoted(value.toString()));
            case Kind.Choice c -> line(value.toString());
            case Kind.Prose p -> line(quoted(value.toString()));
            case Kind.Label l -> line(quoted(value.toString()));
            case Kind.Nested n -> nested(n.section(), value, indent);
            case Kind.Profile p -> nested(p.profile().section(), value, indent);
            case Kind.MapOf m -> map(m.section(), (Map<?, ?>) value, indent);
            case Kind.ListOf l -> list(l.section(), (List<?>) value, indent);
            case Kind.Frequency f -> throw new IllegalStateException("rates are written as periods");
            case Kind.Files f -> throw new IllegalStateException("nothing is included any more");
        }
    }

    private void line(String text) {
        out.append(' ').append(text).append('\n');
    }

    private void nested(Section<?> section, Object value, String indent) {
        out.append('\n');
        section(section, value, indent);
    }

    private void map(Section<?> section, Map<?, ?> entries, String indent) {
        if (entries.isEmpty()) {
            line("{}");
            return;
        }
        out.append('\n');
        entries.forEach((name, entry) -> {
            out.append(indent).append('"').append(name).append("\":\n");
            section(section, entry, indent + "  ");
        });
    }

    private void list(Section<?> section, List<?> entries, String indent) {
        if (entries.isEmpty()) {
            line("[]");
            return;
        }
        out.append('\n');
        for (Object entry : entries) {
            int start = out.length();
            section(section, entry, indent + "  ");
            out.setCharAt(start + indent.length(), '-');
        }
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || (c >= 0x7F && c <= 0xA0) || c == '\u2028' || c == '\u2029' || c >= 0xFFFE) {
                quoted.append(String.format("\\u%04X", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
