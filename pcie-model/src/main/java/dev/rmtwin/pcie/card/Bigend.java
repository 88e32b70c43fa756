package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RW;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/** Fields of BIGEND (fact sheet 2.5): which ways to memory reverse the bytes of each aligned word of 4 bytes. */
public final class Bigend {
    public static final Field DMA0 = field("DMA0", 7, 1, RW, "DMA channel 0 reverses the bytes of each word");
    public static final Field DMA1 = field("DMA1", 6, 1, RW, "DMA channel 1 reverses the bytes of each word");
    public static final Field MEMORY = field("MEMORY", 5, 1, RW, "accesses by BAR 3 reverse the bytes of each word");

    private Bigend() {}

    static Register.Builder declaration() {
        return Register.at(0x0C, 4)
                .doc("fact sheet 2.5", "byte order by way of access")
                .fields(
                        reserved(8, 24),
                        DMA0,
                        DMA1,
                        MEMORY,
                        field(
                                "LANE_MODE",
                                4,
                                1,
                                RW,
                                "upper or lower lanes of a 16- or 8-bit local bus; the card has none"),
                        field("ROM", 3, 1, RW, "expansion ROM; the card has none"),
                        field("SPACE_0", 2, 1, RW, "local space 0, the RM block's registers")
                                .notModelled(),
                        field("DIRECT_MASTER", 1, 1, RW, "direct master accesses; the card makes none"),
                        field("CONFIGURATION", 0, 1, RW, "local configuration registers")
                                .notModelled());
    }
}
