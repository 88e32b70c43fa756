package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.model.Scenario;
import dev.rmtwin.scenarios.run.Progress;
import dev.rmtwin.scenarios.run.RunOptions;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/** Runs several scenarios, two at a time, each on one thread; results come in the order of the scenarios. */
final class RunPool {
    private static final int THREADS = 2;

    private final Session session;

    RunPool(Session session) {
        this.session = session;
    }

    /**
     * One run.
     *
     * @param scenario name of a built-in scenario
     * @param settings what is changed in it, also for the command that repeats the run
     */
    record Request(String scenario, Settings settings) {}

    /**
     * Runs all of them; the first failure ends the others early.
     *
     * @param title what the progress line calls it
     * @param requests the built-in scenarios to run
     */
    List<RunResult> run(String title, List<Request> requests) {
        List<Scenario> scenarios = requests.stream()
                .map(request -> session.source().builtIn(request.scenario(), request.settings()))
                .toList();
        StopOnFailure stop = new StopOnFailure(session.stop());
        try (ProgressLine line = new ProgressLine(session.console(), title);
                ExecutorService threads = Executors.newFixedThreadPool(THREADS, RunPool::daemon)) {
            List<Progress> tracks =
                    scenarios.stream().map(s -> line.add(s.durationPs())).toList();
            List<Future<RunResult>> futures = new ArrayList<>();
            for (int i = 0; i < scenarios.size(); i++) {
                Scenario scenario = scenarios.get(i);
                Progress track = tracks.get(i);
                Request request = requests.get(i);
                String command = request.settings().command(request.scenario(), scenario.seed());
                RunOptions options = RunOptions.stoppable(command, stop::asked);
                futures.add(
                        threads.submit(() -> stop.guard(() -> session.runner().run(scenario, options, track))));
            }
            List<RunResult> results = new ArrayList<>();
            for (Future<RunResult> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new RunFailure(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailure(e);
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "run");
        thread.setDaemon(true);
        return thread;
    }

    /** A run that ended with something else than a result. */
    static final class RunFailure extends RuntimeException {
        RunFailure(Throwable cause) {
            super(cause);
        }
    }

    /** Stops all runs when the user says so or when one of them has failed. */
    private static final class StopOnFailure {
        private final BooleanSupplier signal;
        private volatile boolean failed;

        private StopOnFailure(StopSignal signal) {
            this.signal = signal.heeded();
        }

        private boolean asked() {
            return failed || signal.getAsBoolean();
        }

        private <T> T guard(Callable<T> run) throws Exception {
            boolean done = false;
            try {
                T result = run.call();
                done = true;
                return result;
            } finally {
                if (!done) {
                    failed = true;
                }
            }
        }
    }
}
