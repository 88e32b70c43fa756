package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RW;
import static dev.rmtwin.pcie.register.Access.WO;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/** Fields of a channel's CONTROL register. */
public final class QueueControl {
    public static final Field HALT_ON_ERROR =
            field("HALT_ON_ERROR", 3, 1, RW, "any failed transfer halts the channel until its failure is cleared");
    public static final Field RESET =
            field("RESET", 2, 1, WO, "resets the channel; other bits of the same write are ignored");
    public static final Field INTERRUPT =
            field("INTERRUPT", 1, 1, RW, "causes that CAUSE_ENABLE lets through interrupt");
    public static final Field RECEIVE = field(
            "RECEIVE",
            0,
            1,
            RW,
            "frames in the window are taken; refused with STATUS.BAD_PARAMETER when settings are wrong");

    private QueueControl() {}

    static Register.Builder declaration() {
        return Register.at(0x00, 4)
                .doc("", "what the channel does")
                .fields(reserved(4, 28), HALT_ON_ERROR, RESET, INTERRUPT, RECEIVE);
    }
}
