package dev.rmtwin.scenarios.report;

import dev.rmtwin.scenarios.model.ReceiveMode;
import dev.rmtwin.scenarios.run.ReceiverResult;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How runs and receivers are called and grouped wherever they are shown. */
public final class RunView {
    private RunView() {}

    /** A receive mode in words: {@code poll every 1 ms}, {@code interrupt + DMA}. */
    public static String mode(ReceiveMode mode, long periodPs) {
        return switch (mode) {
            case POLL -> "poll every " + Numbers.time(periodPs);
            case YIELD_POLL -> "yield-poll";
            case BUSY_POLL -> "busy-poll";
            case INTERRUPT_DMA -> "interrupt + DMA";
            case HYBRID -> "interrupt + poll";
            case NETWORK_INTERRUPT -> "network interrupt";
        };
    }

    /** The mode of a receiver in words. */
    public static String mode(ReceiverResult receiver) {
        return mode(receiver.mode(), receiver.periodPs());
    }

    /** Lost frames by cause: {@code overwritten 3, cut 1}, or nothing. */
    public static String causes(ReceiverResult receiver) {
        List<String> causes = new ArrayList<>();
        receiver.framesLost().forEach((cause, count) -> causes.add(cause + " " + Numbers.count(count)));
        return String.join(", ", causes);
    }

    /**
     * The charts to draw: receivers of one run stand together; of several runs, those of one name do. No chart has more
     * series than there are styles.
     */
    static Map<String, List<Series>> charts(List<RunResult> runs) {
        Map<String, List<Series>> groups = new LinkedHashMap<>();
        for (RunResult run : runs) {
            for (ReceiverResult receiver : run.receivers()) {
                String group = runs.size() == 1 ? "All receivers" : "Receiver " + receiver.name();
                String label = runs.size() == 1
                        ? receiver.name() + ", " + mode(receiver)
                        : run.scenario().name() + ", " + mode(receiver);
                List<Series> series = groups.computeIfAbsent(group, g -> new ArrayList<>());
                series.add(new Series(Html.inMicros(label), series.size() % Series.STYLES, receiver));
            }
        }
        Map<String, List<Series>> charts = new LinkedHashMap<>();
        groups.forEach((name, series) -> {
            for (int from = 0; from < series.size(); from += Series.STYLES) {
                int to = Math.min(series.size(), from + Series.STYLES);
                String part = series.size() <= Series.STYLES ? "" : ", " + (from + 1) + " to " + to;
                charts.put(name + part, series.subList(from, to));
            }
        });
        return charts;
    }
}
