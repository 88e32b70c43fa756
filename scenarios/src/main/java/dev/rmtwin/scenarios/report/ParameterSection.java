package dev.rmtwin.scenarios.report;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.card.CardProfile;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.ring.LinkProfile;
import dev.rmtwin.ring.NodeProfile;
import dev.rmtwin.scenarios.model.Flow;
import dev.rmtwin.scenarios.model.NodeSpec;
import dev.rmtwin.scenarios.model.Receiver;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The parameters that runs used: equal profiles are shown once, with the nodes that have them. */
final class ParameterSection {
    private ParameterSection() {}

    /** A node without its name, id and place: nodes that are equal in this are of one type. */
    private record NodeType(CardProfile card, NodeProfile network, HostProfile host) {}

    static void write(Html html, List<RunResult> runs) {
        html.raw("<h3>Nodes</h3><div class=\"params\">");
        Map<NodeType, TreeSet<String>> types = new LinkedHashMap<>();
        Map<LinkProfile, TreeSet<String>> links = new LinkedHashMap<>();
        for (RunResult run : runs) {
            for (NodeSpec node : run.scenario().nodes()) {
                types.computeIfAbsent(new NodeType(node.card(), node.network(), node.host()), t -> new TreeSet<>())
                        .add(runs.size() == 1 ? node.name() : run.scenario().name() + "/" + node.name());
            }
            links.computeIfAbsent(run.scenario().link(), l -> new TreeSet<>())
                    .add(run.scenario().name());
        }
        types.forEach((type, nodes) -> {
            String who = "nodes " + String.join(", ", nodes);
            block(html, "Card profile " + type.card().name(), who, type.card());
            block(html, "Card on the ring", who, type.network());
            block(html, "Host profile " + type.host().name(), who, type.host());
        });
        html.raw("</div><h3>Fibre</h3><div class=\"params\">");
        links.forEach((link, names) -> block(html, "Link", "scenario " + String.join(", ", names), link));
        html.raw("</div>");
        for (RunResult run : runs) {
            spans(html, run);
            flows(html, run);
        }
    }

    private static void block(Html html, String title, String who, Record profile) {
        html.raw("<table class=\"param\"><caption>")
                .text(title)
                .raw(" <small>")
                .text(who)
                .raw("</small></caption>");
        String group = "";
        for (Parameters.Row row : Parameters.of(profile)) {
            if (row.name().equals("name") && row.group().isEmpty()) {
                continue;
            }
            if (!row.group().equals(group)) {
                group = row.group();
                html.raw("<tr><th colspan=\"2\">").text(group).raw("</th></tr>");
            }
            html.raw("<tr>")
                    .element("td", row.name())
                    .element("td class=\"v\"", row.value())
                    .raw("</tr>");
        }
        html.raw("</table>");
    }

    private static void spans(Html html, RunResult run) {
        html.raw("<h3>Spans of ")
                .text(run.scenario().name())
                .raw("</h3><div class=\"wide\"><table><thead><tr>"
                        + "<th>Span</th><th class=\"n\">length, metres</th><th class=\"n\">packets</th>"
                        + "<th class=\"n\">line busy</th></tr></thead><tbody>");
        run.spans()
                .forEach(span -> html.raw("<tr>")
                        .element("td", span.from() + " \u2192 " + span.to())
                        .element(
                                "td class=\"n\"",
                                Numbers.scaled(run.scenario().node(span.from()).spanToNextMm(), 1000))
                        .element("td class=\"n\"", Numbers.count(span.packets()))
                        .element("td class=\"n\"", Numbers.percent(span.busyPercent()))
                        .raw("</tr>"));
        html.raw("</tbody></table></div>");
    }

    private static void flows(Html html, RunResult run) {
        html.raw("<h3>Flows of ")
                .text(run.scenario().name())
                .raw("</h3><div class=\"wide\"><table><thead><tr>"
                        + "<th>Flow</th><th>from</th><th class=\"n\">offset</th><th class=\"n\">size, bytes</th>"
                        + "<th>sends</th>"
                        + "<th>receivers</th></tr></thead><tbody>");
        for (Flow flow : run.scenario().flows()) {
            html.raw("<tr>")
                    .element("td", flow.name())
                    .element("td", flow.from())
                    .element("td class=\"n\"", "0x" + Long.toHexString(flow.offset()))
                    .element("td class=\"n\"", Numbers.count(flow.sizeBytes()))
                    .element("td", sending(flow))
                    .raw("<td>");
            for (Receiver receiver : flow.receivers()) {
                html.raw("<div>")
                        .text(receiver.node() + ": " + Html.inMicros(RunView.mode(receiver.mode(), receiver.periodPs()))
                                + ", " + Numbers.count(receiver.ringCapacity()) + " descriptors of "
                                + Numbers.count(receiver.bufferBytes()) + " bytes")
                        .raw("</div>");
            }
            html.raw("</td></tr>");
        }
        html.raw("</tbody></table></div>");
    }

    private static String sending(Flow flow) {
        String interrupt = flow.notifyType() == 0 ? "" : ", network interrupt " + flow.notifyType() + " after each";
        return switch (flow.sending()) {
            case Flow.Periodic p ->
                "every " + Parameters.time(p.periodPs()) + " ("
                        + Numbers.scaled(Ps.SECOND / (double) p.periodPs(), 1) + " Hz), jitter "
                        + Parameters.time(p.jitterPs()) + ", first at " + Parameters.time(p.phasePs()) + interrupt;
            case Flow.Burst b ->
                Numbers.count(b.frames()) + " frames, " + Parameters.time(b.gapPs()) + " apart, every "
                        + Parameters.time(b.periodPs()) + ", first at " + Parameters.time(b.phasePs()) + interrupt;
            case Flow.Echo echo -> "one in answer to each of " + echo.flow() + interrupt;
        };
    }
}
