package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RO;
import static dev.rmtwin.pcie.register.Access.RW;
import static dev.rmtwin.pcie.register.Access.W0C;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/**
 * Fields of LISR, local interrupt status (fact sheet 2.4). {@link Lier} has the enables at the same places.
 *
 * <pre>
 *   31..16  15   14     13     12     11    10   9    8    7     6      5..4  3      2    1    0
 *     -     AUTO GLOBAL PARITY INHIB. SYNC  FULL ALM. BAD  INIT  ROGUE   -    RESET  INT3 INT2 INT1
 * </pre>
 */
public final class Lisr {
    public static final Field AUTO_CLEAR = field(
                    "AUTO_CLEAR", 15, 1, RO, "reading this register clears GLOBAL_ENABLE (as LIER says)")
            .live();
    public static final Field GLOBAL_ENABLE =
            field("GLOBAL_ENABLE", 14, 1, RW, "enabled bits that are set interrupt the host");
    public static final Field PARITY_ERROR =
            field("PARITY_ERROR", 13, 1, W0C, "parity error in memory").notModelled();
    public static final Field WRITE_INHIBITED =
            field("WRITE_INHIBITED", 12, 1, W0C, "a write of less than 4 bytes was inhibited by parity");
    public static final Field SYNC_LOSS = field("SYNC_LOSS", 11, 1, W0C, "the receiver has lost synchronisation");
    public static final Field RX_FULL = field("RX_FULL", 10, 1, W0C, "the receive FIFO was full");
    public static final Field RX_ALMOST_FULL = field("RX_ALMOST_FULL", 9, 1, W0C, "the receive FIFO was almost full");
    public static final Field BAD_DATA = field("BAD_DATA", 8, 1, W0C, "a packet was damaged");
    public static final Field INIT = field("INIT", 7, 1, RO, "the FIFO of initialised-interrupts is not empty")
            .live();
    public static final Field ROGUE_PACKET =
            field("ROGUE_PACKET", 6, 1, W0C, "a rogue packet was removed").notModelled();
    public static final Field RESET_REQUEST =
            field("RESET_REQUEST", 3, 1, W0C, "a node asked this one to reset; nothing is reset");
    public static final Field INT3 =
            field("INT3", 2, 1, RO, "the FIFO of type 3 is not empty").live();
    public static final Field INT2 =
            field("INT2", 1, 1, RO, "the FIFO of type 2 is not empty").live();
    public static final Field INT1 =
            field("INT1", 0, 1, RO, "the FIFO of type 1 is not empty").live();

    private Lisr() {}

    static Register.Builder declaration() {
        return Register.at(0x10, 4)
                .doc("fact sheet 2.4", "local interrupt status")
                .clearedAfterRead()
                .fields(
                        reserved(16, 16),
                        AUTO_CLEAR,
                        GLOBAL_ENABLE,
                        PARITY_ERROR,
                        WRITE_INHIBITED,
                        SYNC_LOSS,
                        RX_FULL,
                        RX_ALMOST_FULL,
                        BAD_DATA,
                        INIT,
                        ROGUE_PACKET,
                        reserved(4, 2),
                        RESET_REQUEST,
                        INT3,
                        INT2,
                        INT1);
    }

    /** The status, and at the same place in LIER the enable, of a type of network interrupt that has a FIFO: 1, 2, 3, 7. */
    public static Field networkInterrupt(int type) {
        return switch (type) {
            case 1 -> INT1;
            case 2 -> INT2;
            case 3 -> INT3;
            case Nic.TYPE_INIT -> INIT;
            default -> throw new IllegalArgumentException("network interrupt type " + type + " has no FIFO");
        };
    }
}
