package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.model.Scenario;
import dev.rmtwin.scenarios.run.RunOptions;
import dev.rmtwin.scenarios.run.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code run FILE}: one scenario, from file to result. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Runs one scenario file and shows what its receivers saw.",
        footer = {
            "",
            "Exit status: 0 all expectations hold, 1 one fails, 2 bad input, 3 the environment lacks something.",
            "",
            "Examples:",
            "  ./rmtwin run scenarios/files/reference-echo.yaml",
            "  ./rmtwin run my.yaml --duration 10s --seed 7 --out results --json",
            "  ./rmtwin run my.yaml --snapshot-at 5s --snapshot half.snap"
        })
final class RunCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "FILE", description = "The scenario file, or the name of a built-in scenario (see list).")
    private Path file;

    @Mixin
    private Settings settings;

    @Mixin
    private ResultOptions result;

    @Option(
            names = "--snapshot-at",
            paramLabel = "TIME",
            description = "Simulated time at which a snapshot is taken; needs --snapshot.")
    private String snapshotAt;

    @Option(names = "--snapshot", paramLabel = "FILE", description = "File that takes the snapshot.")
    private Path snapshot;

    RunCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        if ((snapshot == null) != (snapshotAt == null)) {
            throw CommandFailure.badInput(
                    "--snapshot-at and --snapshot belong together, e.g. --snapshot-at 5s --snapshot half.snap");
        }
        long snapshotAtPs = snapshotAt == null ? -1 : session.source().timePs("--snapshot-at", snapshotAt);
        if (snapshotAt != null && snapshotAtPs < 0) {
            throw CommandFailure.badInput("--snapshot-at: '" + snapshotAt + "' is negative; write a time from 0 s");
        }
        Scenario scenario = session.load(file, settings);
        if (snapshotAtPs > scenario.durationPs()) {
            throw CommandFailure.badInput("--snapshot-at " + snapshotAt + " lies behind the end of the run");
        }
        ResultSink sink = result.open(session);
        Path snapshotTo = snapshot == null ? null : OutputFolder.tryOut(session.resolve(snapshot));
        RunOptions options = new RunOptions(
                settings.command(file.toString(), scenario.seed()),
                snapshotTo,
                snapshotAtPs,
                session.stop().heeded());
        RunResult run;
        try (ProgressLine line = new ProgressLine(session.console(), scenario.name())) {
            run = session.runner().run(scenario, options, line.add(scenario.durationPs()));
        }
        return sink.accept(run);
    }
}
