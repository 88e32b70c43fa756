package dev.rmtwin.scenarios.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options that say where the result of one run goes. */
final class ResultOptions {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder that takes the HTML report and the result as JSON, each under the scenario's name.")
    private Path out;

    @Option(names = "--json", description = "One JSON document on standard output instead of tables.")
    private boolean json;

    /** Tries the folder out, before the run. */
    ResultSink open(Session session) {
        return new ResultSink(session, out == null ? null : OutputFolder.prepare(session.resolve(out)), json);
    }
}
