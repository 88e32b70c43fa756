package dev.rmtwin.pcie.card;

import dev.rmtwin.pcie.config.ConfigSpace;
import dev.rmtwin.pcie.config.MsixTableBlock;

/**
 * How the host wants the card's vectors: by MSI-X, each with address and data of its own; by MSI, all folded into the one message
 * that it has; or not at all, as after reset, when they are pending. What is asked here counts for a message that leaves now.
 */
final class MessageRoute {
    private final ConfigSpace config;
    private MsixTableBlock table;

    MessageRoute(ConfigSpace config) {
        this.config = config;
    }

    /** Sets the table, which itself needs to know of the card's vectors; once, when the card is built. */
    void setTable(MsixTableBlock newTable) {
        table = newTable;
    }

    /** Whether a vector may not leave: the card may not master the bus, no message is enabled, or a mask is on. */
    boolean holds(int vector) {
        if (!config.mayMaster()) {
            return true;
        }
        if (config.msixEnabled()) {
            return table.holds(vector);
        }
        return !config.msiEnabled() || config.msiMasked();
    }

    /** Whether all vectors share one message. */
    boolean folded() {
        return !config.msixEnabled() && config.msiEnabled();
    }

    /** Shows in configuration space whether MSI's one vector is pending. */
    void showPending(MsixTable vectors) {
        config.showMsiPending(config.msiEnabled() && vectors.anyPending());
    }

    long address(int vector) {
        return config.msixEnabled() ? table.address(vector) : config.msiAddress();
    }

    int data(int vector) {
        return config.msixEnabled() ? table.data(vector) : config.msiData();
    }
}
