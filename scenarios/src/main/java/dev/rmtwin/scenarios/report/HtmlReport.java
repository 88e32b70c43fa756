package dev.rmtwin.scenarios.report;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.run.ExpectationResult;
import dev.rmtwin.scenarios.run.ReceiverResult;
import dev.rmtwin.scenarios.run.RunResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One self-contained page about one run or several side by side: no script, no address outside it. Works in light and
 * dark and on paper.
 */
public final class HtmlReport {
    private final String title;
    private final String version;
    private final List<RunResult> runs;
    private final Html html = new Html();

    /**
     * @param title heading
     * @param version version of rmtwin that ran
     * @param runs at least one run, in the order of the rows
     */
    public HtmlReport(String title, String version, List<RunResult> runs) {
        this.title = title;
        this.version = version;
        this.runs = List.copyOf(runs);
    }

    /** The page. */
    public String render() {
        html.raw("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                + "<meta name=\"color-scheme\" content=\"light dark\">");
        html.element("title", title + " \u00b7 rmtwin");
        html.raw("<style>").raw(style()).raw("</style></head><body><main>");
        header();
        results();
        expectations();
        charts();
        html.raw("<section><h2>Parameters used</h2>");
        ParameterSection.write(html, runs);
        html.raw("</section><footer>")
                .text("Times are virtual unless they say wall. Written by rmtwin " + version + ".");
        return html.raw("</footer></main></body></html>\n").toString();
    }

    private void header() {
        html.raw("<header><h1>").text(title).raw("</h1>");
        if (runs.size() == 1 && !runs.getFirst().scenario().description().isBlank()) {
            html.element("p class=\"lead\"", runs.getFirst().scenario().description());
        }
        runs.stream()
                .filter(RunResult::interrupted)
                .findFirst()
                .ifPresent(run -> html.raw(
                        "<p class=\"warn\">Stopped before its end: the figures are what was measured until then.</p>"));
        html.raw("<div class=\"wide\"><table class=\"runs\"><thead><tr><th>Scenario</th><th class=\"n\">seed</th>"
                + "<th class=\"n\">simulated</th><th class=\"n\">wall</th><th class=\"n\">events</th>"
                + "<th>trace hash</th><th>result</th></tr></thead><tbody>");
        for (RunResult run : runs) {
            html.raw("<tr>")
                    .element("td", run.scenario().name())
                    .element("td class=\"n\"", Long.toString(run.scenario().seed()))
                    .element("td class=\"n\"", Numbers.seconds(Ps.toSeconds(run.simulatedPs())))
                    .element("td class=\"n\"", Numbers.seconds(run.wallSeconds()))
                    .element("td class=\"n\"", Numbers.count(run.events()))
                    .element("td class=\"hash\"", run.traceHash())
                    .raw("<td>");
            verdict(run).raw("</td></tr>");
        }
        html.raw("</tbody></table></div><p class=\"repeat\">Run again, with the same result:</p><pre>");
        runs.forEach(run -> html.text(run.command()).raw("\n"));
        html.raw("</pre></header>");
    }

    private Html verdict(RunResult run) {
        if (run.expectations().isEmpty()) {
            return html.raw("<span class=\"dim\">nothing expected</span>");
        }
        long failed = run.expectations().stream().filter(e -> !e.pass()).count();
        return html.raw(
                failed == 0
                        ? "<b class=\"ok\">all " + run.expectations().size() + " expectations hold</b>"
                        : "<b class=\"bad\">" + failed + " of "
                                + run.expectations().size() + " expectations fail</b>");
    }

    private void results() {
        boolean many = runs.size() > 1;
        html.raw("<section><h2>Results</h2><p class=\"dim\">One-way latency in \u00b5s, from the sender\u2019s "
                + "write to the receiver\u2019s read. Small figures are the reference or expected "
                + "value with its tolerance.</p>"
                + "<div class=\"wide\"><table class=\"results\"><thead><tr>");
        html.raw("<th>Receiver</th><th>mode</th>");
        for (String column : List.of(
                "mean",
                "P50",
                "P99",
                "P99.9",
                "max",
                "core busy",
                "interrupts",
                "wake-ups",
                "sent",
                "received",
                "in flight",
                "lost")) {
            html.element("th class=\"n\"", column);
        }
        html.raw("<th></th></tr></thead><tbody>");
        for (RunResult run : runs) {
            for (ReceiverResult receiver : run.receivers()) {
                html.raw("<tr><td>")
                        .text(receiver.name())
                        .raw(many ? small(run.scenario().name()) : "")
                        .raw("</td>")
                        .element("td", Html.inMicros(RunView.mode(receiver)));
                figures(run, receiver);
                html.raw("</tr>");
            }
        }
        html.raw("</tbody></table></div>");
        PollingNote.of(runs).ifPresent(note -> html.element("p class=\"note\"", Html.inMicros(note)));
        html.raw("</section>");
    }

    private void figures(RunResult run, ReceiverResult receiver) {
        boolean none = receiver.oneWay().getTotalCount() == 0;
        for (Measure time : List.of(
                Measure.ONE_WAY_MEAN,
                Measure.ONE_WAY_P50,
                Measure.ONE_WAY_P99,
                Measure.ONE_WAY_P999,
                Measure.ONE_WAY_MAX)) {
            figure(run, receiver, time, none ? "\u2013" : Numbers.micros(receiver.value(time)));
        }
        figure(run, receiver, Measure.CORE_BUSY, Numbers.percent(receiver.coreBusyPercent()));
        figure(run, receiver, Measure.INTERRUPTS, Numbers.count(receiver.interrupts()));
        figure(run, receiver, Measure.WAKEUPS, Numbers.count(receiver.wakeups()));
        figure(run, receiver, Measure.FRAMES_SENT, Numbers.count(receiver.framesSent()));
        figure(run, receiver, Measure.FRAMES_RECEIVED, Numbers.count(receiver.framesReceived()));
        html.element("td class=\"n\"", Numbers.count(receiver.framesInFlight()));
        figure(run, receiver, Measure.FRAMES_LOST, Numbers.count(receiver.framesLostTotal()));
        html.element("td class=\"cause\"", RunView.causes(receiver));
    }

    private void figure(RunResult run, ReceiverResult receiver, Measure measure, String text) {
        html.raw("<td class=\"n\">").text(text);
        References.find(run, receiver, measure)
                .ifPresent(found -> html.raw("<small class=\"")
                        .raw(found.pass() ? "ok" : "bad")
                        .raw("\">")
                        .text(References.expected(found) + " " + tolerance(found)
                                + (found.pass() ? " \u2713" : " \u2717"))
                        .raw("</small>"));
        html.raw("</td>");
    }

    private static String tolerance(ExpectationResult result) {
        String tolerance = result.expectation().tolerance();
        return !tolerance.isEmpty() && Character.isDigit(tolerance.charAt(0)) ? "\u00b1" + tolerance : tolerance;
    }

    private void expectations() {
        if (runs.stream().allMatch(run -> run.expectations().isEmpty())) {
            return;
        }
        html.raw("<section><h2>Expectations</h2><div class=\"wide\"><table><thead><tr><th></th><th>Id</th>"
                + "<th>Receiver</th><th>what</th><th class=\"n\">measured</th><th class=\"n\">expected</th>"
                + "<th>tolerance</th></tr></thead>"
                + "<tbody>");
        for (RunResult run : runs) {
            for (ExpectationResult result : run.expectations()) {
                Measure measure = result.expectation().measure();
                html.raw(
                                result.pass()
                                        ? "<tr><td><b class=\"ok\">pass</b></td>"
                                        : "<tr><td><b class=\"bad\">fail</b></td>")
                        .element("td", result.expectation().id())
                        .raw("<td>")
                        .text(result.expectation().receiver())
                        .raw(runs.size() > 1 ? small(run.scenario().name()) : "")
                        .raw("</td>")
                        .element("td class=\"doc\"", measure.doc())
                        .element("td class=\"n\"", Html.inMicros(Numbers.measure(measure, result.measured())))
                        .element(
                                "td class=\"n\"",
                                Html.inMicros(Numbers.measure(
                                        measure, result.expectation().expected())))
                        .element("td", tolerance(result))
                        .raw("</tr>");
            }
        }
        html.raw("</tbody></table></div></section>");
    }

    private void charts() {
        RunView.charts(runs).forEach((name, series) -> {
            html.raw("<section class=\"charts\"><h2>").text(name).raw("</h2><ul class=\"legend\">");
            series.forEach(one -> html.raw("<li><svg viewBox=\"0 0 30 8\"><path class=\"line s" + one.style()
                            + "\" d=\"M1 4 L29 4\"/></svg>")
                    .text(one.label())
                    .raw("</li>"));
            html.raw("</ul>");
            List<Series> measured = series.stream()
                    .filter(one -> one.receiver().oneWay().getTotalCount() > 0)
                    .toList();
            if (measured.isEmpty()) {
                html.raw("<p class=\"warn\">No frame was received: there is nothing to draw.</p></section>");
                return;
            }
            LatencyCharts charts = new LatencyCharts(measured);
            html.raw("<div class=\"three\">")
                    .raw(charts.histogram())
                    .raw(charts.cumulative())
                    .raw(charts.tail())
                    .raw("</div><h3>Where the time went</h3>")
                    .raw(StageChart.bars(measured));
            StageChart.table(html, measured);
            html.raw("</section>");
        });
    }

    private static String small(String text) {
        return "<small class=\"dim\">" + Html.escape(text) + "</small>";
    }

    private static String style() {
        try (InputStream in = HtmlReport.class.getResourceAsStream("report.css")) {
            if (in == null) {
                throw new IllegalStateException("report.css is missing from the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
