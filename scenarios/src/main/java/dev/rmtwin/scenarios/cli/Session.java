package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.run.Progress;
import dev.rmtwin.scenarios.run.RunOptions;
import dev.rmtwin.scenarios.run.RunResult;
import dev.rmtwin.scenarios.run.ScenarioRunner;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What commands work with.
 *
 * @param console where they write
 * @param folder the current folder; relative paths start there
 * @param source where scenarios come from
 * @param runner runs them
 * @param resumer continues them from a snapshot, or null when the engine cannot
 * @param stop set by Ctrl-C
 */
record Session(
        Console console, Path folder, ScenarioSource source, ScenarioRunner runner, Resumer resumer, StopSignal stop) {

    /** Continues a snapshot to its end. */
    @FunctionalInterface
    interface Resumer {
        /** As {@link ScenarioRunner#run}, from where the snapshot was taken. */
        RunResult resume(Path snapshot, RunOptions options, Progress progress) throws IOException;
    }

    /** A path of the command line, from the current folder. */
    Path resolve(Path path) {
        return folder.resolve(path);
    }

    /** The exit status that a run deserves. */
    static int status(boolean interrupted, boolean pass) {
        return interrupted ? ExitStatus.INTERRUPTED : pass ? ExitStatus.OK : ExitStatus.FAILED;
    }
}
