package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;
import static dev.rmtwin.pcie.register.Register.at;

import dev.rmtwin.pcie.register.Access;
import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;
import dev.rmtwin.pcie.register.RegisterBlock;
import java.util.Arrays;

/**
 * Registers of the local block in BAR 0, at the offsets of a PLX 9656, which real cards have or imitate. The card 5565 shows
 * them once more in BAR 1, which is I/O space. Their order is their index in {@link #BLOCK}.
 */
public enum LocalRegister {
    BIGEND(Bigend.declaration()),
    LBRD0(at(0x18, 4)
            .doc("fact sheet 2.5", "local bus region; kept, there is no such bus")
            .whole(Access.RW)),
    MAILBOX0(mailbox(0)),
    MAILBOX1(mailbox(1)),
    MAILBOX2(mailbox(2)),
    MAILBOX3(mailbox(3)),
    MAILBOX4(mailbox(4)),
    MAILBOX5(mailbox(5)),
    MAILBOX6(mailbox(6)),
    MAILBOX7(mailbox(7)),
    P2L_DOORBELL(at(0x60, 4)
            .doc("fact sheet 2.5", "doorbell to the card; kept, no local processor takes it")
            .whole(Access.RW)),
    L2P_DOORBELL(at(0x64, 4)
            .doc("fact sheet 2.5", "doorbell to the host; nobody rings it")
            .whole(Access.RW1C)),
    INTCSR(Intcsr.declaration()),
    CNTRL(at(0x6C, 4)
            .doc("fact sheet 2.5", "control")
            .reset(0x767E)
            .fields(
                    reserved(31, 1),
                    field("SOFTWARE_RESET", 30, 1, Access.RW, "resets the local side")
                            .notModelled(),
                    reserved(17, 13),
                    field("USER_OUTPUT", 16, 1, Access.RW, "output pin; nothing is joined to it"),
                    field("MASTER_COMMANDS", 8, 8, Access.RW, "PCI commands of direct masters; kept"),
                    field("DMA_WRITE_COMMAND", 4, 4, Access.RW, "PCI command of DMA writes; PCI Express has one only"),
                    field("DMA_READ_COMMAND", 0, 4, Access.RW, "PCI command of DMA reads; PCI Express has one only"))),
    HARD_ID(at(0x70, 4)
            .doc("fact sheet 2.5", "device and vendor of the bridge")
            .reset(0x9656_10B5L)
            .whole(Access.RO)),
    HARD_REVISION(at(0x74, 1)
            .doc("fact sheet 2.5", "revision of the bridge; below 0xAD a driver moves at most 256 bytes at once")
            .reset(0xAD)
            .whole(Access.RO)),
    DMAMODE0(DmaFields.mode(0x80)),
    DMAPADR0(word(0x84, "host address, low half")),
    DMALADR0(word(0x88, "offset in reflective memory")),
    DMASIZ0(DmaFields.size(0x8C)),
    DMADPR0(DmaFields.pointer(0x90)),
    DMAMODE1(DmaFields.mode(0x94)),
    DMAPADR1(word(0x98, "host address, low half")),
    DMALADR1(word(0x9C, "offset in reflective memory")),
    DMASIZ1(DmaFields.size(0xA0)),
    DMADPR1(DmaFields.pointer(0xA4)),
    DMACSR0(DmaFields.status(0xA8)),
    DMACSR1(DmaFields.status(0xA9)),
    DMAARB(DmaFields.arbitration()),
    DMATHR(word(0xB0, "FIFO thresholds; kept, the engine has none")),
    DMADAC0(word(0xB4, "host address of channel 0, high half")),
    DMADAC1(word(0xB8, "host address of channel 1, high half")),
    LAS1RR(at(0xF0, 4)
            .doc("fact sheet 2.5", "size of the window BAR 3, as a mask")
            .whole(Access.RO, Field.Source.STRAP)),
    LAS1BA(at(0xF4, 4)
            .doc("fact sheet 2.5", "place of the window BAR 3 in memory")
            .reset(1)
            .fields(
                    field(
                            "REMAP",
                            4,
                            28,
                            Access.RW,
                            "offset of the window in 16 bytes; what is no multiple of its size or beyond memory is cut off"),
                    reserved(1, 3),
                    field("ENABLE", 0, 1, Access.RW, "BAR 3 answers")));

    /** BAR that holds the block. */
    public static final int BAR = 0;
    /** BAR that shows it in I/O space, on the card 5565. */
    public static final int IO_BAR = 1;
    /** Bytes of the block. */
    public static final int BLOCK_BYTES = 0x200;
    /** DMA channels. */
    public static final int DMA_CHANNELS = 2;
    /** The block's declaration; a register's index is its ordinal here. */
    public static final RegisterBlock BLOCK = new RegisterBlock(
            "local",
            "Local block: interrupt gate, block DMA, memory window",
            new RegisterBlock.Place(BAR, 0, BLOCK_BYTES, 1),
            Arrays.stream(values()).map(LocalRegister::register).toList());

    /** Whether BAR 3 answers. */
    static final long LAS1BA_ENABLE = 1;

    private static final LocalRegister[] VALUES = values();

    private final Register register;

    LocalRegister(Register.Builder declaration) {
        register = declaration.named(name());
    }

    private static Register.Builder mailbox(int number) {
        return word(0x40 + Integer.BYTES * number, "mailbox " + number + "; kept");
    }

    private static Register.Builder word(int offset, String doc) {
        return at(offset, Integer.BYTES).doc("fact sheet 2.5", doc).whole(Access.RW);
    }

    /** The register with this index. */
    static LocalRegister of(int index) {
        return VALUES[index];
    }

    /** DMAMODE of a channel, 0 or 1. */
    public static LocalRegister dmaMode(int channel) {
        return channel == 0 ? DMAMODE0 : DMAMODE1;
    }

    /** DMAPADR of a channel. */
    public static LocalRegister dmaHostAddress(int channel) {
        return channel == 0 ? DMAPADR0 : DMAPADR1;
    }

    /** DMADAC of a channel. */
    public static LocalRegister dmaHostAddressHigh(int channel) {
        return channel == 0 ? DMADAC0 : DMADAC1;
    }

    /** DMALADR of a channel. */
    public static LocalRegister dmaCardOffset(int channel) {
        return channel == 0 ? DMALADR0 : DMALADR1;
    }

    /** DMASIZ of a channel. */
    public static LocalRegister dmaSize(int channel) {
        return channel == 0 ? DMASIZ0 : DMASIZ1;
    }

    /** DMADPR of a channel. */
    public static LocalRegister dmaPointer(int channel) {
        return channel == 0 ? DMADPR0 : DMADPR1;
    }

    /** DMACSR of a channel. */
    public static LocalRegister dmaStatus(int channel) {
        return channel == 0 ? DMACSR0 : DMACSR1;
    }

    /** Its declaration. */
    public Register register() {
        return register;
    }

    /** Byte offset in BAR 0. */
    public int offset() {
        return register.offset();
    }

    /** Width in bytes. */
    public int widthBytes() {
        return register.widthBytes();
    }
}
