package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.model.Scenario;
import dev.rmtwin.scenarios.run.Progress;
import dev.rmtwin.scenarios.run.RunOptions;
import dev.rmtwin.scenarios.run.RunResult;
import dev.rmtwin.scenarios.run.ScenarioRunner;
import java.io.IOException;
import java.nio.file.Files;
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

    /** Loads a scenario that the command line names; a file of the name wins over a built-in scenario of the name. */
    Scenario load(Path file, Settings settings) {
        boolean builtIn =
                file.getNameCount() == 1 && !Files.exists(resolve(file)) && source.hasBuiltIn(file.toString());
        return builtIn ? source.builtIn(file.toString(), settings) : source.load(resolve(file), settings);
    }

    /** The exit status that a run deserves. */
    static int status(boolean interrupted, boolean pass) {
        return interrupted ? ExitStatus.INTERRUPTED : pass ? ExitStatus.OK : ExitStatus.FAILED;
    }
}
