package dev.rmtwin.scenarios.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.engine.EngineSnapshot;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.card.CardConfig;
import dev.rmtwin.pcie.card.CardCounter;
import dev.rmtwin.pcie.card.RmCard;
import dev.rmtwin.pcie.config.BusEnumeration;
import dev.rmtwin.pcie.config.ConfigDump;
import dev.rmtwin.scenarios.model.Scenario;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import org.junit.jupiter.api.Test;

/** A card's configuration space and MSI-X table under traffic, used as an operating system would. */
class HostMsixTableTest {
    private static final int MSIX_CONTROL = 0x72;
    private static final int ENABLE = 1 << 15;
    private static final int FUNCTION_MASK = 1 << 14;
    private static final int DEVICE_STATUS = 0x8A;
    private static final Scenario RUNNING = TestScenarios.load("""
            scenario: running
            duration: 2 ms
            nodes:
              A: {id: 1}
              B: {id: 2}
            flows:
              one: {from: A, offset: 0x1000, size: 100 B, period: 20 us, phase: 0 us, receivers: {B: {mode: interrupt-dma}}}
            """);

    private final Rig rig = started();
    private final RmCard card = rig.nodes().get("B").card();

    private static Rig started() {
        Rig rig = new Rig(RUNNING);
        assertThat(rig.bringUp()).isEmpty();
        return rig;
    }

    private void runFor(long timePs) {
        rig.engine().runUntil(rig.engine().nowPs() + timePs);
    }

    private long sent() {
        return card.channelCounters(0).get(CardCounter.INTERRUPTS)
                + card.counters().get(CardCounter.INTERRUPTS);
    }

    private void writeVectorControl(int vector, long value) {
        long address = BarAddress.of(CardConfig.MSIX_BAR, vector * 16L + 12);
        rig.nodes()
                .get("B")
                .link()
                .writeRegister(address, 4, value, rig.engine().nowPs());
    }

    private long pendingBits() {
        return card.msixTable().peek(0x800, 8);
    }

    @Test
    void shouldHoldAMaskedVectorPendingAndSendItOnceWhenTheMaskGoes() {
        writeVectorControl(0, 1);
        runFor(2 * Ps.US);
        long before = sent();
        runFor(200 * Ps.US);
        assertThat(sent()).as("masked in the table").isEqualTo(before);
        assertThat(pendingBits()).isEqualTo(1);
        writeVectorControl(0, 0);
        runFor(2 * Ps.US);
        assertThat(sent()).isEqualTo(before + 1);
        assertThat(pendingBits()).isZero();
        runFor(200 * Ps.US);
        assertThat(sent()).as("on it goes").isGreaterThan(before + 5);
    }

    @Test
    void shouldHoldEveryVectorByTheFunctionMask() {
        card.config()
                .write(MSIX_CONTROL, 2, ENABLE | FUNCTION_MASK, rig.engine().nowPs());
        writeVectorControl(0, 0);
        long before = sent();
        runFor(200 * Ps.US);
        assertThat(sent()).isEqualTo(before);
        assertThat(pendingBits()).isEqualTo(1);
        card.config().write(MSIX_CONTROL, 2, ENABLE, rig.engine().nowPs());
        assertThat(sent()).isEqualTo(before + 1);
        assertThat(pendingBits()).isZero();
    }

    @Test
    void shouldReportAnAccessThatNoWindowClaims() {
        assertThat(card.read(BarAddress.of(1, 0), 4, 0)).as("no BAR 1").isEqualTo(-1L);
        assertThat(card.config().peek(DEVICE_STATUS, 2)).isEqualTo(0x9);
        card.config().write(DEVICE_STATUS, 2, 0xF, 0);
        assertThat(card.read(BarAddress.of(2, 0x3C), 4, 0))
                .as("no register there")
                .isEqualTo(-1L);
        assertThat(card.config().peek(DEVICE_STATUS, 2))
                .as("in a window all the same")
                .isZero();
        long beyond = RUNNING.nodes().getFirst().network().memoryBytes();
        card.writeRegister(BarAddress.of(3, beyond), 4, 0, 0);
        assertThat(card.config().peek(DEVICE_STATUS, 2)).isEqualTo(0xA);
    }

    @Test
    void shouldKeepConfigurationAndTableInASnapshotOfTheRing() throws Exception {
        BusEnumeration.assign(card.config(), 0xC000_0000L, 0, 0);
        writeVectorControl(0, 1);
        runFor(100 * Ps.US);
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        EngineSnapshot.save(rig.engine(), new DataOutputStream(saved));
        Rig other = new Rig(RUNNING);
        EngineSnapshot.restore(other.engine(), new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
        RmCard restored = other.nodes().get("B").card();
        assertThat(ConfigDump.text(restored.config(), "02:00.0", ""))
                .isEqualTo(ConfigDump.text(card.config(), "02:00.0", ""));
        assertThat(restored.msixTable().peek(0x800, 8)).isEqualTo(1);
        assertThat(restored.msixTable().holds(0)).isTrue();
        runFor(300 * Ps.US);
        other.engine().runUntil(rig.engine().nowPs());
        assertThat(other.engine().traceHash()).isEqualTo(rig.engine().traceHash());
    }
}
