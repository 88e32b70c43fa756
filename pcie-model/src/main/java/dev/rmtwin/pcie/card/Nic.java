package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RW;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/** Fields and codes of NIC, network interrupt command (fact sheet 2.2). Writing it sends. */
public final class Nic {
    public static final Field BROADCAST = field("BROADCAST", 3, 1, RW, "to all other nodes; NTN is ignored");
    public static final Field TYPE = field(
            "TYPE",
            0,
            3,
            RW,
            "0 reset request, 1 to 3 interrupts, 4 reserved (ring test), 5 and 6 unused, 7 initialised");

    /** Type: asks a node to reset; it only latches a status bit there. */
    public static final int TYPE_RESET_REQUEST = 0;
    /** Type: a node has initialised itself. */
    public static final int TYPE_INIT = 7;

    private Nic() {}

    static Register.Builder declaration() {
        return Register.at(0x1D, 1)
                .doc("fact sheet 2.2", "network interrupt command; writing sends")
                .fields(reserved(4, 4), BROADCAST, TYPE);
    }
}
