package dev.rmtwin.pcie.stream;

import static dev.rmtwin.pcie.register.Access.RO;
import static dev.rmtwin.pcie.register.Access.RW1C;
import static dev.rmtwin.pcie.register.Access.WO;
import static dev.rmtwin.pcie.register.Field.field;

import dev.rmtwin.pcie.register.Field;

/** Fields of the I2C master's COMMAND and STATUS registers; ENABLE has STATUS's at the same places. */
public final class I2cField {
    public static final Field RESET = field("RESET", 31, 1, WO, "resets the master; other bits are ignored");
    public static final Field STOP = field("STOP", 2, 1, WO, "ends the transfer");
    public static final Field READ = field("READ", 1, 1, WO, "with START: bytes are read after the address");
    public static final Field START = field(
            "START",
            0,
            1,
            WO,
            "a start, or a repeated one; what waits in the data register and has not begun is thrown away");
    public static final Field DONE = field("DONE", 5, 1, RW1C, "COUNT bytes have been read");
    public static final Field LOST =
            field("LOST", 4, 1, RW1C, "a start or stop has thrown away a byte that waited to be sent");
    public static final Field NACK = field("NACK", 3, 1, RW1C, "no device answers at DEVICE");
    public static final Field SENT =
            field("SENT", 2, 1, RW1C, "every byte handed over has been shifted out and acknowledged");
    public static final Field ADDRESSED = field("ADDRESSED", 1, 1, RW1C, "the device has acknowledged its address");
    public static final Field BUSY =
            field("BUSY", 0, 1, RO, "between start and stop").live();

    private I2cField() {}
}
