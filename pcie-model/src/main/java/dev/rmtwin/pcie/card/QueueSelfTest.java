package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RO;
import static dev.rmtwin.pcie.register.Access.WO;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/** Fields of a channel's SELF_TEST register. */
public final class QueueSelfTest {
    /** Starts a test. */
    public static final Field START =
            field("START", 0, 1, WO, "starts a test when the engine is free; without effect while one runs");
    /** Under way. */
    public static final Field RUNNING =
            field("RUNNING", 1, 1, RO, "a test waits for the engine or runs").live();
    /** Verdict. */
    public static final Field PASSED = field("PASSED", 2, 1, RO, "the last test found nothing");
    /** Verdict. */
    public static final Field FAILED = field("FAILED", 3, 1, RO, "the last test found a difference");

    private QueueSelfTest() {}

    static Register.Builder declaration() {
        return Register.at(0xA0, 4)
                .doc("", "test of the engine's path from card memory and back")
                .fields(reserved(4, 28), FAILED, PASSED, RUNNING, START);
    }
}
