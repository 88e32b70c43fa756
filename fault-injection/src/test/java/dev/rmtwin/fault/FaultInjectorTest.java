package dev.rmtwin.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.engine.EngineSnapshot;
import dev.rmtwin.core.port.HostWrite;
import dev.rmtwin.core.state.SnapshotException;
import dev.rmtwin.ring.FibreRing;
import dev.rmtwin.ring.LinkProfile;
import dev.rmtwin.ring.NodePlan;
import dev.rmtwin.ring.NodeProfile;
import dev.rmtwin.ring.RingCounter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Ring of three; node 0 sends packets of one word, each to its own address (word n to 4 n). */
class FaultInjectorTest {
    private static final NodeProfile PROFILE = new NodeProfile(1 << 16, 400_000, 50_000, 4096, 2048, 4096, 2048, 127);

    /** A ring with its faults. */
    private static final class Bench {
        private final Engine engine = new Engine();
        private final FibreRing ring = new FibreRing(
                engine,
                LinkProfile.RFM_5565,
                IntStream.range(0, 3)
                        .mapToObj(id -> new NodePlan(id, PROFILE, 2_000))
                        .toList());
        private final FaultInjector faults = engine.register(new FaultInjector(engine));
        private int sent;

        Bench send(int words) {
            for (int n = 0; n < words; n++) {
                MemorySegment word = MemorySegment.ofArray(new byte[] {(byte) (sent + 1), 0, 0, 0});
                HostWrite write = new HostWrite().setData(4L * sent++, 4, word, 0);
                assertThat(ring.transmitPort(0).accept(write, engine.nowPs())).isNotNegative();
            }
            return this;
        }

        Bench settle() {
            engine.runUntil(engine.nowPs() + 100_000_000);
            return this;
        }

        int word(int node, long offset) {
            byte[] bytes = new byte[4];
            ring.memory(node).read(offset, MemorySegment.ofArray(bytes), 0, 4);
            return bytes[0];
        }

        List<Integer> words(int node, int count) {
            return IntStream.range(0, count).mapToObj(n -> word(node, 4L * n)).toList();
        }

        FaultReport report(String id) {
            return faults.report(id).orElseThrow();
        }
    }

    @Test
    void shouldLoseExactlyTheThirdPacketToOneNode() {
        Bench bench = new Bench();
        bench.faults.arm(Fault.drop("third", "node/1/rx-fifo", Occurrence.nth(3)));
        bench.send(5).settle();

        assertThat(bench.words(1, 5)).containsExactly(1, 2, 0, 4, 5);
        assertThat(bench.words(2, 5)).containsExactly(1, 2, 3, 4, 5);
        assertThat(bench.ring.counters(1).get(RingCounter.RX_LOST_FAULT)).isEqualTo(1);
        assertThat(bench.report("third").fired()).isEqualTo(1);
        assertThat(bench.report("third")).hasToString("third (DROP at node/1/rx-fifo): fired once on 3 things seen");
    }

    @Test
    void shouldFireOnEverySecondPacketAtMostTwice() {
        Bench bench = new Bench();
        bench.faults.arm(Fault.drop("some", "node/0/span", new Occurrence(2, 2, 2)));
        bench.send(7).settle();

        assertThat(bench.words(1, 7)).containsExactly(1, 0, 3, 0, 5, 6, 7);
        assertThat(bench.report("some").armed()).as("nothing is left to do").isFalse();
        assertThat(bench.engine.seams().find("node/0/span").orElseThrow().armed())
                .isFalse();
    }

    @Test
    void shouldWriteToAnotherAddressWhenThatFieldIsCorrupted() {
        Bench bench = new Bench();
        bench.faults.arm(Fault.corrupt("astray", "node/2/memory", Occurrence.nth(1), "packet.offset", 0x800));
        bench.send(2).settle();

        assertThat(bench.words(2, 2)).containsExactly(0, 2);
        assertThat(bench.word(2, 0x800)).isEqualTo(1);
        assertThat(bench.word(1, 0x800)).isZero();
    }

    @Test
    void shouldBringAPacketLater() {
        Bench bench = new Bench();
        bench.faults.arm(Fault.delay("late", "node/0/span", Occurrence.nth(1), 5_000_000));
        bench.send(1);

        bench.engine.runUntil(5_000_000);
        assertThat(bench.word(1, 0)).isZero();
        bench.engine.runUntil(94_117 + 10_000 + 50_000 + 5_000_000);
        assertThat(bench.word(1, 0)).isEqualTo(1);
        assertThat(bench.report("late").firstFiredPs()).isZero();
    }

    @Test
    void shouldStopWhenDisarmedAndKeepItsReport() {
        Bench bench = new Bench();
        bench.faults.arm(Fault.drop("all", "node/0/tx-fifo", Occurrence.every(1)));
        bench.send(2).settle();
        bench.faults.disarm("all");
        bench.send(2).settle();

        assertThat(bench.words(1, 4)).containsExactly(0, 0, 3, 4);
        assertThat(bench.report("all").fired()).isEqualTo(2);
        assertThat(bench.report("all").armed()).isFalse();
    }

    @Test
    void shouldSayThatItNeverFired() {
        Bench bench = new Bench();
        bench.faults.arm(Fault.drop("ninth", "node/1/hop", Occurrence.nth(9)));
        bench.send(3).settle();
        assertThat(bench.report("ninth"))
                .hasToString("ninth (DROP at node/1/hop): armed, not fired yet, 3 things seen");

        bench.faults.disarm("ninth");
        assertThat(bench.report("ninth")).hasToString("ninth (DROP at node/1/hop): never fired, 3 things seen");
        assertThat(bench.words(1, 3)).containsExactly(1, 2, 3);
    }

    @Test
    void shouldLetSeveralFaultsShareASeam() {
        Bench bench = new Bench();
        bench.faults.arm(Fault.drop("first", "node/0/span", Occurrence.nth(1)));
        bench.faults.arm(Fault.corrupt("word", "node/0/span", Occurrence.every(2), "packet.word0", 99));
        bench.send(4).settle();

        // The first packet never reaches the second fault, so that counts from the second packet on.
        assertThat(bench.words(1, 4)).containsExactly(0, 2, 99, 4);
        assertThat(bench.faults.reports()).extracting(FaultReport::seen).containsExactly(1L, 3L);
    }

    @Test
    void shouldNameTheSeamsAndLensesThatExist() {
        Bench bench = new Bench();

        assertThatThrownBy(() -> bench.faults.arm(Fault.drop("x", "node/2/rxfifo", Occurrence.nth(1))))
                .isInstanceOf(FaultException.class)
                .hasMessageContaining("no seam node/2/rxfifo; there are node/2/rx-fifo,");
        assertThatThrownBy(() ->
                        bench.faults.arm(Fault.corrupt("x", "node/2/span", Occurrence.nth(1), "packet.colour", 1)))
                .isInstanceOf(FaultException.class)
                .hasMessageContaining("no lens packet.colour; it has packet.origin, packet.offset");
        assertThat(bench.faults.reports()).isEmpty();
        assertThat(bench.engine.seams().all()).noneMatch(seam -> seam.armed());
        assertThatThrownBy(() -> bench.faults.disarm("x")).hasMessageContaining("no fault named x");
    }

    @Test
    void shouldRefuseAnIdThatIsArmedAndTakeItAgainAfterwards() {
        Bench bench = new Bench();
        bench.faults.arm(Fault.drop("a", "node/0/span", Occurrence.nth(1)));
        assertThatThrownBy(() -> bench.faults.arm(Fault.drop("a", "node/1/span", Occurrence.nth(1))))
                .hasMessageContaining("armed already");

        bench.send(1).settle();
        bench.faults.arm(Fault.drop("a", "node/1/span", Occurrence.nth(1)));
        assertThat(bench.report("a").fired()).isZero();
        assertThat(bench.report("a").armedAtPs()).isEqualTo(100_000_000);
    }

    @Test
    void shouldRefuseFaultsThatMakeNoSense() {
        Occurrence once = Occurrence.nth(1);
        assertThatThrownBy(() -> Fault.drop(" ", "s", once)).hasMessageContaining("id");
        assertThatThrownBy(() -> Fault.corrupt("a", "s", once, "", 1)).hasMessageContaining("needs a lens");
        assertThatThrownBy(() -> Fault.delay("a", "s", once, 0)).hasMessageContaining("delay of 0");
        assertThatThrownBy(() -> new Fault("a", "s", FaultVerb.DROP, once, "l", 0, 0))
                .hasMessageContaining("no lens");
        assertThatThrownBy(() -> Occurrence.nth(0)).hasMessageContaining("start at 1");
    }

    @Test
    void shouldGoOnCountingFromASnapshot() throws IOException {
        Bench whole = new Bench();
        whole.faults.arm(Fault.drop("third", "node/1/rx-fifo", Occurrence.nth(3)));
        whole.faults.arm(Fault.corrupt("gone", "node/2/memory", Occurrence.nth(5), "packet.word0", 7));
        whole.faults.disarm("gone");
        whole.send(2).settle();
        byte[] saved = save(whole);

        Bench restored = new Bench();
        restored.faults.arm(Fault.drop("other", "node/1/rx-fifo", Occurrence.every(1)));
        EngineSnapshot.restore(restored.engine, new DataInputStream(new ByteArrayInputStream(saved)));
        restored.sent = 2;

        assertThat(restored.faults.reports()).isEqualTo(whole.faults.reports());
        whole.send(4).settle();
        restored.send(4).settle();
        assertThat(restored.words(1, 6)).containsExactly(1, 2, 0, 4, 5, 6);
        assertThat(restored.faults.reports()).isEqualTo(whole.faults.reports());
        assertThat(restored.engine.traceHash()).isEqualTo(whole.engine.traceHash());
    }

    @Test
    void shouldRefuseASnapshotWhoseFaultsDoNotFit() throws IOException {
        Bench whole = new Bench();
        whole.faults.arm(Fault.drop("third", "node/1/rx-fifo", Occurrence.nth(3)));
        byte[] saved = save(whole);
        String text = new String(saved, StandardCharsets.ISO_8859_1);
        int at = text.lastIndexOf("node/1/rx-fifo");
        saved[at + 5] = '9';

        assertThatThrownBy(() -> EngineSnapshot.restore(
                        new Bench().engine, new DataInputStream(new ByteArrayInputStream(saved))))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining("node/9/rx-fifo");
    }

    private static byte[] save(Bench bench) throws IOException {
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        EngineSnapshot.save(bench.engine, new DataOutputStream(saved));
        return saved.toByteArray();
    }
}
