package dev.rmtwin.pcie.config;

import java.util.List;

/**
 * The capabilities of the first 256 bytes, with the reset values of the PCI and PCI Express specifications. Offsets of fields are
 * those of the specifications' drawings.
 */
public final class StandardCapabilities {
    /** Bytes of a Power Management capability. */
    public static final int POWER_BYTES = 8;
    /** Bytes of an MSI capability with 64-bit address and mask. */
    public static final int MSI_BYTES = 24;
    /** Bytes of an MSI-X capability. */
    public static final int MSIX_BYTES = 12;
    /** Bytes of a PCI Express capability, version 2. */
    public static final int EXPRESS_BYTES = 60;
    /** Bytes of the card's own capability. */
    public static final int VENDOR_BYTES = 16;
    /** Last word of the card's own capability: the letters TWIN. */
    public static final long TWIN_MARK = 0x4E49_5754L;

    private static final int PM_VERSION = 3;
    private static final int MOST_MESSAGES = 32;
    private static final int MSI_64_BIT = 1 << 7;
    private static final int MSI_MASKABLE = 1 << 8;
    private static final int EXTENDED_TAGS = 1 << 5;
    private static final int NO_LATENCY_LIMITS = 0x3F << 6;
    private static final int ROLE_BASED_ERRORS = 1 << 15;
    private static final int DEVICE_CONTROL_RESET = 0x2810;
    private static final int DEVICE_CONTROL_MASK = 0x79FF;
    private static final int DEVICE_STATUS_ERRORS = 0xF;
    private static final int TRANSACTIONS_PENDING = 1 << 5;
    private static final int ASPM_COMPLIANT = 1 << 22;
    private static final int LINK_CONTROL_MASK = 0xC8;
    private static final int SLOT_CLOCK = 1 << 12;
    private static final int TIMEOUT_DISABLE = 1 << 4;
    private static final int LINK_CONTROL_2_MASK = 0x3F;
    private static final int EQUALIZED = 0x1E;
    private static final int LEAST_PAYLOAD_BYTES = 128;

    private StandardCapabilities() {}

    /**
     * Power Management 1.2 with D0 and D3hot, no PME.
     *
     * @param keepsState whether nothing is lost on the way from D3hot to D0
     */
    public static Capability powerManagement(int offset, boolean keepsState) {
        return new Capability(
                CapabilityId.POWER_MANAGEMENT,
                offset,
                POWER_BYTES,
                List.of(
                        ConfigField.constant(2, 2, PM_VERSION),
                        ConfigField.writable(
                                ConfigRegister.PM_CONTROL,
                                2,
                                keepsState ? ConfigRegister.PM_NO_SOFT_RESET : 0,
                                ConfigRegister.PM_STATE)));
    }

    /**
     * MSI with 64-bit address, mask and pending bits.
     *
     * @param vectorCount vectors of the card; it asks for as many messages, rounded up to a power of two, 32 at most
     */
    public static Capability msi(int offset, int vectorCount) {
        int asked = Math.min(MOST_MESSAGES, Integer.highestOneBit(2 * vectorCount - 1));
        int capable = Integer.numberOfTrailingZeros(asked) << ConfigRegister.MSI_CAPABLE_SHIFT;
        long all = (1L << asked) - 1;
        int allowed = 7 << ConfigRegister.MSI_ALLOWED_SHIFT;
        return new Capability(
                CapabilityId.MSI,
                offset,
                MSI_BYTES,
                List.of(
                        ConfigField.writable(
                                ConfigRegister.MESSAGE_CONTROL,
                                2,
                                MSI_64_BIT | MSI_MASKABLE | capable,
                                ConfigRegister.MSI_ENABLE | allowed),
                        ConfigField.writable(ConfigRegister.MSI_ADDRESS, 4, 0, 0xFFFF_FFFCL),
                        ConfigField.writable(ConfigRegister.MSI_ADDRESS + 4, 4, 0, 0xFFFF_FFFFL),
                        ConfigField.writable(ConfigRegister.MSI_DATA, 2, 0, 0xFFFF),
                        ConfigField.writable(ConfigRegister.MSI_MASK, 4, 0, all),
                        ConfigField.constant(ConfigRegister.MSI_PENDING, 4, 0).withHardware(all)));
    }

    /** MSI-X with table and pending bits where {@code place} says. */
    public static Capability msix(int offset, MsixPlace place) {
        return new Capability(
                CapabilityId.MSIX,
                offset,
                MSIX_BYTES,
                List.of(
                        ConfigField.writable(
                                ConfigRegister.MESSAGE_CONTROL,
                                2,
                                place.vectorCount() - 1,
                                ConfigRegister.MSIX_ENABLE | ConfigRegister.MSIX_FUNCTION_MASK),
                        ConfigField.constant(0x04, 4, place.tableOffset() | place.bar()),
                        ConfigField.constant(0x08, 4, place.pendingOffset() | place.bar())));
    }

    /**
     * PCI Express endpoint, version 2: error roles, 8-bit tags, function-level reset, no power saving states of the link. The
     * link runs at its full speed and width.
     *
     * @param link what it is made of
     * @param maxPayloadBytes largest payload that the card can take, 128 to 4096
     */
    public static Capability express(int offset, LinkShape link, int maxPayloadBytes) {
        int speedAndWidth = link.generation() | link.lanes() << 4;
        int payload = Integer.numberOfTrailingZeros(maxPayloadBytes / LEAST_PAYLOAD_BYTES);
        return new Capability(
                CapabilityId.EXPRESS,
                offset,
                EXPRESS_BYTES,
                List.of(
                        ConfigField.constant(0x02, 2, 2),
                        ConfigField.constant(
                                0x04,
                                4,
                                payload
                                        | EXTENDED_TAGS
                                        | NO_LATENCY_LIMITS
                                        | ROLE_BASED_ERRORS
                                        | ConfigRegister.FUNCTION_RESET_CAPABLE),
                        ConfigField.writable(
                                ConfigRegister.DEVICE_CONTROL, 2, DEVICE_CONTROL_RESET, DEVICE_CONTROL_MASK),
                        ConfigField.clearable(ConfigRegister.DEVICE_STATUS, 2, DEVICE_STATUS_ERRORS)
                                .withHardware(TRANSACTIONS_PENDING),
                        ConfigField.constant(0x0C, 4, speedAndWidth | ASPM_COMPLIANT),
                        ConfigField.writable(0x10, 2, 0, LINK_CONTROL_MASK),
                        ConfigField.constant(0x12, 2, speedAndWidth | SLOT_CLOCK),
                        ConfigField.constant(0x24, 4, TIMEOUT_DISABLE),
                        ConfigField.writable(0x28, 2, 0, TIMEOUT_DISABLE),
                        ConfigField.constant(0x2C, 4, (1 << link.generation()) - 1 << 1),
                        ConfigField.writable(0x30, 2, link.generation(), LINK_CONTROL_2_MASK),
                        ConfigField.constant(0x32, 2, link.generation() >= 3 ? EQUALIZED : 0)));
    }

    /**
     * The card's own capability, by which a driver finds the queue block.
     *
     * <pre>
     *   00 id | 01 next | 02 length | 03 layout version of the queue block
     *   04 base address register of the block | 05..07 reserved
     *   08 offset of the block in it, 4 bytes
     *   0C "TWIN", 4 bytes
     * </pre>
     */
    public static Capability vendor(int offset, int layoutVersion, int queueBar) {
        return new Capability(
                CapabilityId.VENDOR,
                offset,
                VENDOR_BYTES,
                List.of(
                        ConfigField.constant(0x02, 1, VENDOR_BYTES),
                        ConfigField.constant(0x03, 1, layoutVersion),
                        ConfigField.constant(0x04, 1, queueBar),
                        ConfigField.constant(0x08, 4, 0),
                        ConfigField.constant(0x0C, 4, TWIN_MARK)));
    }
}
