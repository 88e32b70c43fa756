package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RO;
import static dev.rmtwin.pcie.register.Access.RW;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/** Fields of the COALESCE_MODE register of a channel's own vector. */
public final class QueueCoalescing {
    /** Count and timer follow the measured rate. */
    public static final Field ADAPTIVE = field(
                    "ADAPTIVE", 0, 1, RW, "count and timer follow the measured rate; reset: as the profile says")
            .strap();
    /** The adaptive mode's present step. */
    public static final Field STEP =
            field("STEP", 4, 4, RO, "the adaptive mode's present step").live();
    /** The count in force. */
    public static final Field FRAMES =
            field("FRAMES", 16, 16, RO, "the count in force").live();

    private QueueCoalescing() {}

    static Register.Builder declaration() {
        return Register.at(0x78, 4)
                .doc("", "how the coalescer of the channel's own vector is set, and what is in force")
                .fields(FRAMES, reserved(8, 8), STEP, reserved(1, 3), ADAPTIVE);
    }
}
