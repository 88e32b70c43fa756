package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RO;
import static dev.rmtwin.pcie.register.Access.RW1C;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/** Fields of a queue pair's STATUS register. */
public final class CommandStatus {
    public static final Field BAD_PARAMETER = field(
            "BAD_PARAMETER", 11, 1, RW1C, "enabling was refused: sizes, addresses, or commands are still under way");
    public static final Field BAD_DOORBELL =
            field("BAD_DOORBELL", 10, 1, RW1C, "a doorbell was outside the ring, or the pair not enabled: ignored");
    public static final Field HALTED = field(
            "HALTED", 9, 1, RO, "the queue or the shadow page could not be read: nothing is fetched until re-enabled");
    public static final Field FAILED =
            field("FAILED", 8, 1, RW1C, "a command failed; the capture is of the first since this bit was clear");
    public static final Field HELD = field(
                    "HELD", 2, 1, RO, "commands wait because the completion queue has no room for them")
            .live();
    public static final Field BUSY =
            field("BUSY", 1, 1, RO, "commands are under way").live();
    public static final Field COMPLETIONS =
            field("COMPLETIONS", 0, 1, RO, "completions wait for the host").live();

    private CommandStatus() {}

    static Register.Builder declaration() {
        return Register.at(0x04, 4)
                .doc("", "what waits and what went wrong")
                .fields(
                        reserved(12, 20),
                        BAD_PARAMETER,
                        BAD_DOORBELL,
                        HALTED,
                        FAILED,
                        reserved(3, 5),
                        HELD,
                        BUSY,
                        COMPLETIONS);
    }
}
