package dev.rmtwin.scenarios.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.card.Bigend;
import dev.rmtwin.pcie.card.CardCounter;
import dev.rmtwin.pcie.card.DmaFields;
import dev.rmtwin.pcie.card.Intcsr;
import dev.rmtwin.pcie.card.LocalRegister;
import dev.rmtwin.pcie.card.RmCard;
import dev.rmtwin.pcie.host.HostCounter;
import dev.rmtwin.pcie.host.HostRegion;
import dev.rmtwin.scenarios.model.Scenario;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Block DMA on a whole ring, by register accesses only: no driver of ours has a hand in it. */
class BlockDmaOnTheRingTest {
    private static final int WINDOW_BYTES = 2 << 20;
    private static final int MAPPED_BYTES = 8 << 20;
    private static final long MODE = 0x1C3 | DmaFields.MODE_DONE_INTERRUPT.mask() | DmaFields.MODE_TO_PCI.mask();
    private static final String TEXT = """
            scenario: block-dma
            duration: 1 ms
            host: reference-lab
            card: {profile: '5565', local: {window: 2 MiB}}
            flows: {}
            """;

    private final Scenario scenario = TestScenarios.load(TEXT);
    private Rig rig = started(scenario);

    private static Rig started(Scenario scenario) {
        Rig rig = new Rig(scenario);
        assertThat(rig.bringUp()).isEmpty();
        return rig;
    }

    private void write(String node, LocalRegister register, long value) {
        rig.nodes()
                .get(node)
                .link()
                .writeRegister(
                        BarAddress.of(LocalRegister.BAR, register.offset()),
                        register.widthBytes(),
                        value,
                        rig.engine().nowPs());
    }

    private long read(String node, LocalRegister register) {
        return read(node, BarAddress.of(LocalRegister.BAR, register.offset()), register.widthBytes());
    }

    private long read(String node, long address, int widthBytes) {
        return rig.nodes()
                .get(node)
                .card()
                .read(address, widthBytes, rig.engine().nowPs());
    }

    private long word(String node, long offset) {
        return read(node, BarAddress.of(RmCard.MEMORY_BAR, offset), Integer.BYTES);
    }

    private void run(long timePs) {
        rig.engine().runUntil(rig.engine().nowPs() + timePs);
    }

    private HostRegion map(String node, boolean low) {
        var memory = rig.nodes().get(node).host().memory();
        return low ? memory.mapLow(MAPPED_BYTES, 4096) : memory.map(MAPPED_BYTES, 4096);
    }

    private static void fill(HostRegion region, int bytes, int seed) {
        for (int i = 0; i < bytes; i++) {
            region.segment().set(ValueLayout.JAVA_BYTE, i, (byte) (i * 7 + (i >> 8) * 13 + seed));
        }
    }

    private void set(String node, long hostAddress, long cardOffset, int bytes, boolean toHost) {
        write(node, LocalRegister.DMAPADR0, hostAddress & 0xFFFF_FFFFL);
        write(node, LocalRegister.DMADAC0, hostAddress >>> 32);
        write(node, LocalRegister.DMAMODE0, MODE);
        write(node, LocalRegister.DMASIZ0, bytes);
        write(node, LocalRegister.DMALADR0, cardOffset);
        write(node, LocalRegister.DMADPR0, DmaFields.POINTER_TO_HOST.bits(toHost ? 1 : 0));
        write(node, LocalRegister.INTCSR, Intcsr.PCI_ENABLE.mask() | Intcsr.DMA0_ENABLE.mask());
    }

    /** Starts channel 0, waits for the interrupt's message, clears it; returns the time from start to message. */
    private long transfer(String node) {
        var host = rig.nodes().get(node).host();
        long before = host.counters().get(HostCounter.MESSAGES);
        long fromPs = rig.engine().nowPs();
        write(node, LocalRegister.DMACSR0, 0x03);
        while (host.counters().get(HostCounter.MESSAGES) == before) {
            assertThat(rig.engine().step()).as("something is to come").isTrue();
        }
        long timePs = rig.engine().nowPs() - fromPs;
        assertThat(Intcsr.DMA0_ACTIVE.isSet(read(node, LocalRegister.INTCSR))).isTrue();
        write(node, LocalRegister.DMACSR0, 0x08);
        run(Ps.US);
        assertThat(Intcsr.DMA0_ACTIVE.isSet(read(node, LocalRegister.INTCSR))).isFalse();
        assertThat(Intcsr.ABORT_ACTIVE.isSet(read(node, LocalRegister.INTCSR))).isFalse();
        return timePs;
    }

    private MemorySegment memory(String node, long offset, int bytes) {
        MemorySegment target = Arena.ofAuto().allocate(bytes, Long.BYTES);
        rig.ring().memory(rig.nodes().get(node).spec().id()).read(offset, target, 0, bytes);
        return target;
    }

    @Test
    void shouldShowABlockWrittenByDmaOnEveryNodeAndReadItBackByDmaThere() {
        int bytes = 100_000;
        HostRegion source = map("A", false);
        fill(source, bytes, 1);
        set("A", source.address(), 0x30_0000, bytes, false);
        transfer("A");
        run(50 * Ps.US);
        for (String node : rig.nodes().keySet()) {
            assertThat(memory(node, 0x30_0000, bytes).mismatch(source.segment().asSlice(0, bytes)))
                    .as(node)
                    .isEqualTo(-1);
        }
        HostRegion target = map("B", false);
        set("B", target.address() + 64, 0x30_0000, bytes, true);
        transfer("B");
        assertThat(target.segment().asSlice(64, bytes).mismatch(source.segment().asSlice(0, bytes)))
                .as("all of it is there when the interrupt is")
                .isEqualTo(-1);
        assertThat(rig.ring().conservation().holds()).isTrue();
    }

    @Test
    void shouldScatterAndGather() {
        HostRegion low = map("A", true);
        HostRegion data = map("A", false);
        fill(data, 8192, 3);
        descriptor(low, 0x100, data.address() + 4096, 4096, low.address() + 0x200);
        descriptor(low, 0x200, data.address(), 4096, 1);
        set("A", 0, 0x40_0000, 8192, false);
        write("A", LocalRegister.DMAMODE0, MODE | DmaFields.MODE_SCATTER_GATHER.mask());
        write("A", LocalRegister.DMADPR0, low.address() + 0x100 | 1);
        transfer("A");
        run(50 * Ps.US);
        assertThat(memory("C", 0x40_0000, 4096).mismatch(data.segment().asSlice(4096, 4096)))
                .isEqualTo(-1);
        assertThat(memory("C", 0x40_1000, 4096).mismatch(data.segment().asSlice(0, 4096)))
                .isEqualTo(-1);
        descriptor(low, 0x200, data.address() + 0x1_0000, 4096, 1);
        descriptor(low, 0x100, data.address() + 0x2_0000, 4096, low.address() + 0x200);
        write("A", LocalRegister.DMADPR0, low.address() + 0x100 | DmaFields.POINTER_TO_HOST.mask() | 1);
        transfer("A");
        assertThat(data.segment()
                        .asSlice(0x1_0000, 4096)
                        .mismatch(data.segment().asSlice(0, 4096)))
                .isEqualTo(-1);
    }

    private static void descriptor(HostRegion region, int at, long address, int bytes, long next) {
        region.segment().set(ValueLayout.JAVA_INT, at, (int) address);
        region.segment().set(ValueLayout.JAVA_INT, at + 4, (int) (address >>> 32));
        region.segment().set(ValueLayout.JAVA_INT, at + 8, bytes);
        region.segment().set(ValueLayout.JAVA_INT, at + 12, (int) next);
    }

    @Test
    void shouldReachAllMemoryThroughASlidingWindowOnly() {
        assertThat(read("A", LocalRegister.LAS1RR)).isEqualTo(0xFFE0_0000L);
        write("A", LocalRegister.LAS1BA, 16L * WINDOW_BYTES | 1);
        run(Ps.US);
        MemorySegment data = Arena.ofAuto().allocate(8, 8).fill((byte) 0x5A);
        rig.nodes().get("A").link().writeMemory(0x20, data, 0, 8, rig.engine().nowPs());
        run(50 * Ps.US);
        assertThat(memory("B", 16L * WINDOW_BYTES + 0x20, 8).mismatch(data)).isEqualTo(-1);
        assertThat(word("B", 0x20)).as("B's window lies elsewhere").isZero();
        write("B", LocalRegister.LAS1BA, 16L * WINDOW_BYTES | 1);
        run(Ps.US);
        assertThat(word("B", 0x20)).isEqualTo(0x5A5A_5A5AL);
        assertThat(word("B", WINDOW_BYTES)).as("beyond the window").isEqualTo(-1);
    }

    @Test
    void shouldGiveWrongDataToWhoForgetsTheByteOrder() {
        HostRegion source = map("A", false);
        source.segment().set(ValueLayout.JAVA_LONG, 0, 0x0807_0605_0403_0201L);
        write("A", LocalRegister.BIGEND, Bigend.DMA0.mask() | Bigend.MEMORY.mask());
        set("A", source.address(), 0x100, 8, false);
        transfer("A");
        run(20 * Ps.US);
        assertThat(word("B", 0x100)).isEqualTo(0x0102_0304);
        assertThat(word("B", 0x104)).isEqualTo(0x0506_0708);
        assertThat(word("A", 0x100)).as("reversed twice").isEqualTo(0x0403_0201);
    }

    @Test
    void shouldBeStoppedByADriverThatTakesOverWhatADeadProcessLeft() {
        rig = new Rig(scenario);
        HostRegion region = map("A", false);
        write("A", LocalRegister.BIGEND, Bigend.MEMORY.mask());
        write("A", LocalRegister.LAS1BA, 4L * WINDOW_BYTES | 1);
        set("A", region.address(), 0, DmaFields.CHUNK_LIMIT_BYTES, true);
        write("A", LocalRegister.DMACSR0, 0x03);
        assertThat(rig.bringUp()).isEmpty();
        region.segment().fill((byte) 0x77);
        run(20 * Ps.MS);
        assertThat(region.segment()
                        .mismatch(Arena.ofAuto().allocate(MAPPED_BYTES).fill((byte) 0x77)))
                .as("memory that belongs to somebody else by now")
                .isEqualTo(-1);
        assertThat(rig.nodes().get("A").card().counters().get(CardCounter.BLOCK_DMA_ABORTED))
                .isEqualTo(1);
        assertThat(read("A", LocalRegister.BIGEND)).isZero();
        assertThat(read("A", LocalRegister.LAS1BA)).isEqualTo(1);
        assertThat(read("A", LocalRegister.DMACSR0)).isEqualTo(DmaFields.STATUS_DONE.mask());
    }

    @Test
    void shouldWriteAsFastAsTheLineAndReadAsFastAsTheEngine() {
        int bytes = DmaFields.CHUNK_LIMIT_BYTES;
        long plain = rate(scenario, bytes, false);
        assertThat(plain / (double) (1 << 20)).as("MiB/s written: 162").isBetween(160.0, 164.0);
        assertThat(rate(scenario, bytes, true) / (double) (1 << 20))
                .as("MiB/s read: 376")
                .isBetween(372.0, 380.0);
        Scenario slowLine = TestScenarios.load(TEXT + "ring: {lineRate: 1.0625 Gbaud}\n");
        assertThat(rate(slowLine, bytes, false) / (double) plain)
                .as("half the line rate")
                .isBetween(0.49, 0.51);
        Scenario slowEngine = TestScenarios.load(TEXT.replace("2 MiB", "2 MiB, dmaRate: 100 MB/s"));
        assertThat(rate(slowEngine, bytes, false) / 1e6).isBetween(98.0, 101.0);
    }

    /** Bytes a second of one chunk on node A. */
    private long rate(Scenario of, int bytes, boolean toHost) {
        rig = started(of);
        set("A", map("A", false).address(), 0, bytes, toHost);
        return (long) (bytes / Ps.toSeconds(transfer("A")));
    }

    @Test
    void shouldShareTheTransmitFifoWithTheHostsOwnWrites() {
        int blockBytes = 256 << 10;
        int writes = 400;
        HostRegion source = map("A", false);
        fill(source, blockBytes, 5);
        set("A", source.address(), 0x10_0000, blockBytes, false);
        write("A", LocalRegister.DMACSR0, 0x03);
        run(100 * Ps.US);
        CounterBlock<CardCounter> counters = rig.nodes().get("A").card().counters();
        long dmaBefore = counters.get(CardCounter.BLOCK_DMA_BYTES);
        long writesBefore = counters.get(CardCounter.HOST_WRITES);
        MemorySegment data = Arena.ofAuto().allocate(128, 8).fill((byte) 0x33);
        for (int i = 0; i < writes; i++) {
            long atPs = rig.engine().nowPs() + i * 1500L * Ps.NS;
            rig.nodes().get("A").link().writeMemory(i * 128L, data, 0, 128, atPs);
        }
        run(writes * 1500L * Ps.NS + 10 * Ps.US);
        assertThat(counters.get(CardCounter.HOST_WRITES) - writesBefore)
                .as("the host's writes are through")
                .isEqualTo(writes);
        double lineShare = (counters.get(CardCounter.BLOCK_DMA_BYTES) - dmaBefore) / (610e-6 * 169.9e6);
        assertThat(lineShare).as("the DMA has what they leave of the line").isBetween(0.48, 0.54);
        run(3 * Ps.MS);
        assertThat(memory("C", 128L * (writes - 1), 128).mismatch(data)).isEqualTo(-1);
        assertThat(memory("C", 0x10_0000, blockBytes).mismatch(source.segment().asSlice(0, blockBytes)))
                .isEqualTo(-1);
        assertThat(rig.ring().conservation().holds()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGoOnFromASnapshotTakenAtAnyMomentOfATransfer(boolean toHost) {
        String hash = null;
        for (int at = 0; at < 12; at++) {
            rig = started(scenario);
            HostRegion region = map("A", false);
            fill(region, 3000, 9);
            set("A", region.address(), 0x200, 3000, toHost);
            write("A", LocalRegister.DMACSR0, 0x03);
            long endPs = rig.engine().nowPs() + 100 * Ps.US;
            rig.engine().runUntil(rig.engine().nowPs() + at * 1_300L * Ps.NS);
            if (at > 0) {
                rig = Checkpoint.restore(scenario, Checkpoint.save(rig));
            }
            rig.engine().runUntil(endPs);
            assertThat(rig.nodes().get("A").card().counters().get(CardCounter.BLOCK_DMA_DONE))
                    .isEqualTo(1);
            rig.ring().finish(endPs);
            String now = rig.engine().traceHash();
            assertThat(now).isEqualTo(hash == null ? now : hash);
            hash = now;
        }
    }
}
