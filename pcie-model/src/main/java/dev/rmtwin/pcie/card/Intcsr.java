package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RO;
import static dev.rmtwin.pcie.register.Access.RW;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/**
 * Fields of INTCSR, the gate between the card's interrupt sources and its interrupt line (fact sheet 2.5; what it does not say,
 * and the reset value, as a PLX 9656 has it).
 *
 * <pre>
 *   22   21   20  19   18   15    14    11    10    8
 *   DMA1 DMA0 DB  DMA1 DMA0 LOCAL ABORT LOCAL ABORT PCI
 *   active        enable    active      enable
 * </pre>
 */
public final class Intcsr {
    public static final Field NOT_DMA1 = field("NOT_DMA1", 26, 1, RO, "0 after an abort: DMA channel 1 was the master")
            .live();
    public static final Field NOT_DMA0 = field("NOT_DMA0", 25, 1, RO, "0 after an abort: DMA channel 0 was the master")
            .live();
    public static final Field DMA1_ACTIVE =
            field("DMA1_ACTIVE", 22, 1, RO, "DMA channel 1 interrupts").live();
    public static final Field DMA0_ACTIVE =
            field("DMA0_ACTIVE", 21, 1, RO, "DMA channel 0 interrupts").live();
    public static final Field DOORBELL_ACTIVE = field(
                    "DOORBELL_ACTIVE", 20, 1, RO, "a bit of the doorbell to the card is set")
            .live();
    public static final Field DMA1_ENABLE =
            field("DMA1_ENABLE", 19, 1, RW, "DMA channel 1 may assert the line (with PCI_ENABLE)");
    public static final Field DMA0_ENABLE =
            field("DMA0_ENABLE", 18, 1, RW, "DMA channel 0 may assert the line (with PCI_ENABLE)");
    public static final Field LOCAL_ACTIVE = field(
                    "LOCAL_ACTIVE", 15, 1, RO, "the RM block interrupts: LISR and LIER, with its global enable")
            .live();
    public static final Field ABORT_ACTIVE = field(
                    "ABORT_ACTIVE", 14, 1, RO, "a DMA channel ended with an error; goes with its next start or clear")
            .live();
    public static final Field LOCAL_ENABLE =
            field("LOCAL_ENABLE", 11, 1, RW, "the RM block may assert the line (with PCI_ENABLE)");
    public static final Field ABORT_ENABLE =
            field("ABORT_ENABLE", 10, 1, RW, "ABORT_ACTIVE may assert the line (with PCI_ENABLE)");
    public static final Field PCI_ENABLE = field("PCI_ENABLE", 8, 1, RW, "the card's interrupt line may be asserted");

    /** Bits that no state of the card clears. */
    static final long ALWAYS_SET = 1L << 27 | 1L << 24;

    private static final String NO_PROCESSOR = "; the card has no local processor";

    private Intcsr() {}

    static Register.Builder declaration() {
        Field outputEnable = field("LOCAL_OUTPUT_ENABLE", 16, 1, RW, "interrupts to a local processor" + NO_PROCESSOR);
        return Register.at(0x68, 4)
                .doc("fact sheet 2.5", "interrupt control and status: the gate before the interrupt line")
                .reset(PCI_ENABLE.mask() | outputEnable.mask())
                .fields(
                        reserved(28, 4),
                        field("NOT_TARGET_ABORT", 27, 1, RO, "always 1").strap(),
                        NOT_DMA1,
                        NOT_DMA0,
                        field("NOT_DIRECT_MASTER", 24, 1, RO, "always 1").strap(),
                        field("BIST_ACTIVE", 23, 1, RO, "always 0").live(),
                        DMA1_ACTIVE,
                        DMA0_ACTIVE,
                        DOORBELL_ACTIVE,
                        DMA1_ENABLE,
                        DMA0_ENABLE,
                        field("DOORBELL_LOCAL_ENABLE", 17, 1, RW, "doorbell interrupt" + NO_PROCESSOR),
                        outputEnable,
                        LOCAL_ACTIVE,
                        ABORT_ACTIVE,
                        field("DOORBELL_HOST_ACTIVE", 13, 1, RO, "always 0: nobody rings the host's doorbell")
                                .live(),
                        field("RETRY_ABORT_ENABLE", 12, 1, RW, "abort after 256 retries; PCI Express knows none"),
                        LOCAL_ENABLE,
                        ABORT_ENABLE,
                        field("DOORBELL_HOST_ENABLE", 9, 1, RW, "the host's doorbell may assert the line"),
                        PCI_ENABLE,
                        field("PARITY_STATUS", 7, 1, RO, "local parity error: always 0")
                                .live(),
                        field("PARITY_ENABLE", 6, 1, RW, "local parity check").notModelled(),
                        reserved(4, 2),
                        field("MAILBOX_ENABLE", 3, 1, RW, "mailbox interrupt" + NO_PROCESSOR),
                        field("GENERATE_SERR", 2, 1, RW, "asserts SERR#").notModelled(),
                        field("PARITY_SERR_ENABLE", 1, 1, RW, "SERR# at a parity error")
                                .notModelled(),
                        field("ABORT_SERR_ENABLE", 0, 1, RW, "SERR# at an abort")
                                .notModelled());
    }

    /** Whether a DMA channel may assert the line. */
    static Field dmaEnable(int channel) {
        return channel == 0 ? DMA0_ENABLE : DMA1_ENABLE;
    }

    /** Whether a DMA channel interrupts. */
    static Field dmaActive(int channel) {
        return channel == 0 ? DMA0_ACTIVE : DMA1_ACTIVE;
    }

    /** Clear after an abort of a DMA channel. */
    static Field notDma(int channel) {
        return channel == 0 ? NOT_DMA0 : NOT_DMA1;
    }
}
