package dev.rmtwin.scenarios.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.card.CardCounter;
import dev.rmtwin.pcie.card.Intcsr;
import dev.rmtwin.pcie.card.Lcsr1;
import dev.rmtwin.pcie.card.Lisr;
import dev.rmtwin.pcie.card.LocalRegister;
import dev.rmtwin.pcie.card.Nic;
import dev.rmtwin.pcie.card.RmRegister;
import dev.rmtwin.scenarios.model.Scenario;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** The RM block's registers on a whole ring: writes over the bus, status from the ring. */
class RmBlockOnTheRingTest {
    /** B's memory takes ten times as long as a packet travels, and its receive FIFO holds two kilobytes. */
    private static final Scenario SLOW_RECEIVER = TestScenarios.load("""
            scenario: slow-receiver
            duration: 1 ms
            host: reference-lab
            card: 5565
            nodes:
              A: {id: 1}
              B: {id: 2, card: {profile: '5565', network: {commit: 4 us, rxFifo: 2 KiB, rxAlmostFull: 1 KiB}}}
            flows: {}
            """);

    private final Rig rig = new Rig(SLOW_RECEIVER);

    private void bringUp() {
        assertThat(rig.bringUp()).isEmpty();
    }

    private void write(String node, RmRegister register, long value) {
        long address = BarAddress.of(RmRegister.BAR, register.offset());
        rig.nodes()
                .get(node)
                .link()
                .writeRegister(
                        address, register.widthBytes(), value, rig.engine().nowPs());
    }

    /** No driver of this ring waits for network interrupts, so none has opened the gate before the host. */
    private void openGate(String node) {
        LocalRegister gate = LocalRegister.INTCSR;
        long enables = Intcsr.PCI_ENABLE.mask() | Intcsr.LOCAL_ENABLE.mask();
        long address = BarAddress.of(LocalRegister.BAR, gate.offset());
        rig.nodes()
                .get(node)
                .link()
                .writeRegister(address, gate.widthBytes(), enables, rig.engine().nowPs());
    }

    private long read(String node, RmRegister register) {
        long address = BarAddress.of(RmRegister.BAR, register.offset());
        return rig.nodes()
                .get(node)
                .card()
                .read(address, register.widthBytes(), rig.engine().nowPs());
    }

    private void run(long timePs) {
        rig.engine().runUntil(rig.engine().nowPs() + timePs);
    }

    private void writeMemory(String node, int lengthBytes) {
        MemorySegment data = Arena.ofAuto().allocate(lengthBytes, Long.BYTES);
        rig.nodes()
                .get(node)
                .link()
                .writeMemory(0, data, 0, lengthBytes, rig.engine().nowPs());
    }

    @Test
    void shouldFindTheRingClosedByThePacketThatMeansNothing() {
        bringUp();
        long status = read("A", RmRegister.LCSR1);
        assertThat(Lcsr1.SIGNAL_DETECT.isSet(status)).isTrue();
        assertThat(Lcsr1.OWN_DATA.isSet(status)).isFalse();
        for (int round = 0; round < 2; round++) {
            write("A", RmRegister.NTN, 1);
            write("A", RmRegister.NIC, 4);
            run(20 * Ps.US);
            assertThat(Lcsr1.OWN_DATA.isSet(read("A", RmRegister.LCSR1))).isTrue();
            write("A", RmRegister.LCSR1, 0);
            run(Ps.US);
            assertThat(Lcsr1.OWN_DATA.isSet(read("A", RmRegister.LCSR1))).isFalse();
        }
        assertThat(read("B", RmRegister.LISR)).isZero();
    }

    @Test
    void shouldInterruptWhenTheReceiveFifoRunsOver() {
        bringUp();
        openGate("B");
        write("B", RmRegister.LIER, Lisr.RX_FULL.mask());
        write("B", RmRegister.LISR, Lisr.GLOBAL_ENABLE.mask());
        writeMemory("A", 1024);
        run(500 * Ps.US);
        var counters = rig.nodes().get("B").card().counters();
        assertThat(counters.get(CardCounter.INTERRUPTS)).as("almost full only").isZero();
        writeMemory("A", 4096);
        run(500 * Ps.US);
        assertThat(counters.get(CardCounter.INTERRUPTS)).isEqualTo(1);
        long both = Lisr.RX_FULL.mask() | Lisr.RX_ALMOST_FULL.mask();
        assertThat(read("B", RmRegister.LISR)).isEqualTo(Lisr.GLOBAL_ENABLE.mask() | both);
        assertThat(Lcsr1.RX_FULL.isSet(read("B", RmRegister.LCSR1))).isTrue();
        write("B", RmRegister.LISR, Lisr.GLOBAL_ENABLE.mask());
        run(Ps.US);
        assertThat(read("B", RmRegister.LISR)).isEqualTo(Lisr.GLOBAL_ENABLE.mask());
        assertThat(Lcsr1.RX_FULL.isSet(read("B", RmRegister.LCSR1))).isFalse();
        assertThat(Lcsr1.RX_ALMOST_FULL.isSet(read("B", RmRegister.LCSR1))).isFalse();
        writeMemory("A", 4096);
        run(500 * Ps.US);
        assertThat(counters.get(CardCounter.INTERRUPTS)).as("and again").isEqualTo(2);
    }

    @Test
    void shouldTellAllOthersThatANodeHasInitialisedItself() {
        bringUp();
        write("A", RmRegister.NTD, 0xCAFE);
        write("A", RmRegister.NIC, Nic.BROADCAST.mask() | Nic.TYPE_INIT);
        run(50 * Ps.US);
        assertThat(read("B", RmRegister.LISR)).isEqualTo(Lisr.INIT.mask());
        assertThat(read("B", RmRegister.INITD)).isEqualTo(0xCAFE);
        assertThat(read("B", RmRegister.INITN)).isEqualTo(1);
        assertThat(read("B", RmRegister.LISR)).isZero();
        assertThat(read("A", RmRegister.LISR)).as("never to itself").isZero();
    }
}
