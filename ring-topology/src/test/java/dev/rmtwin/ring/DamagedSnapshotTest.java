package dev.rmtwin.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rmtwin.core.engine.EngineSnapshot;
import dev.rmtwin.core.state.SnapshotException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A ring saved with packets in FIFOs, on fibres and in transit, whose record then suffers. */
class DamagedSnapshotTest {
    private static final PlannedWrite[] WRITES = {
        new PlannedWrite(0, 0, 0, 900), new PlannedWrite(0, 1, 1000, 900), new PlannedWrite(0, 2, -1, 0)
    };

    @Property(tries = 300)
    void shouldRefuseOrTakeOneWrongByteButNeverBreak(@ForAll @IntRange(max = 10_000_000) int where, @ForAll byte with)
            throws IOException {
        byte[] saved = midFlight();
        // Memory pages are long and any byte of them is valid: the pool and the stages before them are what matters.
        saved[where % Math.min(saved.length, 16_000)] = with;
        try {
            restore(saved);
        } catch (SnapshotException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    @Property(tries = 50)
    void shouldRefuseARecordThatIsCutShort(@ForAll @IntRange(max = 10_000_000) int length) throws IOException {
        byte[] saved = midFlight();

        assertThatThrownBy(() -> restore(Arrays.copyOf(saved, length % saved.length)))
                .isInstanceOf(SnapshotException.class);
    }

    private static byte[] midFlight() throws IOException {
        RingBench bench = RingBench.ofEqualNodes(3, WRITES).start();
        bench.engine.runUntil(2_000_000);
        Conservation books = bench.ring.conservation();
        assertThat(books.inFlight()).isPositive();
        assertThat(books.waiting()).isPositive();
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        EngineSnapshot.save(bench.engine, new DataOutputStream(saved));
        return saved.toByteArray();
    }

    private static void restore(byte[] saved) throws IOException {
        EngineSnapshot.restore(
                RingBench.ofEqualNodes(3, WRITES).engine, new DataInputStream(new ByteArrayInputStream(saved)));
    }
}
