package dev.rmtwin.pcie.card;

import dev.rmtwin.pcie.config.ConfigSpace;
import dev.rmtwin.pcie.config.MsixTableBlock;

/**
 * How the host wants the card's vectors: by MSI-X, each with address and data of its own; by MSI, vector v by message
 * v modulo the number of messages that the host allows; or not at all, as after reset, when they are pending. What is asked here counts for a message that leaves now.
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
        return !config.msi().enabled() || config.msi().masked(vector);
    }

    /** Whether two vectors go by one message. */
    boolean shared(int vector, int other) {
        boolean byMsi = !config.msixEnabled() && config.msi().enabled();
        return byMsi && config.msi().message(vector) == config.msi().message(other);
    }

    /** Shows in configuration space which of MSI's messages are pending. */
    void showPending(MsixTable vectors) {
        long bits = 0;
        if (config.msi().enabled()) {
            for (int vector = 0; vector < vectors.vectorCount(); vector++) {
                bits |= vectors.pending(vector) ? 1L << config.msi().message(vector) : 0;
            }
        }
        config.msi().showPending(bits);
    }

    long address(int vector) {
        return config.msixEnabled() ? table.address(vector) : config.msi().address();
    }

    int data(int vector) {
        return config.msixEnabled() ? table.data(vector) : config.msi().data(vector);
    }
}
