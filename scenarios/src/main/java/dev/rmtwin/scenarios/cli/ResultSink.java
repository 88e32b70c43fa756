package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.report.HtmlReport;
import dev.rmtwin.scenarios.report.Json;
import dev.rmtwin.scenarios.report.PollingNote;
import dev.rmtwin.scenarios.report.Prose;
import dev.rmtwin.scenarios.report.ResultText;
import dev.rmtwin.scenarios.report.RunJson;
import dev.rmtwin.scenarios.run.RunResult;
import java.nio.file.Path;
import java.util.List;

/**
 * Takes the result of one run: to standard output, and to a folder when there is one.
 *
 * @param folder null for none
 */
record ResultSink(Session session, OutputFolder folder, boolean json) {
    /** Columns of paragraphs on a terminal. */
    static final int COLUMNS = 110;

    /**
     * Shows the result first and writes files afterwards, so that a full disk costs the files but not the result.
     *
     * @return the exit status
     */
    int accept(RunResult run) {
        Console console = session.console();
        if (json) {
            console.out().print(Json.document(generator -> RunJson.write(generator, run)));
        } else {
            console.out().print(new ResultText(console.ansi()).run(run));
            PollingNote.of(List.of(run)).ifPresent(note -> console.out().print("\n" + Prose.wrap(note, COLUMNS)));
        }
        console.out().flush();
        if (folder != null) {
            String name = OutputFolder.fileName(run.scenario().name());
            folder.write(name + ".json", Json.document(generator -> RunJson.write(generator, run)));
            Path report = folder.write(
                    name + ".html", new HtmlReport(run.scenario().name(), Version.number(), List.of(run)).render());
            (json ? console.err() : console.out()).println("report: " + report);
        }
        return Session.status(run.interrupted(), run.pass());
    }
}
