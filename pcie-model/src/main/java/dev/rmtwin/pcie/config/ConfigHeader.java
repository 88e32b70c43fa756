package dev.rmtwin.pcie.config;

import java.util.ArrayList;
import java.util.List;

/**
 * What differs between cards in the type 0 header.
 *
 * @param ids who the card says it is
 * @param interruptPin 1 for INTA#, 0 for a card that has no pin interrupt
 * @param conventional whether latency timer and cache line size have a meaning: they do on PCI, not on PCI Express
 * @param bars base address registers
 */
public record ConfigHeader(Ids ids, int interruptPin, boolean conventional, List<Bar> bars) {
    private static final int CACHE_LINE = 0x0C;
    private static final int LATENCY_TIMER = 0x0D;
    private static final int HEADER_TYPE = 0x0E;
    private static final int NO_INTERRUPT_LINE = 0xFF;

    /** Copies the list. */
    public ConfigHeader {
        bars = List.copyOf(bars);
    }

    /**
     * The ids of a card.
     *
     * @param vendor vendor id
     * @param device device id
     * @param revision revision id
     * @param classCode base class, subclass and programming interface, 24 bits
     * @param subsystem subsystem id above the subsystem's vendor id
     */
    public record Ids(int vendor, int device, int revision, int classCode, long subsystem) {}

    /** All but the base address registers, the capability pointer and the status register. */
    List<ConfigField> fields() {
        List<ConfigField> fields = new ArrayList<>();
        fields.add(ConfigField.constant(ConfigRegister.VENDOR_ID, 2, ids.vendor()));
        fields.add(ConfigField.constant(ConfigRegister.DEVICE_ID, 2, ids.device()));
        fields.add(ConfigField.writable(ConfigRegister.COMMAND, 2, 0, commandMask()));
        fields.add(ConfigField.constant(ConfigRegister.REVISION, 4, (long) ids.classCode() << 8 | ids.revision()));
        // Cache line size stays a scratch byte on PCI Express, as its specification wants.
        fields.add(ConfigField.writable(CACHE_LINE, 1, 0, 0xFF));
        fields.add(ConfigField.writable(LATENCY_TIMER, 1, 0, conventional ? 0xF8 : 0));
        fields.add(ConfigField.constant(HEADER_TYPE, 1, 0));
        fields.add(ConfigField.constant(ConfigRegister.SUBSYSTEM, 4, ids.subsystem()));
        boolean pin = interruptPin != 0;
        fields.add(ConfigField.writable(ConfigRegister.INTERRUPT_LINE, 1, pin ? NO_INTERRUPT_LINE : 0, pin ? 0xFF : 0));
        fields.add(ConfigField.constant(ConfigRegister.INTERRUPT_PIN, 1, interruptPin));
        return fields;
    }

    private int commandMask() {
        boolean io = bars.stream().anyMatch(bar -> bar.kind() == Bar.Kind.IO);
        return (io ? ConfigRegister.COMMAND_IO : 0)
                | ConfigRegister.COMMAND_MEMORY
                | ConfigRegister.COMMAND_MASTER
                | ConfigRegister.COMMAND_PARITY
                | ConfigRegister.COMMAND_SERR
                | (interruptPin != 0 ? ConfigRegister.COMMAND_INTX_DISABLE : 0);
    }
}
