package dev.rmtwin.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.state.SnapshotException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class EngineSnapshotTest {
    private static final int TICKERS = 3;

    @Property(tries = 50)
    void shouldGoOnAsIfNothingHadHappened(
            @ForAll @IntRange(max = 200) int before, @ForAll @IntRange(max = 200) int after) throws IOException {
        Engine whole = ticking();
        run(whole, before);
        byte[] saved = save(whole);
        Engine restored = wired();
        restore(restored, saved);

        assertThat(save(restored)).as("saving what was restored").isEqualTo(saved);
        run(whole, after);
        run(restored, after);
        assertThat(restored.nowPs()).isEqualTo(whole.nowPs());
        assertThat(restored.eventCount()).isEqualTo(whole.eventCount());
        assertThat(restored.traceHash()).isEqualTo(whole.traceHash());
        assertThat(save(restored)).isEqualTo(save(whole));
    }

    @Test
    void shouldRefuseASnapshotOfAnotherRing() throws IOException {
        byte[] saved = save(ticking());
        Engine fewer = new Engine();
        fewer.register(new Ticker("t0"));
        Engine otherNames = new Engine();
        for (int n = 0; n < TICKERS; n++) {
            otherNames.register(new Ticker("u" + n));
        }

        assertThatThrownBy(() -> restore(fewer, saved))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining("3 components, this ring has 1");
        assertThatThrownBy(() -> restore(otherNames, saved))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining("t0 where this ring has u0");
    }

    @Property(tries = 100)
    void shouldRefuseASnapshotThatIsCutShort(@ForAll @IntRange(max = 100_000) int cut) throws IOException {
        byte[] saved = save(run(ticking(), 5));
        byte[] part = Arrays.copyOf(saved, cut % saved.length);

        assertThatThrownBy(() -> restore(wired(), part)).isInstanceOf(SnapshotException.class);
    }

    @Property(tries = 300)
    void shouldRefuseOrTakeDamageButNeverBreak(@ForAll @IntRange(max = 1_000_000) int where, @ForAll byte with)
            throws IOException {
        byte[] saved = save(run(ticking(), 5));
        // The long pages of memory hide the short fields, so three of four hits go to where those are.
        int at = where % 4 == 0 ? where % saved.length : fieldAt(saved, where);
        saved[at] = with;
        try {
            restore(wired(), saved);
        } catch (SnapshotException e) {
            assertThat(e).hasMessageNotContaining("null");
        }
    }

    private static int fieldAt(byte[] saved, int where) {
        int fields = 300;
        return where % 2 == 0 ? where / 4 % fields : saved.length - 1 - where / 4 % fields;
    }

    private static Engine wired() {
        Engine engine = new Engine();
        for (int n = 0; n < TICKERS; n++) {
            engine.register(new Ticker("t" + n, 7 + n, new ArrayList<>()));
        }
        return engine;
    }

    private static Engine ticking() {
        Engine engine = wired();
        engine.components().forEach(ticker -> ((Ticker) ticker).postAt(Rank.HOST, 5, Ticker.TICK, 0));
        return engine;
    }

    private static Engine run(Engine engine, int events) {
        for (int n = 0; n < events; n++) {
            assertThat(engine.step()).isTrue();
        }
        return engine;
    }

    private static byte[] save(Engine engine) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EngineSnapshot.save(engine, new DataOutputStream(out));
        return out.toByteArray();
    }

    private static void restore(Engine engine, byte[] saved) throws IOException {
        EngineSnapshot.restore(engine, new DataInputStream(new ByteArrayInputStream(saved)));
    }
}
