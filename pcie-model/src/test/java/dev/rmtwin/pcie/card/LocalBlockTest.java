package dev.rmtwin.pcie.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.register.Field;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The local block by its registers: identity, the gate before the interrupt line, window and byte order of BAR 3. */
class LocalBlockTest {
    private static final int MIB = 1 << 20;

    private final DmaBench bench = new DmaBench();

    private static DmaBench windowOf(long bytes) {
        return new DmaBench(new LocalProfile(bytes, BlockDmaProfile.STANDARD), CardIdentity.RFM_5565);
    }

    private static long memory(long offset) {
        return BarAddress.of(RmCard.MEMORY_BAR, offset);
    }

    private void intcsr(Field... enables) {
        long bits = 0;
        for (Field enable : enables) {
            bits |= enable.mask();
        }
        bench.write(LocalRegister.INTCSR, bits);
    }

    private void networkInterrupt() {
        bench.write(BarAddress.of(RmRegister.BAR, RmRegister.LIER.offset()), 4, Lisr.INT1.mask());
        bench.write(BarAddress.of(RmRegister.BAR, RmRegister.LISR.offset()), 4, Lisr.GLOBAL_ENABLE.mask());
        bench.card.onNetworkInterrupt(1, 1, 0, 0, bench.engine.nowPs());
    }

    private void drain() {
        bench.read(BarAddress.of(RmRegister.BAR, RmRegister.SID1.offset()), 1);
    }

    private List<Boolean> levels() {
        List<Boolean> levels = new ArrayList<>();
        bench.edges.forEach(edge -> levels.add(edge.asserted()));
        return levels;
    }

    @ParameterizedTest
    @EnumSource
    void shouldShowWhichBridgeItIsOnBothIdentities(CardIdentity identity) {
        DmaBench each = new DmaBench(LocalProfile.STANDARD, identity);
        assertThat(each.read(LocalRegister.HARD_ID)).isEqualTo(0x9656_10B5L);
        assertThat(each.read(LocalRegister.HARD_REVISION)).isEqualTo(0xAD);
        assertThat(each.read(LocalRegister.INTCSR)).as("a PLX 9656 after reset").isEqualTo(0x0F01_0100L);
        assertThat(each.read(LocalRegister.DMACSR0)).isEqualTo(0x10);
        each.write(LocalRegister.MAILBOX3, 0x1234_5678);
        assertThat(each.read(BarAddress.of(LocalRegister.IO_BAR, LocalRegister.MAILBOX3.offset()), 4))
                .as("BAR 1")
                .isEqualTo(identity == CardIdentity.RFM_5565 ? 0x1234_5678L : -1);
    }

    @Test
    void shouldLetTheRmBlockOutOnlyThroughBothEnables() {
        assertThat(bench.card.interruptLine()).isFalse();
        networkInterrupt();
        bench.run(Ps.US);
        assertThat(Intcsr.LOCAL_ACTIVE.isSet(bench.read(LocalRegister.INTCSR)))
                .as("active behind the gate")
                .isTrue();
        assertThat(bench.pinLevels).as("local enable is off after reset").isEmpty();
        assertThat(bench.edges).isEmpty();
        intcsr(Intcsr.LOCAL_ENABLE);
        assertThat(bench.card.interruptLine()).isFalse();
        intcsr(Intcsr.LOCAL_ENABLE, Intcsr.PCI_ENABLE);
        assertThat(bench.card.interruptLine()).isTrue();
        bench.run(Ps.US);
        assertThat(bench.pinLevels).containsExactly(true);
        drain();
        assertThat(bench.card.interruptLine()).isFalse();
        assertThat(Intcsr.LOCAL_ACTIVE.isSet(bench.read(LocalRegister.INTCSR))).isFalse();
        assertThat(levels()).containsExactly(true, false);
    }

    @Test
    void shouldHoldThePinForASourceThatJoinsAnother() {
        intcsr(Intcsr.LOCAL_ENABLE, Intcsr.PCI_ENABLE, Intcsr.DMA0_ENABLE);
        networkInterrupt();
        bench.set(0, DmaBench.HIGH, 0, 64, true);
        bench.write(LocalRegister.DMACSR0, 3);
        bench.finish(0);
        bench.run(Ps.US);
        assertThat(bench.pinLevels).containsExactly(true);
        assertThat(levels()).containsExactly(true);
        drain();
        assertThat(bench.card.interruptLine()).as("the DMA holds it").isTrue();
        bench.write(LocalRegister.DMACSR0, 8);
        assertThat(levels()).containsExactly(true, false);
    }

    @ParameterizedTest
    @CsvSource({"false, true, true", "true, false, true", "true, true, false"})
    void shouldKeepADmaInterruptInsideWhenAnythingIsOff(boolean toPci, boolean doneInterrupt, boolean enabled) {
        intcsr(enabled ? new Field[] {Intcsr.PCI_ENABLE, Intcsr.DMA0_ENABLE} : new Field[] {Intcsr.PCI_ENABLE});
        bench.set(0, DmaBench.HIGH, 0, 64, true);
        bench.write(
                LocalRegister.DMAMODE0,
                DmaFields.MODE_TO_PCI.bits(toPci ? 1 : 0) | DmaFields.MODE_DONE_INTERRUPT.bits(doneInterrupt ? 1 : 0));
        bench.write(LocalRegister.DMACSR0, 3);
        bench.finish(0);
        bench.run(Ps.US);
        assertThat(bench.pinLevels).isEmpty();
        assertThat(Intcsr.DMA0_ACTIVE.isSet(bench.read(LocalRegister.INTCSR))).isEqualTo(doneInterrupt);
    }

    @Test
    void shouldInterruptForAnErrorWhenAskedTo() {
        intcsr(Intcsr.PCI_ENABLE, Intcsr.ABORT_ENABLE);
        bench.set(0, DmaBench.HIGH, 0, 0, true);
        bench.write(LocalRegister.DMACSR0, 3);
        bench.finish(0);
        assertThat(bench.card.interruptLine()).isTrue();
        bench.write(LocalRegister.DMACSR0, 8);
        assertThat(bench.card.interruptLine()).isFalse();
    }

    @Test
    void shouldReleaseTheLineAtAReset() {
        intcsr(Intcsr.LOCAL_ENABLE, Intcsr.PCI_ENABLE);
        networkInterrupt();
        bench.card.reset(bench.engine.nowPs());
        assertThat(levels()).containsExactly(true, false);
        assertThat(bench.read(LocalRegister.INTCSR)).isEqualTo(0x0F01_0100L);
    }

    // ---- the window

    @ParameterizedTest
    @CsvSource({"2, 4292870144", "16, 4278190080", "64, 4227858432", "0, 4227858432"})
    void shouldTellTheWindowsSizeByItsMaskAndInTheConfigurationSpace(int mebibytes, long mask) {
        DmaBench each = windowOf((long) mebibytes * MIB);
        assertThat(each.read(LocalRegister.LAS1RR)).isEqualTo(mask);
        long bytes = mebibytes == 0 ? DmaBench.MEMORY_BYTES : (long) mebibytes * MIB;
        assertThat(each.card.config().layout().bars().stream()
                        .filter(bar -> bar.index() == RmCard.MEMORY_BAR)
                        .findFirst()
                        .orElseThrow()
                        .sizeBytes())
                .isEqualTo(bytes);
    }

    @Test
    void shouldSlideTheWindowOverMemoryAndKeepAccessesWithinIt() {
        DmaBench each = windowOf(2 * MIB);
        each.write(memory(0x10), 4, 0x1111_1111);
        each.write(LocalRegister.LAS1BA, 6 * MIB | 1);
        assertThat(each.read(memory(0x10), 4)).isZero();
        each.write(memory(0x10), 4, 0x2222_2222);
        assertThat(each.card(6L * MIB + 0x10, 4).get(java.lang.foreign.ValueLayout.JAVA_INT, 0))
                .isEqualTo(0x2222_2222);
        assertThat(each.read(memory(2 * MIB - 4), 4)).isZero();
        assertThat(each.count(CardCounter.BAD_ACCESSES)).isZero();
        assertThat(each.read(memory(2 * MIB), 4)).isEqualTo(-1);
        each.write(memory(2 * MIB - 2), 4, 0);
        assertThat(each.count(CardCounter.BAD_ACCESSES)).isEqualTo(2);
        each.fillCard(60L * MIB, DmaBench.patterned(256));
        each.start(0, DmaBench.HIGH, 60L * MIB, 256, true);
        each.finish(0);
        each.run(Ps.US);
        assertThat(each.high.asSlice(0, 256).mismatch(DmaBench.patterned(256)))
                .as("DMA reaches all of it, by absolute offset")
                .isEqualTo(-1);
    }

    @Test
    void shouldCutAnOffsetThatNoWindowCanHave() {
        DmaBench each = windowOf(2 * MIB);
        each.write(LocalRegister.LAS1BA, 0xFFFF_FFFFL);
        assertThat(each.read(LocalRegister.LAS1BA)).isEqualTo(62L * MIB | 1);
        each.write(LocalRegister.LAS1BA, 4 * MIB + 0x1000 | 1);
        assertThat(each.read(LocalRegister.LAS1BA)).isEqualTo(4L * MIB | 1);
        assertThat(each.count(CardCounter.WINDOW_OFFSET_CUT)).isEqualTo(2);
        each.write(LocalRegister.LAS1BA, 8 * MIB | 1);
        assertThat(each.count(CardCounter.WINDOW_OFFSET_CUT)).isEqualTo(2);
    }

    @Test
    void shouldAnswerNothingWhileTheWindowIsOff() {
        bench.write(LocalRegister.LAS1BA, 0);
        assertThat(bench.read(memory(0), 4)).isEqualTo(-1);
        bench.write(memory(0), 4, 5);
        assertThat(bench.count(CardCounter.BAD_ACCESSES)).isEqualTo(2);
        bench.write(LocalRegister.LAS1BA, 1);
        assertThat(bench.read(memory(0), 4)).isZero();
    }

    // ---- byte order

    @Test
    void shouldReverseWordsOfBar3AsADriverCompensatesIt() {
        bench.write(LocalRegister.BIGEND, Bigend.MEMORY.mask());
        bench.write(memory(0), 4, 0x0102_0304);
        bench.write(LocalRegister.BIGEND, 0);
        assertThat(bench.read(memory(0), 4)).isEqualTo(0x0403_0201);
        bench.write(LocalRegister.BIGEND, Bigend.MEMORY.mask());
        assertThat(bench.read(memory(0), 4)).isEqualTo(0x0102_0304);
        assertThat(bench.read(memory(3), 1)).as("a byte at address ^ 3").isEqualTo(0x01);
        assertThat(bench.read(memory(2), 2))
                .as("half a word at address ^ 2, swapped")
                .isEqualTo(0x0102);
        bench.write(memory(0), 8, 0x1122_3344_5566_7788L);
        bench.write(LocalRegister.BIGEND, 0);
        assertThat(bench.read(memory(0), 8)).as("words keep their places").isEqualTo(0x4433_2211_8877_6655L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 100, 128})
    void shouldReverseBlocksOfAnyLengthAndPlaceAndGoOnWhereTheRingStopped(int bytes) {
        for (int skew = 0; skew < 8; skew++) {
            DmaBench each = new DmaBench();
            each.write(LocalRegister.BIGEND, Bigend.MEMORY.mask());
            MemorySegment data = DmaBench.patterned(bytes);
            each.ringFull = true;
            assertThat(each.card.writeMemory(skew, data, bytes, 0)).isFalse();
            assertThat(each.ringBytes).isZero();
            each.ringFull = false;
            assertThat(each.card.writeMemory(skew, data, bytes, 0)).isTrue();
            assertThat(each.ringBytes).isEqualTo(bytes);
            MemorySegment expected = Arena.ofAuto().allocate(256, 8);
            for (int i = 0; i < bytes; i++) {
                expected.set(java.lang.foreign.ValueLayout.JAVA_BYTE, skew + i ^ 3, DmaBench.pattern(i));
            }
            assertThat(each.card(0, 256).mismatch(expected)).isEqualTo(-1);
            assertThat(each.count(CardCounter.HOST_WRITES)).isEqualTo(1);
        }
    }
}
