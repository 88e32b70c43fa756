package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.figure.Evidence;
import dev.rmtwin.scenarios.figure.Figure;
import dev.rmtwin.scenarios.figure.FigureCatalog;
import dev.rmtwin.scenarios.figure.Variant;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code reproduce}: the reference figures, each from runs of its scenarios. */
@Command(
        name = "reproduce",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Runs the scenarios behind the reference figures and checks what comes out against the reference.",
            "Scenarios that several figures need run once; two run at a time."
        },
        footer = {"", "Examples:", "  ./rmtwin reproduce", "  ./rmtwin reproduce --only F1,F3 --seed 7 --json"})
final class ReproduceCommand implements Callable<Integer> {
    /** Experiments have no scenario file; their root of chance is the one that this scenario would have. */
    private static final String SEED_OF = "reference-echo";

    private final Session session;

    @Option(names = "--only", paramLabel = "F1,F9", split = ",", description = "Only these figures.")
    private List<String> only;

    @Option(names = "--seed", paramLabel = "N", description = "Root of all chance, for every scenario.")
    private String seed;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "Simulated time of each run; the figures are stated for the scenarios' own.")
    private String duration;

    @Option(names = "--json", description = "One JSON document on standard output instead of the table.")
    private boolean json;

    ReproduceCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<Figure> figures = only == null ? FigureCatalog.all() : select(only);
        Settings settings = Settings.of(duration, seed);
        long root = session.source().builtIn(SEED_OF, settings).seed();
        List<Variant> variants = figures.stream()
                .flatMap(figure -> figure.variants().stream())
                .distinct()
                .toList();
        List<RunPool.Request> requests = variants.stream()
                .map(variant -> new RunPool.Request(variant.scenario(), settings.with(variant.set())))
                .toList();
        List<RunResult> results = requests.isEmpty()
                ? List.of()
                : new RunPool(session).run("reproduce, " + requests.size() + " runs", requests);
        Map<Variant, RunResult> byVariant = new LinkedHashMap<>();
        for (int index = 0; index < results.size(); index++) {
            byVariant.put(variants.get(index), results.get(index));
        }
        Evidence evidence = new Evidence(byVariant, root, session.stop().heeded());
        FigureReport report = new FigureReport(
                judge(figures, evidence), results, session.stop().getAsBoolean());
        session.console()
                .out()
                .print(json ? report.document() : report.text(session.console().ansi()));
        return Session.status(report.interrupted(), report.pass());
    }

    private List<FigureReport.Outcome> judge(List<Figure> figures, Evidence evidence) {
        List<FigureReport.Outcome> outcomes = new ArrayList<>();
        for (Figure figure : figures) {
            session.console().show("reproduce, figure " + figure.id());
            outcomes.add(new FigureReport.Outcome(figure, figure.judge().apply(evidence)));
        }
        session.console().show("");
        return outcomes;
    }

    /**
     * The figures of these ids, in the catalog's order.
     *
     * @throws CommandFailure (bad input) naming every id that cannot be had
     */
    static List<Figure> select(List<String> ids) {
        Set<String> wanted = new LinkedHashSet<>();
        ids.forEach(id -> wanted.add(id.strip().toUpperCase(Locale.ROOT)));
        List<String> problems = new ArrayList<>();
        List<Figure> all = FigureCatalog.all();
        String there = all.stream().map(Figure::id).collect(Collectors.joining(", "));
        for (String id : wanted) {
            if (all.stream().noneMatch(figure -> figure.id().equals(id))) {
                problems.add("--only: "
                        + (isInReference(id)
                                ? "figure " + id + " cannot be reproduced by this version yet; there are " + there
                                : "there is no figure '" + id + "'; there are " + there));
            }
        }
        if (!problems.isEmpty()) {
            throw CommandFailure.badInput(problems);
        }
        return all.stream().filter(figure -> wanted.contains(figure.id())).toList();
    }

    private static boolean isInReference(String id) {
        return id.matches("F[1-9][0-9]?") && Integer.parseInt(id.substring(1)) <= FigureCatalog.LAST;
    }
}
