package dev.rmtwin.scenarios.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The same seed has the same history, wherever and beside whatever it runs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeterminismTest {
    private static final long SEED = 5;

    private String once;

    @BeforeAll
    void runOnce() throws IOException {
        once = run(SEED);
    }

    private static String run(long seed) throws IOException {
        return RunText.of(new EngineRunner().run(RunScenarios.mixed(seed), RunOptions.plain("test"), Progress.SILENT));
    }

    @Test
    void shouldGiveTheSameResultTwice() throws IOException {
        assertThat(run(SEED)).isEqualTo(once);
    }

    @Test
    void shouldGiveTheSameResultInAnotherProcess() throws Exception {
        assertThat(ChildProcess.run("run", SEED)).isEqualTo(once);
    }

    @Test
    void shouldGiveTheSameResultWhileAnotherCoreIsBusy() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        Thread spinner = Thread.ofPlatform().start(() -> {
            while (!done.get()) {
                Thread.onSpinWait();
            }
        });
        try {
            assertThat(run(SEED)).isEqualTo(once);
        } finally {
            done.set(true);
            spinner.join();
        }
    }

    @Test
    void shouldGiveTheSameResultsOnSeveralThreadsAtOnce() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
            Callable<String> other = () -> run(SEED + 1);
            Callable<String> same = () -> run(SEED);
            List<Future<String>> results = threads.invokeAll(List.of(same, other, same));
            assertThat(results.getFirst().get()).isEqualTo(once);
            assertThat(results.getLast().get()).isEqualTo(once);
            assertThat(results.get(1).get()).isEqualTo(run(SEED + 1));
        }
    }

    @Test
    void shouldGiveAnotherHashForEveryOtherSeed() throws IOException {
        Set<String> hashes = new TreeSet<>();
        for (long seed = 1; seed <= 20; seed++) {
            RunResult result =
                    new EngineRunner().run(RunScenarios.mixed(seed), RunOptions.plain("test"), Progress.SILENT);
            hashes.add(result.traceHash());
            assertThat(result.receivers()).allSatisfy(r -> {
                assertThat(r.framesReceived()).as(r.name()).isPositive();
                assertThat(r.framesLost()).as(r.name()).doesNotContainKey("unaccounted");
                assertThat(r.framesInFlight()).as(r.name()).isZero();
            });
        }
        assertThat(hashes).hasSize(20);
    }

    @Test
    void shouldResumeInAnotherProcessToTheSameResult(@TempDir Path folder) throws Exception {
        Path snapshot = folder.resolve("half.snap");
        assertThat(ChildProcess.run("snapshot", SEED, snapshot, 30 * Ps.MS + 123_456))
                .isEqualTo(once);
        assertThat(ChildProcess.run("resume", snapshot)).isEqualTo(once);
        assertThat(RunText.of(new EngineRunner().resume(snapshot, RunOptions.plain("test"), Progress.SILENT)))
                .isEqualTo(once);
    }

    @Test
    void shouldGiveTheSameResultHoweverItsProgressIsWatched() throws IOException {
        RunResult result = new EngineRunner()
                .run(RunScenarios.mixed(SEED), RunOptions.stoppable("test", () -> false), (nowPs, endPs, events) -> {
                    assertThat(nowPs).isLessThanOrEqualTo(endPs);
                    assertThat(events).isPositive();
                });
        assertThat(RunText.of(result)).isEqualTo(once);
    }
}
