package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.model.ReceiveMode;
import dev.rmtwin.scenarios.report.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code list}: what a scenario can be made of. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Lists the scenarios, host and card profiles, receive modes and measures that there are.",
        footer = {"", "Examples:", "  ./rmtwin list", "  ./rmtwin list --json"})
final class ListCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--json", description = "One JSON document on standard output instead of text.")
    private boolean json;

    ListCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Map<String, List<ScenarioSource.Entry>> lists = new LinkedHashMap<>();
        lists.put("scenarios", session.source().scenarios());
        lists.put("hostProfiles", session.source().hostProfiles());
        lists.put("cardProfiles", session.source().cardProfiles());
        List<ScenarioSource.Entry> modes = new ArrayList<>();
        for (ReceiveMode mode : ReceiveMode.values()) {
            modes.add(new ScenarioSource.Entry(mode.label(), describe(mode)));
        }
        lists.put("receiveModes", modes);
        List<ScenarioSource.Entry> measures = new ArrayList<>();
        for (Measure measure : Measure.values()) {
            measures.add(new ScenarioSource.Entry(
                    measure.label(),
                    measure.doc() + " (" + measure.unit().name().toLowerCase(Locale.ROOT) + ")"));
        }
        lists.put("measures", measures);
        session.console().out().print(json ? document(lists) : text(lists));
        return ExitStatus.OK;
    }

    private static String describe(ReceiveMode mode) {
        return switch (mode) {
            case POLL -> "looks at the card's status registers at a period and yields in between";
            case YIELD_POLL -> "looks at the completion ring in host memory and yields, without a period";
            case BUSY_POLL -> "spins on the completion ring in host memory and never yields";
            case INTERRUPT_DMA -> "waits in epoll; an interrupt wakes it after DMA has put the frame in host memory";
            case HYBRID ->
                "as interrupt-dma, but one interrupt starts polls with a budget that take the rest of a burst";
            case NETWORK_INTERRUPT -> "waits for a network interrupt after the data, then reads card memory";
        };
    }

    private static String document(Map<String, List<ScenarioSource.Entry>> lists) {
        return Json.document(generator -> {
            generator.writeStartObject();
            lists.forEach((name, entries) -> {
                generator.writeArrayPropertyStart(name);
                for (ScenarioSource.Entry entry : entries) {
                    generator.writeStartObject();
                    generator.writeStringProperty("name", entry.name());
                    generator.writeStringProperty("description", entry.description());
                    generator.writeEndObject();
                }
                generator.writeEndArray();
            });
            generator.writeEndObject();
        });
    }

    private String text(Map<String, List<ScenarioSource.Entry>> lists) {
        Map<String, String> titles = Map.of(
                "scenarios", "Scenarios",
                "hostProfiles", "Host profiles",
                "cardProfiles", "Card profiles",
                "receiveModes", "Receive modes",
                "measures", "Measures of expectations");
        int width = lists.values().stream()
                .flatMap(List::stream)
                .mapToInt(entry -> entry.name().length())
                .max()
                .orElse(0);
        StringBuilder text = new StringBuilder();
        lists.forEach((name, entries) -> {
            text.append(text.isEmpty() ? "" : "\n")
                    .append(session.console().ansi().bold(titles.get(name)))
                    .append('\n');
            for (ScenarioSource.Entry entry : entries) {
                text.append(String.format(Locale.ROOT, "  %-" + width + "s  %s%n", entry.name(), entry.description()));
            }
        });
        return text.toString();
    }
}
