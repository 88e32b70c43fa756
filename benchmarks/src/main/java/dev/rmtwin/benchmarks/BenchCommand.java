package dev.rmtwin.benchmarks;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code rmtwin bench}: holds one command for each benchmark. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        subcommands = {EventsBench.class, QueueBench.class, CalibrationBench.class},
        description = "Measures this project and its peers, all in one run.",
        footer = {"", "Example: ./rmtwin bench events --quick"})
public final class BenchCommand implements Callable<Integer> {
    private static final int BAD_USAGE = 2;

    @Spec
    private CommandSpec spec;

    /** Without the name of a benchmark there is nothing to do but to show the names. */
    @Override
    public Integer call() {
        CommandLine line = spec.commandLine();
        line.usage(line.getErr());
        return BAD_USAGE;
    }
}
