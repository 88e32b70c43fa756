package dev.rmtwin.scenarios.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rmtwin.core.state.SnapshotException;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.scenarios.rig.TestScenarios;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshot files: what resumes, and what is refused and how. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SnapshotFileTest {
    private static final long DURATION_PS = 60 * Ps.MS;

    @TempDir
    private static Path folder;

    private String once;
    private byte[] good;

    @BeforeAll
    void takeOne() throws IOException {
        once = RunText.of(new EngineRunner().run(RunScenarios.mixed(1), RunOptions.plain("test"), Progress.SILENT));
        Path file = folder.resolve("good.snap");
        assertThat(snapshot(file, 20 * Ps.MS)).isEqualTo(once);
        good = Files.readAllBytes(file);
    }

    private static String snapshot(Path file, long atPs) throws IOException {
        RunOptions options = new RunOptions("test", file, atPs, () -> false);
        return RunText.of(new EngineRunner().run(RunScenarios.mixed(1), options, Progress.SILENT));
    }

    private static String resume(Path file) throws IOException {
        return RunText.of(new EngineRunner().resume(file, RunOptions.plain("test"), Progress.SILENT));
    }

    private Path fileOf(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("bad.snap"), bytes);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 10 * Ps.MS, 33_333_333_333L, DURATION_PS - 1, DURATION_PS})
    void shouldResumeFromAnyTimeOfTheRun(long atPs) throws IOException {
        Path file = folder.resolve("at-" + atPs);
        assertThat(snapshot(file, atPs)).as("the run that took it").isEqualTo(once);
        assertThat(resume(file)).isEqualTo(once);
    }

    @Test
    void shouldResumeFromASnapshotOfAResumedRun() throws IOException {
        Path second = folder.resolve("second.snap");
        RunOptions options = new RunOptions("test", second, 45 * Ps.MS, () -> false);
        RunResult resumed = new EngineRunner().resume(fileOf(good), options, Progress.SILENT);
        assertThat(RunText.of(resumed)).isEqualTo(once);
        assertThat(resume(second)).isEqualTo(once);
    }

    @Test
    void shouldWriteTheSameBytesForTheSameInstant() throws IOException {
        Path again = folder.resolve("again.snap");
        snapshot(again, 20 * Ps.MS);
        assertThat(Files.readAllBytes(again)).isEqualTo(good);
    }

    @Test
    void shouldRefuseASnapshotOutsideOfTheRun() {
        assertThatThrownBy(() -> snapshot(folder.resolve("late"), DURATION_PS + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not lie between");
        assertThatThrownBy(() -> new EngineRunner()
                        .resume(
                                fileOf(good),
                                new RunOptions("test", folder.resolve("early"), Ps.MS, () -> false),
                                Progress.SILENT))
                .hasMessageContaining("does not lie between");
        assertThat(folder.resolve("late")).doesNotExist();
    }

    @Test
    void shouldNameTheFileWhenItCannotBeWrittenAndLeaveNothingBehind() throws IOException {
        Path missing = folder.resolve("missing/half.snap");
        assertThatThrownBy(() -> snapshot(missing, Ps.MS))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(missing + ": cannot write the snapshot");
        Path occupied = Files.createDirectories(folder.resolve("occupied"));
        Files.writeString(occupied.resolve("inside"), "x");
        assertThatThrownBy(() -> snapshot(occupied, Ps.MS))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(occupied + ": cannot write the snapshot");
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.endsWith(".tmp"));
        }
    }

    @Test
    void shouldReplaceAnOlderSnapshot() throws IOException {
        Path file = Files.writeString(folder.resolve("older"), "an older file");
        snapshot(file, 20 * Ps.MS);
        assertThat(resume(file)).isEqualTo(once);
    }

    @Test
    void shouldRefuseWhatIsNoSnapshot() throws IOException {
        assertRefused(folder.resolve("none"), "no such file");
        assertRefused(folder, "not a file");
        assertRefused(fileOf(new byte[0]), "empty");
        assertRefused(fileOf("scenario: x\n".getBytes(java.nio.charset.StandardCharsets.UTF_8)), "not a snapshot");
        byte[] noise = new byte[100_000];
        new SplittableRandom(1).nextBytes(noise);
        assertRefused(fileOf(noise), "not a snapshot");
        assertRefused(fileOf(new byte[4096]), "not a snapshot");
    }

    @Test
    void shouldRefuseASnapshotOfANewerVersion() throws IOException {
        byte[] newer = good.clone();
        newer[11] = 2;
        assertRefused(fileOf(newer), "snapshot version 2; this build reads version 1");
        SnapshotBytes.repairSum(newer);
        assertRefused(fileOf(newer), "snapshot version 2; this build reads version 1");
    }

    @Test
    void shouldRefuseASnapshotCutShortAnywhere() throws IOException {
        for (int length = 1; length < good.length; length = length < 40 ? length + 1 : length * 2) {
            assertThatThrownBy(() -> resume(fileOf(Arrays.copyOf(good, good.length - 1))))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessageContaining("check sum");
            Path file = fileOf(Arrays.copyOf(good, length));
            assertThatThrownBy(() -> resume(file))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessageStartingWith(file.toString());
        }
    }

    @Test
    void shouldRefuseASnapshotWithAnyByteChanged() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        for (int n = 0; n < 50; n++) {
            byte[] changed = good.clone();
            changed[12 + random.nextInt(good.length - 12)] ^= (byte) (1 << random.nextInt(8));
            assertRefused(fileOf(changed), "its check sum does not fit");
        }
    }

    @Test
    void shouldRefuseBytesBehindTheEnd() throws IOException {
        byte[] longer = Arrays.copyOf(good, good.length + 16);
        SnapshotBytes.repairSum(longer);
        assertRefused(fileOf(longer), "goes on behind its end");
    }

    @Test
    void shouldRefuseTheStateOfAnotherRing() throws IOException {
        Path other = folder.resolve("other.snap");
        RunOptions options = new RunOptions("test", other, Ps.MS / 2, () -> false);
        new EngineRunner().run(TestScenarios.idleRing(), options, Progress.SILENT);
        byte[] foreign = Files.readAllBytes(other);
        int ownState = SnapshotBytes.stateAt(good);
        int foreignState = SnapshotBytes.stateAt(foreign);
        byte[] mixed = ByteBuffer.allocate(ownState + foreign.length - foreignState)
                .put(good, 0, ownState)
                .put(foreign, foreignState, foreign.length - foreignState)
                .array();
        SnapshotBytes.repairSum(mixed);
        assertRefused(fileOf(mixed), "components");
    }

    private static void assertRefused(Path file, String why) {
        assertThatThrownBy(() -> resume(file))
                .isInstanceOf(SnapshotException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(why);
    }
}
