package dev.rmtwin.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TraceTest {
    @Property
    void shouldKeepTheLastLinesOldestFirst(
            @ForAll @IntRange(min = 1, max = 20) int capacity, @ForAll @IntRange(max = 100) int written) {
        TraceRing ring = new TraceRing(capacity);
        List<String> all = new ArrayList<>();
        for (int n = 0; n < written; n++) {
            Stage stage = Stage.of(n % Stage.count());
            ring.onLine(stage, 255 - n, 1L << 44 | n, 1_000L * n);
            all.add(text(stage, 255 - n, 1L << 44 | n, 1_000L * n));
        }
        List<String> kept = new ArrayList<>();
        ring.replay((stage, node, subject, nowPs) -> kept.add(text(stage, node, subject, nowPs)));

        assertThat(ring.written()).isEqualTo(written);
        assertThat(kept).isEqualTo(all.subList(Math.max(0, written - capacity), written));
    }

    @Test
    void shouldTellEveryListenerInTheOrderOfListening() {
        Trace trace = new Trace();
        List<String> heard = new ArrayList<>();
        trace.line(Stage.SPAN, 1, 2, 3);
        trace.listen((stage, node, subject, nowPs) -> heard.add("a" + nowPs));
        trace.listen((stage, node, subject, nowPs) -> heard.add("b" + nowPs));
        trace.listen((stage, node, subject, nowPs) -> heard.add("c" + nowPs));
        trace.line(Stage.SPAN, 1, 2, 4);

        assertThat(heard).containsExactly("a4", "b4", "c4");
    }

    @Test
    void shouldPackARecordIntoASubject() {
        long subject = Trace.record(511, (1L << 40) - 1);

        assertThat(Trace.channel(subject)).isEqualTo(511);
        assertThat(Trace.recordNumber(subject)).isEqualTo((1L << 40) - 1);
    }

    @Test
    void shouldHashOrderCodeTimeAndDetail() {
        long start = TraceHash.SEED;
        long one = TraceHash.roll(TraceHash.roll(start, 1, 10, 5), 2, 10, 5);

        assertThat(TraceHash.roll(TraceHash.roll(start, 2, 10, 5), 1, 10, 5)).isNotEqualTo(one);
        assertThat(TraceHash.roll(start, 1, 10, 5))
                .isNotEqualTo(TraceHash.roll(start, 1, 11, 5))
                .isNotEqualTo(TraceHash.roll(start, 1, 10, 6))
                .isNotEqualTo(TraceHash.roll(start, 2, 10, 5));
        assertThat(TraceHash.format(0xABCL)).isEqualTo("v1:0000000000000abc");
    }

    private static String text(Stage stage, int node, long subject, long nowPs) {
        return stage + " " + node + " " + subject + " " + nowPs;
    }
}
