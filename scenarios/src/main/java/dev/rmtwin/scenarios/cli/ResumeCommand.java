package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.run.RunOptions;
import dev.rmtwin.scenarios.run.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code resume SNAPSHOT}: continues a run from where its snapshot was taken. */
@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Continues a snapshot to the end of its run; the result is that of the run without a break.",
        footer = {
            "",
            "Example:",
            "  ./rmtwin run my.yaml --snapshot-at 5s --snapshot half.snap && ./rmtwin resume half.snap"
        })
final class ResumeCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "SNAPSHOT", description = "A file that run --snapshot wrote.")
    private Path snapshot;

    @Mixin
    private ResultOptions result;

    ResumeCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Path from = session.resolve(snapshot);
        if (!Files.isRegularFile(from)) {
            String wrong = Files.exists(from) ? ": is not a file" : ": no such file";
            throw CommandFailure.badInput(
                    snapshot + wrong + "; run FILE --snapshot-at TIME --snapshot FILE writes one");
        }
        ResultSink sink = result.open(session);
        RunOptions options = RunOptions.stoppable(
                "./rmtwin resume " + Settings.quote(snapshot.toString()),
                session.stop().heeded());
        RunResult run;
        try (ProgressLine line = new ProgressLine(session.console(), "resume " + snapshot)) {
            run = session.resumer().resume(from, options, line.add(0));
        } catch (IOException e) {
            throw CommandFailure.badInput(CommandFailure.reason(e));
        }
        return sink.accept(run);
    }
}
