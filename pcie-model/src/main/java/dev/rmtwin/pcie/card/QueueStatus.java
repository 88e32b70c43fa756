package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RO;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/** Fields of a channel's STATUS register. */
public final class QueueStatus {
    public static final Field BAD_PARAMETER =
            field("BAD_PARAMETER", 4, 1, RO, "latched until reset: enabling was refused");
    public static final Field OVERFLOW =
            field("OVERFLOW", 3, 1, RO, "latched until reset: a frame was lost, the event FIFO was full");
    public static final Field STARVED =
            field("STARVED", 2, 1, RO, "latched until reset: a frame has waited for a descriptor");
    public static final Field RECORDS =
            field("RECORDS", 1, 1, RO, "frames wait for the DMA engine").live();
    public static final Field COMPLETIONS =
            field("COMPLETIONS", 0, 1, RO, "completions wait for the driver").live();

    private QueueStatus() {}

    static Register.Builder declaration() {
        return Register.at(0x04, 4)
                .doc("", "what waits and what went wrong")
                .fields(reserved(5, 27), BAD_PARAMETER, OVERFLOW, STARVED, RECORDS, COMPLETIONS);
    }
}
