package dev.rmtwin.pcie.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.register.Access;
import dev.rmtwin.pcie.register.Field;
import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The RM block as a driver of a 5565 sees it, by register accesses only. */
class RmBlockTest {
    private static final long GLOBAL = Lisr.GLOBAL_ENABLE.mask();

    private final CardBench bench = new CardBench();

    private void enable(Field... interrupts) {
        long bits = 0;
        for (Field interrupt : interrupts) {
            bits |= interrupt.mask();
        }
        bench.write(RmRegister.LIER, bits);
        bench.write(RmRegister.LISR, GLOBAL);
    }

    private long lisr() {
        return bench.read(RmRegister.LISR);
    }

    @Test
    void shouldTellWhichBoardItIs() {
        assertThat(bench.read(RmRegister.BRV)).isEqualTo(0x8C);
        assertThat(bench.read(RmRegister.BID)).isEqualTo(0x65);
        assertThat(bench.read(RmRegister.NID)).isEqualTo(CardBench.NODE);
        assertThat(Lcsr1.MEMORY_SIZE.of(bench.read(RmRegister.LCSR1)))
                .as("code of 128 MiB")
                .isEqualTo(1);
    }

    @Test
    void shouldHaveTheValidBitsOfTheManual() {
        assertThat(RmRegister.LISR.register().readableMask()).isEqualTo(0xFFCF);
        assertThat(RmRegister.LIER.register().readableMask()).isEqualTo(0xBFCF);
        bench.write(RmRegister.LIER, 0xFFFF_FFFFL);
        assertThat(bench.read(RmRegister.LIER)).isEqualTo(0xBFCF);
    }

    @Test
    void shouldKeepTheEnablesAtThePlacesOfTheStatusBits() {
        for (Field status : RmRegister.LISR.register().fields()) {
            if (status.access() != Access.RSVDZ && !status.equals(Lisr.GLOBAL_ENABLE)) {
                assertThat(RmRegister.LIER.register().fields())
                        .anyMatch(enable -> enable.name().equals(status.name()) && enable.mask() == status.mask());
            }
        }
    }

    @Test
    void shouldShowTheRingsStatusAndKeepTheLight() {
        bench.status = (int) (Lcsr1.TX_EMPTY.mask() | Lcsr1.SIGNAL_DETECT.mask());
        bench.write(RmRegister.LCSR1, Lcsr1.LED.mask());
        long value = bench.read(RmRegister.LCSR1);
        assertThat(List.of(Lcsr1.LED, Lcsr1.TX_EMPTY, Lcsr1.SIGNAL_DETECT)).allMatch(field -> field.isSet(value));
        assertThat(Lcsr1.OWN_DATA.isSet(value)).isFalse();
        bench.status = 0;
        assertThat(Lcsr1.TX_EMPTY.isSet(bench.read(RmRegister.LCSR1))).isFalse();
    }

    @Test
    void shouldClearOwnDataThroughLcsr1AndNothingElse() {
        long others = Lcsr1.RX_FULL.mask() | Lcsr1.RX_ALMOST_FULL.mask();
        bench.status = (int) (Lcsr1.OWN_DATA.mask() | others);
        bench.write(RmRegister.LCSR1, Lcsr1.OWN_DATA.mask());
        assertThat(bench.status).as("after writing 1").isEqualTo(Lcsr1.OWN_DATA.mask() | others);
        bench.write(RmRegister.LCSR1.offset() + 1, 1, 0);
        assertThat(bench.status).as("after writing another lane").isEqualTo(Lcsr1.OWN_DATA.mask() | others);
        bench.write(RmRegister.LCSR1, 0);
        assertThat(bench.status).as("after writing 0").isEqualTo(others);
    }

    @Test
    void shouldInterruptWhenTheReceiveFifoWasFullAndClearBothLatchesThroughLisr() {
        enable(Lisr.RX_FULL);
        bench.latch(Lcsr1.RX_ALMOST_FULL.mask());
        assertThat(bench.interrupts()).as("almost full is not enabled").isZero();
        bench.latch(Lcsr1.RX_FULL.mask());
        assertThat(bench.interrupts()).isEqualTo(1);
        bench.write(RmRegister.LISR, GLOBAL);
        assertThat(bench.status).as("never read as set").isNotZero();
        assertThat(lisr()).isEqualTo(GLOBAL | Lisr.RX_FULL.mask() | Lisr.RX_ALMOST_FULL.mask());
        bench.write(RmRegister.LISR, GLOBAL | Lisr.RX_ALMOST_FULL.mask());
        assertThat(lisr()).isEqualTo(GLOBAL | Lisr.RX_ALMOST_FULL.mask());
        assertThat(bench.status).isEqualTo(Lcsr1.RX_ALMOST_FULL.mask());
        bench.latch(Lcsr1.RX_FULL.mask());
        assertThat(bench.interrupts()).as("full once more").isEqualTo(1);
    }

    @Test
    void shouldKeepALatchThatWasSetAfterItWasRead() {
        assertThat(lisr()).isZero();
        bench.latch(Lcsr1.BAD_DATA.mask());
        bench.write(RmRegister.LISR, 0);
        assertThat(Lisr.BAD_DATA.isSet(lisr())).isTrue();
        bench.write(RmRegister.LISR, 0);
        assertThat(lisr()).isZero();
        assertThat(bench.status).isZero();
    }

    @Test
    void shouldDisableBadDataAndSyncLossAfterOneOccurrence() {
        for (Field field : List.of(Lisr.BAD_DATA, Lisr.SYNC_LOSS)) {
            long status = field.equals(Lisr.BAD_DATA) ? Lcsr1.BAD_DATA.mask() : Lcsr1.SYNC_LOSS.mask();
            enable(field);
            bench.latch(status);
            assertThat(bench.interrupts()).as("%s first", field.name()).isEqualTo(1);
            assertThat(lisr() & bench.read(RmRegister.LIER))
                    .as("seen by a service routine")
                    .isEqualTo(field.mask());
            bench.write(RmRegister.LISR, GLOBAL);
            assertThat(bench.read(RmRegister.LIER)).as("disabled itself").isZero();
            bench.latch(status);
            assertThat(bench.interrupts()).as("%s second", field.name()).isZero();
            assertThat(field.isSet(lisr())).as("latched all the same").isTrue();
            bench.write(RmRegister.LIER, field.mask());
            assertThat(bench.interrupts()).as("enabled again while set").isEqualTo(1);
            lisr();
            bench.write(RmRegister.LISR, 0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, Nic.TYPE_INIT})
    void shouldQueueInterruptsOfATypeAndClearItsBitByDraining(int type) {
        RmRegister data = type == Nic.TYPE_INIT ? RmRegister.INITD : RmRegister.isd(type);
        RmRegister sender = type == Nic.TYPE_INIT ? RmRegister.INITN : RmRegister.sid(type);
        Field bit = Lisr.networkInterrupt(type);
        enable(bit);
        bench.interrupt(3, type, 0x8000_0001);
        bench.interrupt(255, type, 42);
        assertThat(bench.interrupts()).as("one message while the bit stays set").isEqualTo(1);
        bench.write(RmRegister.LISR, GLOBAL);
        assertThat(lisr()).as("writing 0 clears no FIFO").isEqualTo(GLOBAL | bit.mask());
        assertThat(bench.read(data)).isEqualTo(0x8000_0001L);
        assertThat(bench.read(data)).as("reading data takes nothing").isEqualTo(0x8000_0001L);
        assertThat(bench.read(sender)).isEqualTo(3);
        assertThat(bench.read(data)).isEqualTo(42);
        assertThat(lisr()).isEqualTo(GLOBAL | bit.mask());
        assertThat(bench.read(sender)).isEqualTo(255);
        assertThat(lisr()).isEqualTo(GLOBAL);
        assertThat(bench.read(sender)).as("an empty FIFO").isZero();
    }

    @Test
    void shouldHold127InterruptsOfATypeAndCountTheRest() {
        for (int i = 0; i < 130; i++) {
            bench.interrupt(i, 2, i);
        }
        assertThat(bench.card.counters().get(CardCounter.NETWORK_INTERRUPTS)).isEqualTo(127);
        assertThat(bench.card.counters().get(CardCounter.NETWORK_INTERRUPTS_LOST))
                .isEqualTo(3);
        for (int i = 0; i < 127; i++) {
            assertThat(bench.read(RmRegister.ISD2)).isEqualTo(i);
            assertThat(bench.read(RmRegister.SID2)).isEqualTo(i);
        }
        assertThat(lisr()).isZero();
    }

    @Test
    void shouldEmptyAFifoByWritingZeroToItsSender() {
        bench.interrupt(4, 1, 1);
        bench.interrupt(5, 1, 2);
        bench.write(RmRegister.SID1, 7);
        assertThat(Lisr.INT1.isSet(lisr())).as("another value does nothing").isTrue();
        bench.write(RmRegister.SID1, 0);
        assertThat(lisr()).isZero();
    }

    @Test
    void shouldOnlyLatchAResetRequest() {
        enable(Lisr.RESET_REQUEST);
        bench.write(RmRegister.NTD, 77);
        bench.interrupt(3, Nic.TYPE_RESET_REQUEST, 0);
        assertThat(bench.interrupts()).isEqualTo(1);
        assertThat(lisr()).isEqualTo(GLOBAL | Lisr.RESET_REQUEST.mask());
        assertThat(bench.read(RmRegister.NTD)).as("nothing is reset").isEqualTo(77);
        bench.write(RmRegister.LISR, GLOBAL);
        assertThat(lisr()).isEqualTo(GLOBAL);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5, 6})
    void shouldIgnoreTypesWithoutMeaningAndCountThem(int type) {
        bench.interrupt(3, type, 0);
        assertThat(lisr()).isZero();
        assertThat(bench.card.counters().get(CardCounter.NETWORK_INTERRUPTS_RESERVED))
                .isEqualTo(1);
    }

    @Test
    void shouldDropTheGlobalEnableWhenLisrIsReadWithAutoClear() {
        enable(Lisr.INT1, Lier.AUTO_CLEAR);
        bench.interrupt(3, 1, 0);
        assertThat(bench.interrupts()).isEqualTo(1);
        assertThat(bench.card.peek(RmRegister.LISR) & GLOBAL)
                .as("peeking drops nothing")
                .isNotZero();
        assertThat(lisr()).isEqualTo(Lisr.AUTO_CLEAR.mask() | GLOBAL | Lisr.INT1.mask());
        assertThat(lisr()).isEqualTo(Lisr.AUTO_CLEAR.mask() | Lisr.INT1.mask());
        bench.interrupt(4, 1, 0);
        assertThat(bench.interrupts()).as("no more until enabled").isZero();
        bench.write(RmRegister.LISR, GLOBAL);
        assertThat(bench.interrupts()).as("still waiting").isEqualTo(1);
    }

    @Test
    void shouldSendByWritingNic() {
        bench.write(RmRegister.NTD, 0xDEAD_BEEFL);
        bench.write(RmRegister.NTN, 17);
        assertThat(bench.sent).isEmpty();
        bench.write(RmRegister.NIC, 2);
        bench.write(RmRegister.NIC, 0xF0 | 8 | 7);
        assertThat(bench.sent)
                .containsExactly(new CardBench.Sent(17, 2, 0xDEAD_BEEF), new CardBench.Sent(-1, 7, 0xDEAD_BEEF));
        assertThat(bench.read(RmRegister.NIC)).as("reserved bits read 0").isEqualTo(15);
    }

    @Test
    void shouldStallTheBusWhenTheRingHasNoRoomForAnInterrupt() {
        bench.write(RmRegister.NIC, 1);
        bench.ringFull = true;
        assertThat(bench.write(RmRegister.NIC, 2)).isFalse();
        assertThat(bench.read(RmRegister.NIC)).isEqualTo(1);
        bench.ringFull = false;
        assertThat(bench.write(RmRegister.NIC, 2)).isTrue();
        assertThat(bench.sent).hasSize(2);
    }

    @Test
    void shouldInhibitShortMemoryWritesWhileParityIsOn() {
        enable(Lisr.WRITE_INHIBITED);
        memory(0x100, 1);
        bench.write(RmRegister.LCSR1, Lcsr1.PARITY_ENABLE.mask());
        memory(0x100, 4);
        assertThat(bench.dataWrites).isEqualTo(2);
        assertThat(bench.interrupts()).isZero();
        memory(0x100, 1);
        memory(0x102, 2);
        memory(0x102, 4);
        assertThat(bench.dataWrites).isEqualTo(2);
        assertThat(bench.card.counters().get(CardCounter.HOST_WRITES_INHIBITED)).isEqualTo(3);
        assertThat(bench.interrupts()).isEqualTo(1);
        assertThat(Lisr.WRITE_INHIBITED.isSet(lisr())).isTrue();
    }

    private void memory(long offset, int lengthBytes) {
        bench.card.writeMemory(offset, Arena.ofAuto().allocate(8, 8), lengthBytes, bench.engine.nowPs());
    }

    @Test
    void shouldCountAnAccessThatReachesNoRegisterAndReadAllOnes() {
        assertThat(bench.read(0x05, 1)).isEqualTo(-1);
        assertThat(bench.read(0x00, 4)).as("three registers").isEqualTo(-1);
        assertThat(bench.read(0x09, 2)).as("unaligned").isEqualTo(-1);
        assertThat(bench.read(0x40, 4)).isEqualTo(-1);
        assertThat(bench.card.read(BarAddress.of(1, 0), 4, 0)).as("BAR 1").isEqualTo(-1);
        bench.write(0x0C, 4, 1);
        bench.write(RmRegister.BID, 0);
        assertThat(bench.badAccesses()).isEqualTo(7);
        assertThat(bench.read(0x02, 2)).isEqualTo(1);
        assertThat(bench.badAccesses()).isEqualTo(7);
    }

    @Test
    void shouldCountASettingThatHasNoEffectHere() {
        bench.write(RmRegister.LCSR1, Lcsr1.LED.mask());
        assertThat(bench.card.counters().get(CardCounter.NOT_MODELLED)).isZero();
        bench.write(RmRegister.LCSR1, Lcsr1.LOOPBACK.mask());
        assertThat(Lcsr1.LOOPBACK.isSet(bench.read(RmRegister.LCSR1))).isTrue();
        assertThat(bench.card.counters().get(CardCounter.NOT_MODELLED)).isEqualTo(1);
    }
}
