package dev.rmtwin.benchmarks.calibration;

import dev.rmtwin.scenarios.file.Overrides;
import dev.rmtwin.scenarios.file.ScenarioCatalog;
import dev.rmtwin.scenarios.file.ScenarioProblems;
import dev.rmtwin.scenarios.model.Scenario;
import dev.rmtwin.scenarios.run.EngineRunner;
import dev.rmtwin.scenarios.run.Progress;
import dev.rmtwin.scenarios.run.RunOptions;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs built-in scenarios with changed parameters, two at a time. A run that has been asked for before is not run again.
 * Thread-safe; closing it ends what still runs.
 */
public final class Lab implements AutoCloseable {
    private static final int THREADS = 2;

    /**
     * One run.
     *
     * @param mode which scenario
     * @param sets what is changed in it, as {@code path=value}
     * @param duration simulated time as scenario files write it, empty for the scenario's own
     * @param seed root of all chance
     */
    public record Run(Mode mode, List<String> sets, String duration, long seed) {
        public Run {
            sets = List.copyOf(sets);
        }

        /** The same run with more changes. */
        Run with(List<String> more) {
            List<String> all = new ArrayList<>(sets);
            all.addAll(more);
            return new Run(mode, all, duration, seed);
        }
    }

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, Lab::daemon);
    private final Map<Run, Future<RunResult>> runs = new ConcurrentHashMap<>();
    private final AtomicInteger finished = new AtomicInteger();
    private volatile boolean closed;

    /** Starts a run as soon as a thread is free. */
    public Future<RunResult> submit(Run run) {
        return runs.computeIfAbsent(run, r -> threads.submit(() -> execute(r)));
    }

    /** Starts a run early that {@link #run} will ask for. */
    public void prepare(Run run) {
        var _ = submit(run);
    }

    /** Runs it and waits for the result. */
    public RunResult run(Run run) throws InterruptedException {
        return await(submit(run));
    }

    /** The result of a run that was started with {@link #submit}. */
    public static RunResult await(Future<RunResult> run) throws InterruptedException {
        try {
            return run.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CancellationException stopped) {
                throw stopped;
            }
            throw new IllegalStateException("a run of the study failed: " + e.getCause(), e.getCause());
        }
    }

    private RunResult execute(Run run) throws Exception {
        Scenario scenario = load(run);
        RunOptions options = RunOptions.stoppable("rmtwin run " + run.mode().scenario(), () -> closed);
        RunResult result = new EngineRunner().run(scenario, options, Progress.SILENT);
        if (result.interrupted()) {
            throw new CancellationException("the study was ended");
        }
        finished.incrementAndGet();
        return result;
    }

    private static Scenario load(Run run) throws ScenarioProblems {
        Overrides overrides = Overrides.NONE.withSeed(run.seed());
        for (String set : run.sets()) {
            overrides = overrides.withSet(set);
        }
        if (!run.duration().isEmpty()) {
            overrides = overrides.withDuration(run.duration());
        }
        return new ScenarioCatalog().load(run.mode().scenario(), overrides);
    }

    /** Runs done until now. */
    public int finished() {
        return finished.get();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "study");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        closed = true;
        threads.shutdownNow();
    }
}
