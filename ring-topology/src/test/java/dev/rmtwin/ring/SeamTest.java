package dev.rmtwin.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamAction;
import dev.rmtwin.ring.RingBench.Heard;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeamTest {
    private static final PlannedWrite FIVE_PACKETS = new PlannedWrite(0, 0, 0, 5 * 64);

    @ParameterizedTest
    @CsvSource({
        "node/0/tx-fifo, 0, LOST_FAULT, 4, 4",
        "node/0/frame-tx, 0, LOST_FAULT, 4, 4",
        "node/0/span, 0, LOST_FAULT, 4, 4",
        "node/1/hop, 1, LOST_FAULT, 4, 4",
        "node/1/span, 1, LOST_FAULT, 5, 4",
        "node/1/rx-fifo, 1, RX_LOST_FAULT, 4, 5",
        "node/1/memory, 1, RX_LOST_FAULT, 4, 5",
    })
    void shouldLoseTheThirdPacketAtTheSeamAndNowhereElse(
            String seam, int node, RingCounter counter, int storedAtOne, int storedAtTwo) {
        RingBench bench = RingBench.ofEqualNodes(3, FIVE_PACKETS);
        AtomicInteger passed = new AtomicInteger();
        arm(bench, seam, (packet, nowPs) -> passed.incrementAndGet() == 3 ? Seam.DROPPED : 0);
        bench.run();

        assertThat(bench.counter(node, counter)).isEqualTo(1);
        assertThat(bench.commitsAt(1)).hasSize(storedAtOne);
        assertThat(bench.commitsAt(2)).hasSize(storedAtTwo);
        assertThat(bench.ring.conservation().holds())
                .as("%s", bench.ring.conservation())
                .isTrue();
        assertThat(bench.ring.conservation().inFlight()).isZero();
        if (storedAtOne == 4) {
            assertThat(bench.commitsAt(1)).extracting(Heard::number).containsExactly(0L, 1L, 3L, 4L);
        }
    }

    @ParameterizedTest
    @CsvSource({"node/1/rx-fifo, 1, 0", "node/1/memory, 1, 0", "node/1/hop, 1, 1", "node/0/tx-fifo, 1, 1"})
    void shouldShowACorruptedAddressOnlyDownstreamOfTheFault(String seam, int movedAtOne, int movedAtTwo) {
        RingBench bench = RingBench.ofEqualNodes(3, new PlannedWrite(0, 0, 0x100, 32));
        corrupt(bench, seam, "packet.offset", 0x900);
        bench.run();

        byte[] sent = Talker.contents(0, 0, 32);
        assertThat(bench.bytes(1, movedAtOne == 1 ? 0x900 : 0x100, 32)).isEqualTo(sent);
        assertThat(bench.bytes(2, movedAtTwo == 1 ? 0x900 : 0x100, 32)).isEqualTo(sent);
        assertThat(bench.bytes(1, 0x100, 32)).isEqualTo(new byte[32]);
        assertThat(bench.counter(0, RingCounter.STRIPPED)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"node/0/tx-fifo", "node/0/frame-tx", "node/0/span", "node/1/hop", "node/1/rx-fifo", "node/1/memory"})
    void shouldBringADelayedPacketLaterByTheDelay(String seam) {
        RingBench bench = RingBench.ofEqualNodes(3, new PlannedWrite(0, 0, 0x100, 64));
        arm(bench, seam, (packet, nowPs) -> 1_234);
        bench.run();

        assertThat(bench.commitsAt(1))
                .containsExactly(new Heard(1, 0, 0, 0x100, 64, 376_470 + 10_000 + 100_000 + 1_234));
        assertThat(bench.ring.conservation().holds())
                .as("%s", bench.ring.conservation())
                .isTrue();
    }

    @Test
    void shouldLetAPacketWithoutOwnerCirculateAndKeepTheBooks() {
        RingBench bench = RingBench.ofEqualNodes(3, new PlannedWrite(0, 0, 0x100, 4));
        corrupt(bench, "node/0/span", "packet.origin", 77);
        bench.start();
        bench.engine.runUntil(20_000_000);

        assertThat(bench.counter(1, RingCounter.FORWARDED)).isGreaterThan(5);
        assertThat(bench.ring.conservation().inFlight()).isEqualTo(1);
        assertThat(bench.ring.conservation().holds())
                .as("%s", bench.ring.conservation())
                .isTrue();
    }

    @Test
    void shouldDeclareLensesByNameAtEverySeam() {
        RingBench bench = RingBench.ofEqualNodes(2);

        assertThat(bench.engine.seams().all())
                .extracting(Seam::id)
                .contains(
                        "node/0/tx-fifo",
                        "node/0/frame-tx",
                        "node/0/span",
                        "node/0/hop",
                        "node/0/rx-fifo",
                        "node/0/memory");
        assertThat(bench.engine.seams().find("node/1/span").orElseThrow().lenses())
                .extracting(Lens::name)
                .contains("packet.origin", "packet.offset", "packet.length", "packet.word0", "packet.data");
    }

    private static void corrupt(RingBench bench, String seam, String lensName, long value) {
        Lens<Packet> lens = find(bench, seam).lenses().stream()
                .filter(candidate -> candidate.name().equals(lensName))
                .findFirst()
                .orElseThrow();
        arm(bench, seam, (packet, nowPs) -> {
            lens.setter().set(packet, value);
            return 0;
        });
    }

    private static void arm(RingBench bench, String seam, SeamAction<Packet> action) {
        find(bench, seam).arm(action);
    }

    @SuppressWarnings("unchecked")
    private static Seam<Packet> find(RingBench bench, String seam) {
        return (Seam<Packet>) bench.engine.seams().find(seam).orElseThrow();
    }
}
