package dev.rmtwin.pcie.stream;

import static dev.rmtwin.pcie.register.Access.POP;
import static dev.rmtwin.pcie.register.Access.RO;
import static dev.rmtwin.pcie.register.Access.RW;
import static dev.rmtwin.pcie.register.Field.Source.LIVE;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;
import static dev.rmtwin.pcie.register.Register.at;

import dev.rmtwin.pcie.register.Register;
import dev.rmtwin.pcie.register.RegisterBlock;
import java.util.Arrays;

/** Registers of a stream channel: 64 bytes on the chip's own bus. */
public enum StreamRegister {
    CONTROL(StreamControl.declaration()),
    STATUS(StreamStatus.declaration()),
    ADDRESS(at(0x08, 8)
            .doc("", "address of the buffer, a multiple of the unit; fixed while enabled")
            .whole(RW)),
    LENGTH(at(0x10, 4)
            .doc("", "the buffer's length")
            .fields(
                    reserved(16, 16),
                    field("UNITS", 0, 16, RW, "units that it holds, 1 to 65535; fixed while enabled"))),
    REMAINING(at(0x14, 4)
            .doc("", "what is left of the buffer since the channel was enabled or has gone round")
            .whole(RO, LIVE)),
    IDLE_UNITS(at(0x18, 4)
            .doc("", "silence that counts as idle")
            .reset(1)
            .fields(reserved(8, 24), field("UNITS", 0, 8, RW, "in units' times, from a unit's end on; 0: never"))),
    LOST(at(0x1C, 4)
            .doc("", "units lost since reset: overruns, and those in hand at a bus error; wraps")
            .whole(RO, LIVE)),
    DATA(at(0x20, 4)
            .doc("", "receive: reading takes the next unit; transmit: writing sends one while STATUS.UNIT is set")
            .whole(POP));

    /** Bytes from one channel's registers to the next one's. */
    public static final int BLOCK_BYTES = 0x40;
    /** Channels that a controller has at most. */
    public static final int MAX_CHANNELS = 16;

    private static final StreamRegister[] VALUES = values();

    /** The block of each channel. */
    public static final RegisterBlock BLOCK = new RegisterBlock(
            "stream",
            "Stream DMA: registers of each channel",
            new RegisterBlock.Place(RegisterBlock.ON_CHIP, 0, BLOCK_BYTES, MAX_CHANNELS),
            Arrays.stream(VALUES).map(StreamRegister::register).toList());

    private final Register register;

    StreamRegister(Register.Builder declaration) {
        register = declaration.named(name());
    }

    /** The register with an index in {@link #BLOCK}. */
    static StreamRegister of(int index) {
        return VALUES[index];
    }

    /** Its declaration. */
    public Register register() {
        return register;
    }

    /** Byte offset within a channel's registers. */
    public int offset() {
        return register.offset();
    }

    /** Width in bytes. */
    public int widthBytes() {
        return register.widthBytes();
    }
}
