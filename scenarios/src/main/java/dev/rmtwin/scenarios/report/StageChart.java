package dev.rmtwin.scenarios.report;

import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.scenarios.run.StageTime;
import java.util.List;
import java.util.Locale;

/** Shows where the time of the journey went: one bar a receiver, cut by stage, and the same as a table. */
final class StageChart {
    private static final int WIDTH = 1000;
    private static final int ROW = 44;

    private StageChart() {}

    /** Bars of equal length: the shares of each receiver's mean. */
    static String bars(List<Series> series) {
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg class=\"bars\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Latency by stage\">",
                WIDTH,
                series.size() * ROW));
        for (int row = 0; row < series.size(); row++) {
            Series one = series.get(row);
            int top = row * ROW;
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"0\" y=\"%d\">%s: mean %s \u00b5s</text>",
                    top + 12,
                    Html.escape(one.label()),
                    Numbers.micros(one.receiver().oneWayMeanPs())));
            bar(svg, one.receiver().stages(), top + 18);
        }
        return svg.append("</svg>").toString();
    }

    private static void bar(StringBuilder svg, List<StageTime> stages, int top) {
        double total = (double) stages.stream().mapToLong(StageTime::meanPs).sum();
        double left = 0;
        for (StageTime time : stages) {
            double width = total <= 0 ? 0 : WIDTH * (double) time.meanPs() / total;
            if (width >= 0.3) {
                svg.append(String.format(
                        Locale.ROOT,
                        "<rect class=\"g%d\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"18\"><title>%s: %s us</title>"
                                + "</rect>",
                        time.stage().ordinal(),
                        left,
                        top,
                        width,
                        time.stage(),
                        Numbers.micros(time.meanPs())));
            }
            if (width >= 78) {
                svg.append(String.format(
                        Locale.ROOT,
                        "<text class=\"on\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                        left + width / 2,
                        top + 13,
                        time.stage()));
            }
            left += width;
        }
    }

    /** Mean and maximum of every stage; the means' total is the mean one-way latency. */
    static void table(Html html, List<Series> series) {
        html.raw("<div class=\"wide\"><table class=\"stages\"><thead><tr><th rowspan=\"2\">Stage</th>"
                + "<th rowspan=\"2\">Reached when</th>");
        series.forEach(one -> html.element("th colspan=\"2\" class=\"group\"", one.label()));
        html.raw("</tr><tr>");
        series.forEach(one -> html.raw("<th class=\"n\">mean, \u00b5s</th><th class=\"n\">max, \u00b5s</th>"));
        html.raw("</tr></thead><tbody>");
        for (int ordinal = 0; ordinal < Stage.count(); ordinal++) {
            Stage stage = Stage.of(ordinal);
            if (series.stream().noneMatch(one -> find(one, stage) != null)) {
                continue;
            }
            html.raw("<tr><td class=\"name\"><i class=\"swatch g" + ordinal + "\"></i>");
            html.text((ordinal + 1) + " " + stage).raw("</td>").element("td class=\"doc\"", stage.doc());
            for (Series one : series) {
                StageTime time = find(one, stage);
                html.element("td class=\"n\"", time == null ? "\u2013" : Numbers.micros(time.meanPs()));
                html.element("td class=\"n dim\"", time == null ? "\u2013" : Numbers.micros(time.maxPs()));
            }
            html.raw("</tr>");
        }
        html.raw("</tbody><tfoot><tr><th>Sum</th><th class=\"doc\">one-way latency "
                + "(the means add up, the maxima do not)</th>");
        for (Series one : series) {
            long sum = one.receiver().stages().stream()
                    .mapToLong(StageTime::meanPs)
                    .sum();
            html.element("td class=\"n\"", Numbers.micros(sum));
            html.element("td class=\"n dim\"", Numbers.micros(one.receiver().oneWayMaxPs()));
        }
        html.raw("</tr></tfoot></table></div>");
    }

    private static StageTime find(Series one, Stage stage) {
        return one.receiver().stages().stream()
                .filter(time -> time.stage() == stage)
                .findFirst()
                .orElse(null);
    }
}
