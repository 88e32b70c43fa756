package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RW;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/** Fields of LIER, local interrupt enable (fact sheet 2.4): which bits of {@link Lisr} interrupt the host. */
public final class Lier {
    public static final Field AUTO_CLEAR = field("AUTO_CLEAR", 15, 1, RW, "reading LISR clears its GLOBAL_ENABLE");
    public static final Field BAD_DATA = enable(Lisr.BAD_DATA, "enables BAD_DATA; clears itself after one occurrence");
    public static final Field SYNC_LOSS =
            enable(Lisr.SYNC_LOSS, "enables SYNC_LOSS; clears itself after one occurrence");

    private Lier() {}

    private static Field enable(Field status, String doc) {
        return field(status.name(), status.lsb(), status.widthBits(), RW, doc);
    }

    private static Field enable(Field status) {
        return enable(status, "enables " + status.name());
    }

    static Register.Builder declaration() {
        return Register.at(0x14, 4)
                .doc("fact sheet 2.4", "local interrupt enable")
                .fields(
                        reserved(16, 16),
                        AUTO_CLEAR,
                        reserved(14, 1),
                        enable(Lisr.PARITY_ERROR),
                        enable(Lisr.WRITE_INHIBITED),
                        SYNC_LOSS,
                        enable(Lisr.RX_FULL),
                        enable(Lisr.RX_ALMOST_FULL),
                        BAD_DATA,
                        enable(Lisr.INIT),
                        enable(Lisr.ROGUE_PACKET),
                        reserved(4, 2),
                        enable(Lisr.RESET_REQUEST),
                        enable(Lisr.INT3),
                        enable(Lisr.INT2),
                        enable(Lisr.INT1));
    }
}
