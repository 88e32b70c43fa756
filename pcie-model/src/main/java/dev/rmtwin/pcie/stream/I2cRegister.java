package dev.rmtwin.pcie.stream;

import static dev.rmtwin.pcie.register.Access.RW;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;
import static dev.rmtwin.pcie.register.Register.at;

import dev.rmtwin.pcie.register.Register;
import dev.rmtwin.pcie.register.RegisterBlock;
import java.util.Arrays;

/** Registers of the I2C master: 64 bytes on the chip's own bus. */
public enum I2cRegister {
    COMMAND(at(0x00, 4)
            .doc("", "what goes on the bus when the byte under way has ended")
            .fields(I2cField.RESET, reserved(3, 28), I2cField.STOP, I2cField.READ, I2cField.START)),
    STATUS(at(0x04, 4)
            .doc("", "what has happened")
            .fields(
                    reserved(6, 26),
                    I2cField.DONE,
                    I2cField.LOST,
                    I2cField.NACK,
                    I2cField.SENT,
                    I2cField.ADDRESSED,
                    I2cField.BUSY)),
    ENABLE(at(0x08, 4)
            .doc("", "which bits of STATUS interrupt")
            .fields(
                    reserved(6, 26),
                    field("DONE", 5, 1, RW, "STATUS.DONE interrupts"),
                    field("LOST", 4, 1, RW, "STATUS.LOST interrupts"),
                    field("NACK", 3, 1, RW, "STATUS.NACK interrupts"),
                    field("SENT", 2, 1, RW, "STATUS.SENT interrupts"),
                    field("ADDRESSED", 1, 1, RW, "STATUS.ADDRESSED interrupts"),
                    reserved(0, 1))),
    DEVICE(at(0x0C, 4)
            .doc("", "whom a start addresses")
            .fields(reserved(7, 25), field("ADDRESS", 0, 7, RW, "address of the device"))),
    COUNT(at(0x10, 4)
            .doc("", "how much a read takes")
            .fields(reserved(16, 16), field("BYTES", 0, 16, RW, "bytes to read, at least 1; a stop follows the last")));

    /** Bytes of the block. */
    public static final int BLOCK_BYTES = 0x40;

    private static final I2cRegister[] VALUES = values();

    /** The block. */
    public static final RegisterBlock BLOCK = new RegisterBlock(
            "i2c",
            "I2C master",
            new RegisterBlock.Place(RegisterBlock.ON_CHIP, 0x1000, BLOCK_BYTES, 1),
            Arrays.stream(VALUES).map(I2cRegister::register).toList());

    private final Register register;

    I2cRegister(Register.Builder declaration) {
        register = declaration.named(name());
    }

    static I2cRegister of(int index) {
        return VALUES[index];
    }

    /** Its declaration. */
    public Register register() {
        return register;
    }

    /** Byte offset within the block. */
    public int offset() {
        return register.offset();
    }

    /** Width in bytes. */
    public int widthBytes() {
        return register.widthBytes();
    }
}
