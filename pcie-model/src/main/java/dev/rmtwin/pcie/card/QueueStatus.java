package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RO;
import static dev.rmtwin.pcie.register.Access.RW1C;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/** Fields of a channel's STATUS register. */
public final class QueueStatus {
    public static final Field BLOCKED = field("BLOCKED", 10, 1, RO, "a transfer waits: the card may not master the bus")
            .live();
    public static final Field BAD_DOORBELL = field("BAD_DOORBELL", 9, 1, RW1C, "latched: a doorbell was refused");
    public static final Field FAILURE =
            field("FAILURE", 8, 1, RO, "ERROR_STATUS keeps a failure").live();
    public static final Field HALTED =
            field("HALTED", 7, 1, RO, "a failure has halted the channel").live();
    public static final Field FULL =
            field("FULL", 6, 1, RO, "the event FIFO is full").live();
    public static final Field THRESHOLD =
            field("THRESHOLD", 5, 1, RO, "FIFO_THRESHOLD or more records wait").live();
    public static final Field BAD_PARAMETER =
            field("BAD_PARAMETER", 4, 1, RW1C, "latched: enabling or a setting was refused");
    public static final Field OVERFLOW =
            field("OVERFLOW", 3, 1, RW1C, "latched: a frame was lost, the event FIFO was full");
    public static final Field STARVED = field("STARVED", 2, 1, RW1C, "latched: a frame has waited for a descriptor");
    public static final Field RECORDS =
            field("RECORDS", 1, 1, RO, "frames wait for the DMA engine").live();
    public static final Field COMPLETIONS =
            field("COMPLETIONS", 0, 1, RO, "completions wait for the driver").live();

    static final long LATCHED = BAD_DOORBELL.mask() | BAD_PARAMETER.mask() | OVERFLOW.mask() | STARVED.mask();

    private QueueStatus() {}

    static Register.Builder declaration() {
        return Register.at(0x04, 4)
                .doc("", "what waits and what went wrong")
                .fields(
                        reserved(11, 21),
                        BLOCKED,
                        BAD_DOORBELL,
                        FAILURE,
                        HALTED,
                        FULL,
                        THRESHOLD,
                        BAD_PARAMETER,
                        OVERFLOW,
                        STARVED,
                        RECORDS,
                        COMPLETIONS);
    }
}
