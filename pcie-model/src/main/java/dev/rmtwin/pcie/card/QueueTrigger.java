package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RW;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/** Fields of a channel's TRIGGER register: what ends a frame. */
public final class QueueTrigger {
    /** The last byte of the window is written. */
    public static final Field LAST_WORD = field("LAST_WORD", 0, 1, RW, "the window's last byte ends a frame");
    /** TRIGGER_LENGTH bytes have been written into the window. */
    public static final Field BYTE_COUNT = field("BYTE_COUNT", 1, 1, RW, "TRIGGER_LENGTH bytes end a frame");
    /** Nothing has been written for TRIGGER_IDLE_NS. */
    public static final Field IDLE = field("IDLE", 2, 1, RW, "TRIGGER_IDLE_NS without a write end a frame begun");
    /** Each write is a frame. */
    public static final Field EACH_WRITE =
            field("EACH_WRITE", 3, 1, RW, "each write is a frame; not together with others");

    private QueueTrigger() {}

    static Register.Builder declaration() {
        return Register.at(0x48, 4)
                .doc("", "what ends a frame; fixed while busy")
                .reset(LAST_WORD.mask())
                .fields(reserved(4, 28), EACH_WRITE, IDLE, BYTE_COUNT, LAST_WORD);
    }
}
