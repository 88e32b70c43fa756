package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RW;
import static dev.rmtwin.pcie.register.Access.RW1C;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Access;
import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/** Fields of a channel's CAUSE and CAUSE_ENABLE registers: why an interrupt came, and which causes may interrupt. */
public final class QueueCause {
    /** Records wait in the event FIFO, and their service begins. */
    public static final Field DATA = field("DATA", 0, 1, RW1C, "data arrived: the event FIFO reached its threshold");
    /** A completion has been posted. */
    public static final Field DONE = field("DONE", 1, 1, RW1C, "DMA done: a completion was posted");
    /** A transfer has failed. */
    public static final Field ERROR = field("ERROR", 2, 1, RW1C, "a transfer failed: see ERROR_STATUS");
    /** A self-test has ended. */
    public static final Field TESTED = field("TESTED", 3, 1, RW1C, "a self-test ended: see SELF_TEST");

    static final long ALL = DATA.mask() | DONE.mask() | ERROR.mask() | TESTED.mask();

    private QueueCause() {}

    static Register.Builder declaration() {
        return Register.at(0x68, 4)
                .doc("", "what has happened since it was last cleared, enabled or not")
                .fields(reserved(4, 28), TESTED, ERROR, DONE, DATA);
    }

    static Register.Builder enableDeclaration() {
        return Register.at(0x6C, 4)
                .doc("", "causes that interrupt while CONTROL.INTERRUPT is set")
                .reset(DONE.mask())
                .fields(
                        reserved(4, 28),
                        enable(TESTED, "a self-test's end interrupts, by VECTOR_DONE, at once"),
                        enable(ERROR, "failed transfers interrupt, by VECTOR_DONE, at once"),
                        enable(DONE, "completions interrupt, by VECTOR_DONE and its coalescer"),
                        enable(DATA, "arrived data interrupts, by VECTOR_DATA and its coalescer"));
    }

    private static Field enable(Field cause, String doc) {
        Access access = RW;
        return field(cause.name(), cause.lsb(), cause.widthBits(), access, doc);
    }
}
