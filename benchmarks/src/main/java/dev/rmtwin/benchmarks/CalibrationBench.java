package dev.rmtwin.benchmarks;

import dev.rmtwin.benchmarks.calibration.Lab;
import dev.rmtwin.benchmarks.calibration.Study;
import dev.rmtwin.benchmarks.calibration.StudyJson;
import dev.rmtwin.benchmarks.calibration.StudyText;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code rmtwin bench calibration}: how the reference lab's profiles were calibrated, run again: the figures at many seeds,
 * each row predicted from the other two, and what each parameter moves.
 */
@Command(
        name = "calibration",
        mixinStandardHelpOptions = true,
        description = "Repeats the calibration study of the reference lab's profiles.%n%n"
                + "The reference figures at several seeds; fits on two of the three receive modes that predict the "
                + "third; which figure moves when a parameter is doubled or halved.%n",
        exitCodeList = {
            "0:every figure is inside its tolerance and moves as physics says",
            "1:one is not, or does not",
            "2:bad usage",
            "130:interrupted"
        },
        footer = {"", "Example: ./rmtwin bench calibration --seeds 3 --json"})
public final class CalibrationBench implements Callable<Integer> {
    private static final int FIGURES_FAILED = 1;
    private static final int INTERRUPTED = 130;
    private static final int FULL_SEEDS = 20;
    private static final int QUICK_SEEDS = 2;

    @Option(names = "--json", description = "One JSON document on standard output.")
    private boolean json;

    @Option(names = "--seeds", paramLabel = "N", description = "Seeds 1 to N (default: 20, with --quick 2).")
    private Integer seeds;

    @Option(names = "--quick", description = "Short runs: a look; maxima cannot be judged.")
    private boolean quick;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        int wanted = seeds != null ? seeds : quick ? QUICK_SEEDS : FULL_SEEDS;
        if (wanted < 1) {
            throw new ParameterException(spec.commandLine(), "--seeds: " + wanted + " is too few, at least 1");
        }
        PrintWriter err = spec.commandLine().getErr();
        boolean watched = Terminal.isWatched();
        Study.Plan plan = quick ? Study.Plan.quick(wanted) : Study.Plan.full(wanted);
        AtomicReference<Study> found = new AtomicReference<>();
        try (Lab lab = new Lab()) {
            Thread onInterrupt = new Thread(() -> stop(lab, found), "bench-interrupted");
            Runtime.getRuntime().addShutdownHook(onInterrupt);
            Study.run(lab, plan, watcher(found, line -> progress(err, watched, line)));
            Runtime.getRuntime().removeShutdownHook(onInterrupt);
        } catch (CancellationException e) {
            return INTERRUPTED; // the shutdown hook shows what there is
        } finally {
            progress(err, watched, "");
        }
        Study study = found.get();
        show(study);
        return study.pass() ? 0 : FIGURES_FAILED;
    }

    private static Study.Watcher watcher(AtomicReference<Study> found, Consumer<String> progress) {
        return new Study.Watcher() {
            @Override
            public void begins(String part) {
                progress.accept(part);
            }

            @Override
            public void has(Study soFar) {
                found.set(soFar);
            }
        };
    }

    private void stop(Lab lab, AtomicReference<Study> found) {
        lab.close();
        if (found.get() != null) {
            show(found.get());
        }
    }

    private void show(Study study) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? StudyJson.of(study) : StudyText.of(study));
        out.flush();
    }

    private static void progress(PrintWriter err, boolean watched, String line) {
        if (watched) {
            err.print("\r\u001b[K" + line);
            err.flush();
        }
    }
}
