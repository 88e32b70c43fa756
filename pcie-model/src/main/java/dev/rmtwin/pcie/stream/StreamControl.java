package dev.rmtwin.pcie.stream;

import static dev.rmtwin.pcie.register.Access.RW;
import static dev.rmtwin.pcie.register.Access.WO;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/** Fields of a stream channel's CONTROL register. Interrupt enables stand where STATUS has their causes. */
public final class StreamControl {
    public static final Field RESET =
            field("RESET", 31, 1, WO, "resets the channel; other bits of the same write are ignored");
    public static final Field FLUSH = field("FLUSH", 30, 1, WO, "throws away what the data register holds");
    public static final Field WORD_SIZE = field(
            "WORD_SIZE", 10, 2, RW, "receive: bytes of a write to memory, 1, 2 or 4 as 0, 1, 2; fixed while enabled");
    public static final Field UNIT_SIZE =
            field("UNIT_SIZE", 8, 2, RW, "bytes of a unit, 1, 2 or 4 as 0, 1, 2; fixed while enabled");
    public static final Field ERROR_IE =
            field("ERROR_IE", 6, 1, RW, "STATUS.ERROR, OVERRUN and BAD_PARAMETER interrupt");
    public static final Field IDLE_IE = field("IDLE_IE", 5, 1, RW, "STATUS.IDLE interrupts");
    public static final Field COMPLETE_IE = field("COMPLETE_IE", 4, 1, RW, "STATUS.COMPLETE interrupts");
    public static final Field HALF_IE = field("HALF_IE", 3, 1, RW, "STATUS.HALF interrupts");
    public static final Field UNIT_IE =
            field("UNIT_IE", 2, 1, RW, "STATUS.UNIT interrupts while the channel is not enabled");
    public static final Field CIRCULAR =
            field("CIRCULAR", 1, 1, RW, "goes on at the buffer's start; fixed while enabled");
    public static final Field ENABLE = field(
            "ENABLE", 0, 1, RW, "the channel moves units; refused with STATUS.BAD_PARAMETER when settings are wrong");

    private StreamControl() {}

    static Register.Builder declaration() {
        return Register.at(0x00, 4)
                .doc("", "what the channel does")
                .fields(
                        RESET,
                        FLUSH,
                        reserved(12, 18),
                        WORD_SIZE,
                        UNIT_SIZE,
                        reserved(7, 1),
                        ERROR_IE,
                        IDLE_IE,
                        COMPLETE_IE,
                        HALF_IE,
                        UNIT_IE,
                        CIRCULAR,
                        ENABLE);
    }
}
