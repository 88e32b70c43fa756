package dev.rmtwin.benchmarks;

import dev.rmtwin.benchmarks.events.HoldProcess;
import dev.rmtwin.benchmarks.events.HoldRounds;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code rmtwin bench events}: the event queue beside {@code java.util.PriorityQueue} and SSJ, in the hold model.
 *
 * <p>A ratio below its goal is reported, not failed on: times are never a test. Ctrl-C shows what whole rounds have measured.
 */
@Command(
        name = "events",
        mixinStandardHelpOptions = true,
        description = "Measures the event queue beside java.util.PriorityQueue and SSJ.%n%n"
                + "The hold model with 1 000, 10 000 and 100 000 pending events and handlers of eight classes; the "
                + "variants in turn, each in a process of its own. A missed goal is shown and is no failure.%n",
        footer = {"", "Example: ./rmtwin bench events --rounds 5 --json"})
public final class EventsBench implements Callable<Integer> {
    private static final int ENVIRONMENT_LACKS = 3;
    private static final int INTERRUPTED = 130;
    private static final HoldProcess FULL = new HoldProcess(300, 4, 5);
    private static final HoldProcess QUICK = new HoldProcess(50, 4, 3);

    @Option(names = "--json", description = "One JSON document on standard output.")
    private boolean json;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds of all variants (default: 5, with --quick 1).")
    private Integer rounds;

    @Option(names = "--quick", description = "Short windows: a look, not a measurement.")
    private boolean quick;

    @Spec
    private CommandSpec spec;

    private final AtomicBoolean shown = new AtomicBoolean();

    @Override
    public Integer call() throws InterruptedException {
        int wanted = rounds != null ? rounds : quick ? 1 : 5;
        if (wanted < 1) {
            throw new ParameterException(spec.commandLine(), "--rounds: " + wanted + " is too few, at least 1");
        }
        HoldRounds measured = new HoldRounds();
        Thread onInterrupt = new Thread(() -> stop(measured), "bench-interrupted");
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        PrintWriter err = spec.commandLine().getErr();
        boolean watched = Terminal.isWatched();
        try {
            for (int round = 1; round <= wanted; round++) {
                measured.run(
                        quick ? QUICK : FULL, "round " + round + " of " + wanted, line -> progress(err, watched, line));
            }
        } catch (IOException e) {
            if (shown.get()) {
                return INTERRUPTED; // the process measured last was ended with us
            }
            err.println("rmtwin bench events: " + e.getMessage());
            return ENVIRONMENT_LACKS;
        } finally {
            progress(err, watched, "");
        }
        show(measured, true);
        Runtime.getRuntime().removeShutdownHook(onInterrupt);
        return 0;
    }

    private void stop(HoldRounds measured) {
        show(measured, false);
        ProcessHandle.current().children().forEach(ProcessHandle::destroy);
    }

    private void show(HoldRounds measured, boolean complete) {
        if (!shown.compareAndSet(false, true)) {
            return;
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.print(ResultText.json("events", measured.results(), measured.count(), complete));
        } else if (measured.count() > 0) {
            out.print(ResultText.table(measured.results()));
        }
        out.flush();
    }

    private static void progress(PrintWriter err, boolean watched, String line) {
        if (watched) {
            err.print("\r\u001b[K" + line);
            err.flush();
        }
    }
}
