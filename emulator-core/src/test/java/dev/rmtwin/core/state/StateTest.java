package dev.rmtwin.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class StateTest {
    @Property
    void shouldReadBackWhatItWrote(
            @ForAll long number, @ForAll int small, @ForAll boolean flag, @ForAll byte[] bytes, @ForAll long[] longs) {
        byte[] saved = saved(saver -> {
            saver.value("number", number);
            saver.value("small", small);
            saver.value("flag", flag);
            saver.bytes("bytes", bytes, bytes.length);
            saver.values("longs", longs);
            saver.segment("segment", MemorySegment.ofArray(bytes));
        });
        StateLoader loader = loader(saved);
        long[] restoredLongs = new long[longs.length];
        byte[] restoredSegment = new byte[bytes.length];

        assertThat(loader.restoring()).isTrue();
        assertThat(loader.value("number", 0L)).isEqualTo(number);
        assertThat(loader.value("small", 0)).isEqualTo(small);
        assertThat(loader.value("flag", false)).isEqualTo(flag);
        assertThat(loader.bytes("bytes", new byte[0], bytes.length)).isEqualTo(bytes);
        loader.values("longs", restoredLongs);
        loader.segment("segment", MemorySegment.ofArray(restoredSegment));
        assertThat(restoredLongs).isEqualTo(longs);
        assertThat(restoredSegment).isEqualTo(bytes);
    }

    @Test
    void shouldNameTheFieldThatIsNotWhereItShouldBe() {
        byte[] saved = saved(saver -> saver.value("head", 1L));

        refuses(() -> loader(saved).value("tail", 0L), "record: field tail is not where it should be");
    }

    @Test
    void shouldRefuseArraysOfAnotherLength() {
        byte[] saved = saved(saver -> saver.values("ring", new int[3]));

        refuses(() -> loader(saved).values("ring", new int[4]), "record.ring has 3 entries, not 4");
    }

    @Test
    void shouldCheckALengthBeforeTakingMemoryForIt() {
        byte[] claim = saved(saver -> saver.bytes("payload", new byte[8], 8));
        claim[4] = 0x7F;

        refuses(() -> loader(claim).bytes("payload", new byte[0], 64), "at most 64");
        refuses(() -> loader(claim).bytes("payload", new byte[0], Integer.MAX_VALUE), "is cut short");
        claim[4] = (byte) 0x80;
        refuses(() -> loader(claim).bytes("payload", new byte[0], Integer.MAX_VALUE), "at most");
    }

    @Test
    void shouldRefuseASegmentOfAnotherSize() {
        byte[] saved = saved(saver -> saver.segment("page", MemorySegment.ofArray(new byte[8])));

        refuses(
                () -> loader(saved).segment("page", MemorySegment.ofArray(new byte[16])),
                "record.page holds 8 bytes, not 16");
        refuses(() -> loader(saved).segment("page", MemorySegment.ofArray(new byte[4])), "at most 4");
    }

    private static void refuses(Runnable read, String sentence) {
        assertThatThrownBy(read::run)
                .isInstanceOf(UncheckedIOException.class)
                .cause()
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining(sentence);
    }

    private static byte[] saved(Consumer<StateSaver> body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        body.accept(new StateSaver(new DataOutputStream(out)));
        return out.toByteArray();
    }

    private static StateLoader loader(byte[] saved) {
        return new StateLoader(new DataInputStream(new ByteArrayInputStream(saved)), "record");
    }
}
