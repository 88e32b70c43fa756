package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Register.at;

import dev.rmtwin.pcie.register.Access;
import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;
import dev.rmtwin.pcie.register.RegisterBlock;
import java.util.Arrays;

/**
 * Registers of the RM block in BAR 2, at the offsets of the 5565 hardware manual. Their order is their index in
 * {@link #BLOCK}. Fields of more than one bit's meaning are in {@link Lcsr1}, {@link Lisr}, {@link Lier} and {@link Nic}.
 */
public enum RmRegister {
    BRV(at(0x00, 1).doc("fact sheet 2.2", "board revision").reset(0x8C).whole(Access.RO)),
    BID(at(0x01, 1).doc("fact sheet 2.2", "board id").reset(0x65).whole(Access.RO)),
    BUILD_ID(at(0x02, 2)
            .doc("fact sheet 2.2", "build of the logic")
            .reset(0x0001)
            .whole(Access.RO)),
    NID(at(0x04, 1).doc("fact sheet 2.2", "node id, switch S2").whole(Access.RO, Field.Source.STRAP)),
    LCSR1(Lcsr1.declaration()),
    LISR(Lisr.declaration()),
    LIER(Lier.declaration()),
    NTD(at(0x18, 4)
            .doc("fact sheet 2.2", "data of the next outgoing network interrupt")
            .whole(Access.RW)),
    NTN(at(0x1C, 1)
            .doc("fact sheet 2.2", "target node of the next outgoing network interrupt")
            .whole(Access.RW)),
    NIC(Nic.declaration()),
    ISD1(data(0x20, "1")),
    SID1(sender(0x24, "1")),
    ISD2(data(0x28, "2")),
    SID2(sender(0x2C, "2")),
    ISD3(data(0x30, "3")),
    SID3(sender(0x34, "3")),
    INITD(data(0x38, "7, initialised,")),
    INITN(sender(0x3C, "7, initialised,"));

    /** BAR that holds the block. */
    public static final int BAR = 2;
    /** Bytes of the block. */
    public static final int BLOCK_BYTES = 0x40;
    /** Highest type of network interrupts that applications send. */
    public static final int INTERRUPT_TYPES = 3;
    /** The block's declaration; a register's index is its ordinal here. */
    public static final RegisterBlock BLOCK = new RegisterBlock(
            "rm",
            "RM block: board, ring status and network interrupts",
            new RegisterBlock.Place(BAR, 0, BLOCK_BYTES, 1),
            Arrays.stream(values()).map(RmRegister::register).toList());

    private static final RmRegister[] VALUES = values();

    private final Register register;

    RmRegister(Register.Builder declaration) {
        register = declaration.named(name());
    }

    private static Register.Builder data(int offset, String type) {
        return at(offset, 4)
                .doc("fact sheet 2.2", "data of the oldest interrupt of type " + type + " waiting")
                .whole(Access.RO, Field.Source.LIVE);
    }

    private static Register.Builder sender(int offset, String type) {
        return at(offset, 1)
                .doc(
                        "fact sheet 2.2, 2.6",
                        "sender of the oldest interrupt of type " + type
                                + " waiting; reading takes it, writing 0 empties the FIFO")
                .whole(Access.POP);
    }

    /** The register with this index. */
    static RmRegister of(int index) {
        return VALUES[index];
    }

    /** ISD of a type, 1 to 3. */
    public static RmRegister isd(int type) {
        return VALUES[ISD1.ordinal() + 2 * (type - 1)];
    }

    /** SID of a type, 1 to 3. */
    public static RmRegister sid(int type) {
        return VALUES[SID1.ordinal() + 2 * (type - 1)];
    }

    /** Its declaration. */
    public Register register() {
        return register;
    }

    /** Byte offset in BAR 2. */
    public int offset() {
        return register.offset();
    }

    /** Width in bytes. */
    public int widthBytes() {
        return register.widthBytes();
    }
}
