package dev.rmtwin.device.driver;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.device.transport.CardTransport;
import dev.rmtwin.pcie.config.CapabilityId;
import dev.rmtwin.pcie.config.ConfigRegister;

/** What a driver does to its card's configuration space before anything else: power it up, let it answer and master the bus. */
final class PciFunction {
    /** What the specification wants a driver to wait after the way from D3hot to D0. */
    static final long POWER_UP_PS = 10 * Ps.MS;

    private static final long NOBODY = 0xFFFF;
    private static final int MOST_CAPABILITIES = 48;

    private final CardTransport transport;
    private boolean poweringUp;

    PciFunction(CardTransport transport) {
        this.transport = transport;
    }

    /** Switches the function on; what is wrong with it, or nothing. To be called again after a wait when it powers up. */
    String switchOn() {
        poweringUp = false;
        if (transport.readConfig(ConfigRegister.VENDOR_ID, 2) == NOBODY) {
            return "the card does not answer in configuration space";
        }
        int power = find(CapabilityId.POWER_MANAGEMENT) + ConfigRegister.PM_CONTROL;
        if (power > ConfigRegister.PM_CONTROL) {
            long state = transport.readConfig(power, 2);
            if ((state & ConfigRegister.PM_STATE) != 0) {
                transport.writeConfig(power, 2, state & ~ConfigRegister.PM_STATE);
                poweringUp = true;
                return "";
            }
        }
        long command = transport.readConfig(ConfigRegister.COMMAND, 2) & ~ConfigRegister.COMMAND_INTX_DISABLE;
        int on = ConfigRegister.COMMAND_MEMORY | ConfigRegister.COMMAND_MASTER;
        transport.writeConfig(ConfigRegister.COMMAND, 2, command | on);
        return "";
    }

    /** Whether the card has been asked for D0 and needs time for it. */
    boolean poweringUp() {
        return poweringUp;
    }

    /** Offset of a capability in the list; 0 when there is none. */
    private int find(CapabilityId id) {
        int at = (int) transport.readConfig(ConfigRegister.CAPABILITIES, 1);
        for (int seen = 0; at != 0 && seen < MOST_CAPABILITIES; seen++) {
            if (transport.readConfig(at, 1) == id.number()) {
                return at;
            }
            at = (int) transport.readConfig(at + 1, 1);
        }
        return 0;
    }
}
