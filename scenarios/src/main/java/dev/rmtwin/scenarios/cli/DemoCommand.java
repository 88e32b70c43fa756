package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.report.HtmlReport;
import dev.rmtwin.scenarios.report.Json;
import dev.rmtwin.scenarios.report.Numbers;
import dev.rmtwin.scenarios.report.PollingNote;
import dev.rmtwin.scenarios.report.Prose;
import dev.rmtwin.scenarios.report.ResultText;
import dev.rmtwin.scenarios.report.RunJson;
import dev.rmtwin.scenarios.run.RunResult;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demo}: the reference experiment in its three receive modes, beside the reference's figures. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Runs the reference experiment: three nodes on a fibre ring, A writes 100 bytes at 1 kHz, B answers each,",
            "and B receives by polling every 1 ms, by polling every 100 us, and by interrupt and DMA."
        },
        footer = {"", "Examples:", "  ./rmtwin demo", "  ./rmtwin demo --duration 10s --seed 7 --json"})
final class DemoCommand implements Callable<Integer> {
    private static final List<String> SCENARIOS =
            List.of("reference-poll-1ms", "reference-poll-100us", "reference-echo");
    private static final String TITLE = "Reference experiment: three nodes, three receive modes";

    private final Session session;

    @Option(names = "--duration", paramLabel = "TIME", description = "Simulated time of each run (10m if not given).")
    private String duration;

    @Option(names = "--seed", paramLabel = "N", description = "Root of all chance; the same seed gives the same runs.")
    private String seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder that takes demo.html and demo.json (default: ${DEFAULT-VALUE}).",
            defaultValue = "rmtwin-report")
    private Path out;

    @Option(names = "--json", description = "One JSON document on standard output instead of the table.")
    private boolean json;

    DemoCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Settings settings = Settings.of(duration, seed);
        OutputFolder folder = OutputFolder.prepare(session.resolve(out));
        List<RunPool.Request> requests = SCENARIOS.stream()
                .map(name -> new RunPool.Request(name, settings))
                .toList();
        List<RunResult> runs = new RunPool(session).run("demo, " + requests.size() + " runs", requests);
        boolean interrupted = runs.stream().anyMatch(RunResult::interrupted);
        boolean pass = runs.stream().allMatch(RunResult::pass);
        String document = document(runs, interrupted, pass);
        Console console = session.console();
        console.out().print(json ? document : text(runs, interrupted));
        console.out().flush();
        folder.write("demo.json", document);
        Path report = folder.write("demo.html", new HtmlReport(TITLE, Version.number(), runs).render());
        (json ? console.err() : console.out()).println("report: " + report);
        return Session.status(interrupted, pass);
    }

    private static String document(List<RunResult> runs, boolean interrupted, boolean pass) {
        return Json.document(generator -> {
            generator.writeStartObject();
            generator.writeArrayPropertyStart("runs");
            runs.forEach(run -> RunJson.write(generator, run));
            generator.writeEndArray();
            generator.writeBooleanProperty("interrupted", interrupted);
            generator.writeBooleanProperty("pass", pass);
            PollingNote.of(runs).ifPresent(note -> generator.writeStringProperty("note", note));
            generator.writeEndObject();
        });
    }

    private String text(List<RunResult> runs, boolean interrupted) {
        ResultText results = new ResultText(session.console().ansi());
        StringBuilder text = new StringBuilder();
        text.append(session.console().ansi().bold(TITLE)).append('\n');
        text.append(
                "A writes 100 bytes to its card at 1 kHz; they appear at B, which answers. One-way latencies in us.\n");
        if (interrupted) {
            text.append(session.console().ansi().bad("stopped before its end"))
                    .append(": what was measured until then follows\n");
        }
        text.append('\n').append(results.latencies(runs, true)).append('\n');
        PollingNote.of(runs)
                .ifPresent(note ->
                        text.append(Prose.wrap(note, ResultSink.COLUMNS)).append('\n'));
        for (RunResult run : runs) {
            long failed = run.expectations().stream().filter(e -> !e.pass()).count();
            text.append(run.scenario().name())
                    .append(": ")
                    .append(
                            failed == 0
                                    ? session.console()
                                            .ansi()
                                            .good("all " + run.expectations().size() + " expectations hold")
                                    : session.console()
                                            .ansi()
                                            .bad(failed + " of "
                                                    + run.expectations().size() + " expectations fail"))
                    .append(", ")
                    .append(Numbers.seconds(run.wallSeconds()))
                    .append(" wall\n");
            text.append(failed == 0 ? "" : results.expectations(run));
            text.append(results.identity(run).indent(2));
        }
        return text.append('\n').toString();
    }
}
