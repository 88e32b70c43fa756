package dev.rmtwin.scenarios.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Draws one-way latencies as SVG: histogram, cumulative share, and tail; time is logarithmic in all three. */
final class LatencyCharts {
    private static final int WIDTH = 400;
    private static final int HEIGHT = 270;
    private static final int LEFT = 50;
    private static final int RIGHT = 12;
    private static final int TOP = 10;
    private static final int BOTTOM = 44;
    private static final int PLOT_WIDTH = WIDTH - LEFT - RIGHT;
    private static final int PLOT_HEIGHT = HEIGHT - TOP - BOTTOM;
    private static final int BINS_PER_DECADE = 40;
    private static final double NS_PER_US = 1000.0;

    private final List<Series> series;
    private final LogScale x;

    /** Charts of the series that have measurements; there must be one at least. */
    LatencyCharts(List<Series> measured) {
        this.series = measured;
        double low = Double.MAX_VALUE;
        double high = 0;
        for (Series one : measured) {
            low = Math.min(low, (double) Math.max(1, one.receiver().oneWay().getMinValue()));
            high = Math.max(high, (double) Math.max(1, one.receiver().oneWay().getMaxValue()));
        }
        this.x = LogScale.around(low / NS_PER_US, high / NS_PER_US, PLOT_WIDTH);
    }

    /** Share of frames in each of forty bins a decade. */
    String histogram() {
        int bins = (int) Math.ceil(StrictMath.log10(x.high() / x.low()) * BINS_PER_DECADE) + 1;
        List<double[]> shares = new ArrayList<>();
        double top = 0;
        for (Series one : series) {
            double[] share = shares(one.receiver().oneWay(), bins);
            for (double value : share) {
                top = Math.max(top, value);
            }
            shares.add(share);
        }
        double step = niceStep(top / 4);
        double upper = Math.ceil(top / step) * step;
        StringBuilder svg = open("Latency histogram: frames in each bin");
        for (double tick = 0; tick <= upper * 1.0001; tick += step) {
            yTick(svg, PLOT_HEIGHT * (1 - tick / upper), Numbers.scaled(tick, 1) + " %");
        }
        xAxis(svg);
        for (int i = 0; i < series.size(); i++) {
            bars(svg, series.get(i), shares.get(i), upper);
        }
        return close(svg);
    }

    /** Share of frames that were at most as late. */
    String cumulative() {
        StringBuilder svg = open("Cumulative: frames at most as late");
        for (int percent = 0; percent <= 100; percent += 25) {
            yTick(svg, PLOT_HEIGHT * (1 - percent / 100.0), percent + " %");
        }
        xAxis(svg);
        for (Series one : series) {
            StringBuilder path = new StringBuilder();
            double lastX = -1;
            for (HistogramIterationValue value : one.receiver().oneWay().recordedValues()) {
                double px = x.at(value.getValueIteratedTo() / NS_PER_US);
                boolean last = value.getTotalCountToThisValue()
                        == one.receiver().oneWay().getTotalCount();
                if (path.isEmpty()) {
                    point(path, px, PLOT_HEIGHT);
                }
                if (last || px - lastX >= 0.5) {
                    point(path, px, PLOT_HEIGHT * (1 - value.getPercentileLevelIteratedTo() / 100));
                    lastX = px;
                }
            }
            line(svg, one, path);
        }
        return close(svg);
    }

    /** Share of frames that were later, on a logarithmic axis, so that rare frames can be seen. */
    String tail() {
        long most = series.stream()
                .mapToLong(s -> s.receiver().oneWay().getTotalCount())
                .max()
                .orElse(1);
        int decades = Math.max(1, (int) Math.ceil(StrictMath.log10((double) most)));
        StringBuilder svg = open("Tail: frames that were later");
        for (int decade = 0; decade <= decades; decade++) {
            String label = decade <= 3
                    ? Numbers.scaled(100 / StrictMath.pow(10, decade), 1) + " %"
                    : "10<tspan dy=\"-4\" " + "font-size=\"8\">" + (2 - decade) + "</tspan><tspan dy=\"4\"> %</tspan>";
            yTick(svg, PLOT_HEIGHT * (double) decade / decades, label);
        }
        xAxis(svg);
        for (Series one : series) {
            Histogram all = one.receiver().oneWay();
            StringBuilder path = new StringBuilder();
            point(path, 0, 0);
            double lastX = 0;
            double lastY = 0;
            for (HistogramIterationValue value : all.recordedValues()) {
                long later = all.getTotalCount() - value.getTotalCountToThisValue();
                double px = x.at(value.getValueIteratedTo() / NS_PER_US);
                double py = later == 0 ? PLOT_HEIGHT : tailHeight((double) later / all.getTotalCount(), decades);
                if (later == 0 || px - lastX >= 0.5 || py - lastY >= 2) {
                    point(path, px, lastY);
                    point(path, px, py);
                    lastX = px;
                    lastY = py;
                }
            }
            line(svg, one, path);
        }
        return close(svg);
    }

    private static double tailHeight(double share, int decades) {
        return Math.min(PLOT_HEIGHT, -PLOT_HEIGHT * StrictMath.log10(share) / decades);
    }

    private double[] shares(Histogram histogram, int bins) {
        double[] share = new double[bins];
        for (HistogramIterationValue value : histogram.recordedValues()) {
            double us = histogram.medianEquivalentValue(value.getValueIteratedTo()) / NS_PER_US;
            int bin = (int) Math.floor(StrictMath.log10(Math.max(us, x.low()) / x.low()) * BINS_PER_DECADE);
            share[Math.clamp(bin, 0, bins - 1)] +=
                    100.0 * value.getCountAtValueIteratedTo() / histogram.getTotalCount();
        }
        return share;
    }

    private void bars(StringBuilder svg, Series one, double[] share, double upper) {
        StringBuilder path = new StringBuilder();
        for (int bin = 0; bin < share.length; bin++) {
            boolean seen = share[bin] > 0 || bin > 0 && share[bin - 1] > 0;
            if (!seen) {
                continue;
            }
            double height = PLOT_HEIGHT * (1 - share[bin] / upper);
            double from = x.at(x.low() * StrictMath.pow(10, (double) bin / BINS_PER_DECADE));
            double to = x.at(x.low() * StrictMath.pow(10, (bin + 1.0) / BINS_PER_DECADE));
            if (bin == 0 || share[bin - 1] == 0) {
                path.append(path.isEmpty() ? "M" : " M").append(xy(from, PLOT_HEIGHT));
            }
            path.append(" L").append(xy(from, height));
            path.append(" L").append(xy(to, height));
            if (bin == share.length - 1) {
                path.append(" L").append(xy(to, PLOT_HEIGHT));
            }
        }
        svg.append("<path class=\"area s")
                .append(one.style())
                .append("\" d=\"")
                .append(path)
                .append("\"/>");
        svg.append("<path class=\"line s")
                .append(one.style())
                .append("\" d=\"")
                .append(path)
                .append("\"/>");
    }

    private static void line(StringBuilder svg, Series one, StringBuilder path) {
        svg.append("<path class=\"line s")
                .append(one.style())
                .append("\" d=\"")
                .append(path)
                .append("\"/>");
    }

    private static void point(StringBuilder path, double px, double py) {
        path.append(path.isEmpty() ? "M" : " L").append(xy(px, py));
    }

    private static String xy(double px, double py) {
        return String.format(Locale.ROOT, "%.1f %.1f", LEFT + px, TOP + py);
    }

    private void xAxis(StringBuilder svg) {
        for (double tick : x.ticks()) {
            double at = LEFT + x.at(tick);
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"grid\" x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$d\" y2=\"%3$d\"/>"
                            + "<text x=\"%1$.1f\" y=\"%4$d\" text-anchor=\"middle\">%5$s</text>",
                    at,
                    TOP,
                    TOP + PLOT_HEIGHT,
                    TOP + PLOT_HEIGHT + 16,
                    tickLabel(tick)));
        }
        svg.append(String.format(
                Locale.ROOT,
                "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%3$d\" y2=\"%3$d\"/>"
                        + "<text class=\"title\" x=\"%4$d\" y=\"%5$d\" text-anchor=\"middle\">"
                        + "one-way latency (\u00b5s, logarithmic)</text>",
                LEFT,
                LEFT + PLOT_WIDTH,
                TOP + PLOT_HEIGHT,
                LEFT + PLOT_WIDTH / 2,
                HEIGHT - 8));
    }

    private static String tickLabel(double tick) {
        return tick >= 1000 ? Numbers.count(Math.round(tick)) : Numbers.scaled(tick, 1);
    }

    private static void yTick(StringBuilder svg, double at, String label) {
        svg.append(String.format(
                Locale.ROOT,
                "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%3$.1f\" y2=\"%3$.1f\"/>"
                        + "<text x=\"%4$d\" y=\"%5$.1f\" text-anchor=\"end\">%6$s</text>",
                LEFT,
                LEFT + PLOT_WIDTH,
                TOP + at,
                LEFT - 6,
                TOP + at + 3.5,
                label));
    }

    private static double niceStep(double rough) {
        double decade = StrictMath.pow(10, Math.floor(StrictMath.log10(rough)));
        double part = rough / decade;
        return decade * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
    }

    private static StringBuilder open(String title) {
        return new StringBuilder(8192)
                .append(String.format(
                        Locale.ROOT,
                        "<figure><figcaption>%1$s</figcaption>"
                                + "<svg viewBox=\"0 0 %2$d %3$d\" role=\"img\" aria-label=\"%1$s\">",
                        title,
                        WIDTH,
                        HEIGHT));
    }

    private static String close(StringBuilder svg) {
        return svg.append("</svg></figure>").toString();
    }
}
