package dev.rmtwin.scenarios.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.device.driver.BringUp;
import dev.rmtwin.pcie.config.CapabilityId;
import dev.rmtwin.pcie.config.ConfigRegister;
import dev.rmtwin.pcie.config.ConfigSpace;
import dev.rmtwin.scenarios.model.Scenario;
import org.junit.jupiter.api.Test;

/** A driver that finds its card as firmware, another driver or a reset has left it. */
class CardStartTest {
    private static final Scenario RUNNING = TestScenarios.load("""
            scenario: running
            duration: 2 ms
            card: {profile: reference-lab, function: {powerUp: 5 ms}}
            nodes:
              A: {id: 1}
              B: {id: 2}
            flows:
              one: {from: A, offset: 0x1000, size: 100 B, period: 20 us, phase: 0 us, receivers: {B: {mode: interrupt-dma}}}
            """);

    private final Rig rig = new Rig(RUNNING);
    private final ConfigSpace config = rig.nodes().get("B").card().config();

    private int at(CapabilityId id, int offset) {
        return config.layout().offsetOf(id) + offset;
    }

    private long received() {
        rig.engine().runUntil(rig.endPs() + Ps.MS);
        return rig.receivers().getFirst().meter().received();
    }

    @Test
    void shouldSwitchOnMasteringAndMessagesThatAreOff() {
        config.write(ConfigRegister.COMMAND, 2, ConfigRegister.COMMAND_MEMORY, 0);
        config.write(at(CapabilityId.MSIX, ConfigRegister.MESSAGE_CONTROL), 2, 0, 0);
        assertThat(rig.bringUp()).isEmpty();
        assertThat(config.mayMaster() && config.msixEnabled()).isTrue();
        assertThat(received())
                .as("frames; the application takes 37 us for each")
                .isGreaterThan(70);
    }

    @Test
    void shouldWakeACardThatSleepsAndGiveItItsTime() {
        config.write(at(CapabilityId.POWER_MANAGEMENT, ConfigRegister.PM_CONTROL), 2, ConfigRegister.D3_HOT, 0);
        rig.engine().runUntil(9 * Ps.MS);
        assertThat(config.powerState()).as("woken at once").isZero();
        assertThat(config.mayMaster()).as("after its time").isTrue();
        assertThat(rig.nodes().get("B").bringUp().step()).isNotEqualTo(BringUp.Step.DONE);
        rig.engine().runUntil(11 * Ps.MS);
        assertThat(rig.nodes().get("B").bringUp().step()).isEqualTo(BringUp.Step.DONE);
    }

    @Test
    void shouldRefuseACardThatIsInReset() {
        rig.nodes().get("B").card().resetBus(0);
        assertThat(rig.bringUp()).singleElement().asString().contains("does not answer in configuration space");
    }
}
