package dev.rmtwin.pcie.stream;

import static dev.rmtwin.pcie.register.Access.RO;
import static dev.rmtwin.pcie.register.Access.RW1C;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/** Fields of a stream channel's STATUS register. */
public final class StreamStatus {
    public static final Field TRANSMIT =
            field("TRANSMIT", 16, 1, RO, "the channel transmits").strap();
    public static final Field MISSED =
            field("MISSED", 9, 1, RW1C, "HALF, COMPLETE or IDLE came again before it was cleared");
    public static final Field BAD_PARAMETER = field("BAD_PARAMETER", 8, 1, RW1C, "enabling was refused");
    public static final Field OVERRUN =
            field("OVERRUN", 7, 1, RW1C, "a unit was lost: the data register was full when it came");
    public static final Field ERROR = field("ERROR", 6, 1, RW1C, "memory did not answer; the channel has stopped");
    public static final Field IDLE =
            field("IDLE", 5, 1, RW1C, "the line has been idle for IDLE_UNITS after units were received");
    public static final Field COMPLETE = field("COMPLETE", 4, 1, RW1C, "the last unit of the buffer has been moved");
    public static final Field HALF = field("HALF", 3, 1, RW1C, "LENGTH / 2 units of the buffer have been moved");
    public static final Field UNIT = field(
                    "UNIT", 2, 1, RO, "receive: the data register holds a unit; transmit: it has room")
            .live();
    public static final Field ACTIVE =
            field("ACTIVE", 0, 1, RO, "the channel is enabled").live();

    /** What software is told of progress. */
    static final long EVENTS = HALF.mask() | COMPLETE.mask() | IDLE.mask();

    private StreamStatus() {}

    static Register.Builder declaration() {
        return Register.at(0x04, 4)
                .doc("", "what has happened")
                .fields(
                        reserved(17, 15),
                        TRANSMIT,
                        reserved(10, 6),
                        MISSED,
                        BAD_PARAMETER,
                        OVERRUN,
                        ERROR,
                        IDLE,
                        COMPLETE,
                        HALF,
                        UNIT,
                        reserved(1, 1),
                        ACTIVE);
    }
}
