package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RO;
import static dev.rmtwin.pcie.register.Access.RW1C;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/** Fields of a channel's ERROR_STATUS register. The first failure is kept until it is cleared. */
public final class QueueError {
    /** A failure is kept. */
    public static final Field VALID =
            field("VALID", 31, 1, RW1C, "a failure is kept; clearing forgets it and lets a halted channel go on");
    /** More than one. */
    public static final Field MORE = field("MORE", 8, 1, RO, "others have followed that are not kept");
    /** What failed: {@link DmaError#code}. */
    public static final Field CODE = field("CODE", 0, 8, RO, "what failed: see the list of error codes");

    private QueueError() {}

    static Register.Builder declaration() {
        return Register.at(0x80, 4)
                .doc("", "the first failed transfer since it was last cleared")
                .fields(VALID, reserved(9, 22), MORE, CODE);
    }
}
