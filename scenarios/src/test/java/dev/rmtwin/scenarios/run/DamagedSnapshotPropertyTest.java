package dev.rmtwin.scenarios.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.state.SnapshotException;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.scenarios.rig.TestScenarios;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Snapshots changed on purpose, with a check sum that fits: they are read, or refused with the file's name and a reason;
 * nothing else happens, and no memory is taken for what a file only claims to hold.
 */
class DamagedSnapshotPropertyTest {
    private static final String SCENARIO = """
            scenario: small
            duration: 4 ms
            card: {profile: reference-lab, network: {memory: 64 KiB, txFifo: 128 B, txAlmostFull: 128 B}}
            nodes:
              A: {id: 1}
              B: {id: 2}
            flows:
              one: {from: A, offset: 0x1000, size: 400 B, rate: 20 kHz, phase: 0 us, receivers: {B: {mode: interrupt-dma, ring: 4}}}
              two: {from: B, offset: 0x2000, size: 60 B, rate: 20 kHz, phase: 0 us, notify: INT1, receivers: {A: {mode: network-interrupt, ring: 4}}}
            """;

    /** Values that lengths, indices, times and flags are most likely to be tripped up by. */
    private static final long[] NASTY = {
        0,
        1,
        -1,
        2,
        255,
        4096,
        65_536,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        1L << 30,
        1L << 40
    };

    private static Path file;
    private static byte[] good;
    private static List<SnapshotBytes.Part> parts;

    @BeforeContainer
    static void takeOne() throws IOException {
        file = Files.createTempFile("damaged", ".snap");
        RunOptions options = new RunOptions("test", file, 2 * Ps.MS + 17_000_000, () -> false);
        new EngineRunner().run(TestScenarios.load(SCENARIO), options, Progress.SILENT);
        good = Files.readAllBytes(file);
        parts = SnapshotBytes.parts(good);
    }

    @AfterContainer
    static void remove() throws IOException {
        Files.deleteIfExists(file);
    }

    @Property(tries = 500)
    void shouldReadOrRefuseASnapshotWithOneFieldChanged(
            @ForAll @IntRange(max = 10_000) int part,
            @ForAll @IntRange(max = 100_000) int at,
            @ForAll @IntRange(max = 40) int value)
            throws IOException {
        byte[] changed = good.clone();
        SnapshotBytes.Part chosen = parts.get(part % parts.size());
        int length = Math.min(chosen.to() - chosen.from(), 4000);
        int from = chosen.from() + at % Math.max(1, length - Long.BYTES);
        if (value < NASTY.length) {
            ByteBuffer.wrap(changed).putLong(from, NASTY[value]);
        } else if (value < 2 * NASTY.length) {
            ByteBuffer.wrap(changed).putInt(from, (int) NASTY[value - NASTY.length]);
        } else {
            changed[from] ^= (byte) (1 << value % 8);
        }
        SnapshotBytes.repairSum(changed);
        readOrRefuse(changed, chosen);
    }

    private static void readOrRefuse(byte[] bytes, SnapshotBytes.Part chosen) throws IOException {
        Files.write(file, bytes);
        try {
            assertThat(Snapshots.read(file)).isNotNull();
        } catch (SnapshotException e) {
            assertThat(e).hasMessageStartingWith(file + ": ").hasMessageNotContaining("null");
            assertThat(e.getMessage())
                    .as(chosen.name())
                    .hasSizeGreaterThan(file.toString().length() + 5);
        }
    }
}
