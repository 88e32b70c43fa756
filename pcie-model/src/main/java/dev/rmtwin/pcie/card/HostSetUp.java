package dev.rmtwin.pcie.card;

import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.bus.InterruptWindow;
import dev.rmtwin.pcie.config.BusEnumeration;
import dev.rmtwin.pcie.config.CapabilityId;
import dev.rmtwin.pcie.config.ConfigRegister;
import dev.rmtwin.pcie.config.ConfigSpace;
import dev.rmtwin.pcie.config.MsixPlace;
import dev.rmtwin.pcie.config.MsixTableBlock;

/**
 * What firmware and operating system do to a card before its driver: windows placed, memory and bus master on, and, for a card
 * that has MSI-X, a message for each vector. Stateless; by reads and writes of configuration space and the table alone.
 */
public final class HostSetUp {
    private static final long MEMORY_BASE = 0x8000_0000L;
    private static final long IO_BASE = 0x1000;
    private static final int DATA = 8;
    private static final int CONTROL = 12;

    private HostSetUp() {}

    /** Switches a card on; its vectors become the host's from 0 on. */
    public static void run(RmCard card, long nowPs) {
        run(card, 0, nowPs);
    }

    /** Switches a card on; its vectors become the host's from {@code firstVector} on. */
    public static void run(RmCard card, int firstVector, long nowPs) {
        BusEnumeration.assign(card.config(), MEMORY_BASE, IO_BASE, nowPs);
        MsixTableBlock table = card.msixTable();
        if (table == null) {
            return;
        }
        for (int vector = 0; vector < table.place().vectorCount(); vector++) {
            long entry = table.place().tableOffset() + (long) vector * MsixPlace.ENTRY_BYTES;
            long address = BarAddress.of(table.place().bar(), entry);
            card.writeRegister(address, Long.BYTES, InterruptWindow.ADDRESS, nowPs);
            card.writeRegister(address + DATA, Integer.BYTES, firstVector + vector, nowPs);
            card.writeRegister(address + CONTROL, Integer.BYTES, 0, nowPs);
        }
        ConfigSpace config = card.config();
        int control = config.layout().offsetOf(CapabilityId.MSIX) + ConfigRegister.MESSAGE_CONTROL;
        config.write(control, 2, config.read(control, 2) | ConfigRegister.MSIX_ENABLE, nowPs);
    }
}
