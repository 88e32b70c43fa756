package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RW;
import static dev.rmtwin.pcie.register.Access.WO;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/** Fields of a queue pair's CONTROL register. */
public final class CommandControl {
    public static final Field RESET =
            field("RESET", 4, 1, WO, "resets the pair; other bits of the same write are ignored");
    public static final Field SHADOW =
            field("SHADOW", 2, 1, RW, "doorbells are also looked for at SHADOW_BASE; taken over when enabling");
    public static final Field INTERRUPT = field(
            "INTERRUPT", 1, 1, RW, "completions interrupt, by way of the coalescer; setting it announces what waits");
    public static final Field ENABLE = field(
            "ENABLE",
            0,
            1,
            RW,
            "1: commands are fetched, from index 0 on; 0: what is under way is aborted, what waits is dropped");

    private CommandControl() {}

    static Register.Builder declaration() {
        return Register.at(0x00, 4)
                .doc("", "what the pair does")
                .fields(reserved(5, 27), RESET, reserved(3, 1), SHADOW, INTERRUPT, ENABLE);
    }
}
