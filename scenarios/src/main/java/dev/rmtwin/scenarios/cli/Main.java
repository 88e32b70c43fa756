package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.run.EngineRunner;
import java.nio.file.Path;

/** Where the command line starts: joins the process, the loader and the engine with the commands. */
public final class Main {
    private Main() {}

    /** Runs one command and ends the process with its exit status. */
    public static void main(String[] args) {
        StopSignal stop = new StopSignal();
        stop.install();
        Session session = new Session(
                Console.ofProcess(System.getenv()),
                Path.of(""),
                new LoaderSource(),
                (scenario, options, progress) -> new EngineRunner().run(scenario, options, progress),
                (snapshot, options, progress) -> new EngineRunner().resume(snapshot, options, progress),
                stop);
        int status = new CommandLineApp(session).execute(args);
        stop.finished();
        if (!stop.getAsBoolean()) {
            System.exit(status);
        }
    }
}
