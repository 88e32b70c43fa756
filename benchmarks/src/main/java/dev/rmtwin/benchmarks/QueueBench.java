package dev.rmtwin.benchmarks;

import dev.rmtwin.benchmarks.queue.QueueMeter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * {@code rmtwin bench queue}: descriptors a second through a modelled queue pair, from doorbell to interrupt, in bursts,
 * beside the same model one by one and beside a loop that only copies.
 *
 * <p>A missed goal is reported, not failed on: times are never a test.
 */
@Command(
        name = "queue",
        mixinStandardHelpOptions = true,
        description = "Measures a modelled queue pair: doorbell, fetch, move of 64 B, completion, interrupt.%n%n"
                + "Beside it the same model one descriptor at a time, and a loop that only makes the same copies; the "
                + "variants in turn, on one core. A missed goal is shown and is no failure.%n",
        footer = {"", "Example: ./rmtwin bench queue --rounds 5 --json"})
public final class QueueBench implements Callable<Integer> {
    private static final double GOAL_PER_SECOND = 2e6;
    private static final double MILLION = 1e6;
    private static final QueueMeter FULL = new QueueMeter(1_000_000, 4, 5);
    private static final QueueMeter QUICK = new QueueMeter(200_000, 8, 3);

    @Option(names = "--json", description = "One JSON document on standard output.")
    private boolean json;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds of all variants (default: 3, with --quick 1).")
    private Integer rounds;

    @Option(names = "--quick", description = "Short windows: a look, not a measurement.")
    private boolean quick;

    @Spec
    private CommandSpec spec;

    /** What one round has measured. */
    private record Round(QueueMeter.Speed bursts, QueueMeter.Speed oneByOne, QueueMeter.Speed copies) {}

    @Override
    public Integer call() {
        int wanted = rounds != null ? rounds : quick ? 1 : 3;
        if (wanted < 1) {
            throw new ParameterException(spec.commandLine(), "--rounds: " + wanted + " is too few, at least 1");
        }
        QueueMeter meter = quick ? QUICK : FULL;
        List<Round> measured = new ArrayList<>();
        for (int round = 0; round < wanted; round++) {
            measured.add(new Round(meter.bursts(), meter.oneByOne(), meter.copies()));
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? document(measured) : table(measured));
        out.flush();
        return 0;
    }

    private static double median(List<Round> rounds, ToDoubleFunction<Round> number) {
        double[] sorted = rounds.stream().mapToDouble(number).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static String table(List<Round> rounds) {
        double value = median(rounds, r -> r.bursts().perCpuSecond());
        StringBuilder text = new StringBuilder();
        row(text, "", "M/s wall", "M/s cpu", "B each", "ratio");
        row(text, "bursts", rounds, Round::bursts, 1);
        row(
                text,
                "one by one",
                rounds,
                Round::oneByOne,
                value / median(rounds, r -> r.oneByOne().perCpuSecond()));
        row(
                text,
                "copies alone",
                rounds,
                Round::copies,
                value / median(rounds, r -> r.copies().perCpuSecond()));
        double wall = median(rounds, r -> r.bursts().perWallSecond());
        return text.append(String.format(
                        Locale.ROOT,
                        "descriptors of 64 B, medians of %d rounds; ratio by processor time%n"
                                + "goal %.0f M/s: %s by wall time, %s by processor time (wall counts others' load too)%n",
                        rounds.size(),
                        GOAL_PER_SECOND / MILLION,
                        verdict(wall),
                        verdict(value)))
                .toString();
    }

    private static String verdict(double perSecond) {
        return perSecond >= GOAL_PER_SECOND ? "met" : "missed";
    }

    private static void row(
            StringBuilder text, String name, List<Round> rounds, Function<Round, QueueMeter.Speed> of, double ratio) {
        row(
                text,
                name,
                String.format(
                        Locale.ROOT, "%.2f", median(rounds, r -> of.apply(r).perWallSecond()) / MILLION),
                String.format(
                        Locale.ROOT, "%.2f", median(rounds, r -> of.apply(r).perCpuSecond()) / MILLION),
                String.format(
                        Locale.ROOT, "%.4f", median(rounds, r -> of.apply(r).bytesEach())),
                String.format(Locale.ROOT, "%.2f", ratio));
    }

    private static void row(StringBuilder text, String... cells) {
        text.append(String.format(Locale.ROOT, "%-14s %9s %9s %9s %7s%n", (Object[]) cells));
    }

    private static String document(List<Round> rounds) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("benchmark", "queue");
            json.writeStringProperty("java", Runtime.version().toString());
            json.writeStringProperty("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
            json.writeNumberProperty("processors", Runtime.getRuntime().availableProcessors());
            json.writeNumberProperty("rounds", rounds.size());
            json.writeArrayPropertyStart("results");
            double value = median(rounds, r -> r.bursts().perCpuSecond());
            write(json, "one by one", value, median(rounds, r -> r.oneByOne().perCpuSecond()));
            json.writeNumberProperty("goal", GOAL_PER_SECOND / MILLION);
            json.writeBooleanProperty("met", value >= GOAL_PER_SECOND);
            json.writeBooleanProperty(
                    "metByWallTime", median(rounds, r -> r.bursts().perWallSecond()) >= GOAL_PER_SECOND);
            json.writeNumberProperty(
                    "perWallSecond", median(rounds, r -> r.bursts().perWallSecond()) / MILLION);
            json.writeNumberProperty(
                    "allocatedBytesEach", median(rounds, r -> r.bursts().bytesEach()));
            json.writeEndObject();
            write(json, "copies alone", value, median(rounds, r -> r.copies().perCpuSecond()));
            json.writeEndObject();
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }

    private static void write(JsonGenerator json, String baselineName, double value, double baseline) {
        json.writeStartObject();
        json.writeStringProperty("name", "descriptors of 64 B, doorbell to interrupt");
        json.writeStringProperty("unit", "million descriptors/s");
        json.writeNumberProperty("value", value / MILLION);
        json.writeStringProperty("baselineName", baselineName);
        json.writeNumberProperty("baselineValue", baseline / MILLION);
        json.writeNumberProperty("ratio", value / baseline);
    }
}
