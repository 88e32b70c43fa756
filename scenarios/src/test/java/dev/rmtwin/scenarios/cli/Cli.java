package dev.rmtwin.scenarios.cli;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.scenarios.model.Expectation;
import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.model.ReceiveMode;
import dev.rmtwin.scenarios.model.Scenario;
import dev.rmtwin.scenarios.report.Ansi;
import dev.rmtwin.scenarios.report.Results;
import dev.rmtwin.scenarios.run.Progress;
import dev.rmtwin.scenarios.run.RunOptions;
import dev.rmtwin.scenarios.run.RunResult;
import dev.rmtwin.scenarios.run.ScenarioRunner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command line in this process, with captured streams, made-up scenarios and made-up results. */
final class Cli implements ScenarioSource, ScenarioRunner {
    private static final int FRAMES = 2000;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Path folder;
    final List<String> ran = Collections.synchronizedList(new ArrayList<>());
    final List<RunOptions> options = Collections.synchronizedList(new ArrayList<>());
    final StopSignal stop = new StopSignal();
    OutputStream standardOutput = out;
    boolean colours;
    boolean progress;
    double expectedMeanUs = 7.8;
    Exception defect;

    Cli(Path folder) {
        this.folder = folder;
    }

    int run(String... args) {
        Console console = Console.to(standardOutput, stream(err), new Ansi(colours), progress);
        Session session = new Session(console, folder, this, this, this::resume, stop);
        return new CommandLineApp(session).execute(args);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** Standard output as the one JSON document that it must be. */
    JsonNode json() {
        return JsonMapper.builder()
                .enable(tools.jackson.databind.DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build()
                .readTree(out());
    }

    private static PrintStream stream(OutputStream target) {
        return new PrintStream(target, true, StandardCharsets.UTF_8);
    }

    @Override
    public RunResult run(Scenario scenario, RunOptions runOptions, Progress track) throws IOException {
        ran.add(scenario.name());
        options.add(runOptions);
        if (defect != null) {
            if (defect instanceof IOException io) {
                throw io;
            }
            throw new IllegalStateException(defect.getMessage(), defect);
        }
        track.at(scenario.durationPs() / 2, scenario.durationPs(), 1000);
        RunResult run = Results.run(scenario, FRAMES);
        return runOptions.stop().getAsBoolean() ? Results.interrupted(run) : run;
    }

    private RunResult resume(Path snapshot, RunOptions runOptions, Progress track) throws IOException {
        return run(builtIn("resumed", Settings.of(null, null)), runOptions, track);
    }

    @Override
    public Scenario load(Path file, Settings settings) {
        String name = file.getFileName().toString().replace(".yaml", "");
        if (name.equals("broken")) {
            throw CommandFailure.badInput(List.of("broken.yaml:3: one thing", "broken.yaml:7: another"));
        }
        return builtIn(name, settings);
    }

    @Override
    public Scenario builtIn(String name, Settings settings) {
        Expectation mean = Results.expect("mean", Measure.ONE_WAY_MEAN, expectedMeanUs * Ps.US, 10);
        ReceiveMode mode = name.contains("poll") ? ReceiveMode.POLL : ReceiveMode.INTERRUPT_DMA;
        List<Expectation> expectations = name.contains("poll") ? List.of() : List.of(mean);
        return Results.scenario(name, mode, mode == ReceiveMode.POLL ? Ps.MS : 0, expectations);
    }

    @Override
    public List<Entry> scenarios() {
        return List.of(new Entry("reference-echo", "interrupt and DMA"));
    }

    @Override
    public boolean hasBuiltIn(String name) {
        return name.equals("reference-echo");
    }

    @Override
    public List<Entry> hostProfiles() {
        return List.of(new Entry("reference-lab", "the reference's machines"));
    }

    @Override
    public List<Entry> cardProfiles() {
        return List.of(new Entry("rm-queue", "RM block and queue block"));
    }

    @Override
    public String template() {
        return "# a scenario\n";
    }

    @Override
    public long timePs(String option, String text) {
        if (!text.matches("-?\\ds")) {
            throw CommandFailure.badInput(option + ": not a time: " + text);
        }
        return Integer.parseInt(text.replace("s", "")) * Ps.SECOND;
    }
}
