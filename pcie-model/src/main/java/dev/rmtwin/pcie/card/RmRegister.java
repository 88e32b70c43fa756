package dev.rmtwin.pcie.card;

/** Registers of the RM block in BAR 2, at the offsets of the 5565 hardware manual. */
public enum RmRegister {
    BRV(0x00, 1, Access.RO, "board revision"),
    BID(0x01, 1, Access.RO, "board id, 0x65"),
    NID(0x04, 1, Access.RO, "node id"),
    LCSR1(0x08, 4, Access.W0C, "local control and status"),
    LISR(0x10, 4, Access.W0C, "local interrupt status"),
    LIER(0x14, 4, Access.RW, "local interrupt enable"),
    NTD(0x18, 4, Access.RW, "data of the next outgoing network interrupt"),
    NTN(0x1C, 1, Access.RW, "target node of the next outgoing network interrupt"),
    NIC(0x1D, 1, Access.RW, "network interrupt command; writing sends"),
    ISD1(0x20, 4, Access.RO, "data of the oldest type 1 interrupt"),
    SID1(0x24, 1, Access.POP, "sender of the oldest type 1 interrupt; reading takes it"),
    ISD2(0x28, 4, Access.RO, "data of the oldest type 2 interrupt"),
    SID2(0x2C, 1, Access.POP, "sender of the oldest type 2 interrupt; reading takes it"),
    ISD3(0x30, 4, Access.RO, "data of the oldest type 3 interrupt"),
    SID3(0x34, 1, Access.POP, "sender of the oldest type 3 interrupt; reading takes it");

    /** BAR that holds the block. */
    public static final int BAR = 2;
    /** Bytes of the block. */
    public static final int BLOCK_BYTES = 0x40;
    /** LISR, LIER: bit of network interrupt type 1; types 2 and 3 follow. */
    public static final int INTERRUPT_1_BIT = 0;
    /** LISR: global enable. */
    public static final int GLOBAL_ENABLE = 1 << 14;
    /** NIC: to all other nodes. */
    public static final int NIC_BROADCAST = 0x08;
    /** Types of network interrupts with a FIFO of their own here. */
    public static final int INTERRUPT_TYPES = 3;

    private final int offset;
    private final int widthBytes;
    private final Access access;
    private final String doc;

    RmRegister(int offset, int widthBytes, Access access, String doc) {
        this.offset = offset;
        this.widthBytes = widthBytes;
        this.access = access;
        this.doc = doc;
    }

    /** ISD of a type, 1 to 3. */
    public static RmRegister isd(int type) {
        return values()[ISD1.ordinal() + 2 * (type - 1)];
    }

    /** SID of a type, 1 to 3. */
    public static RmRegister sid(int type) {
        return values()[SID1.ordinal() + 2 * (type - 1)];
    }

    /** Byte offset in BAR 2. */
    public int offset() {
        return offset;
    }

    /** Width in bytes. */
    public int widthBytes() {
        return widthBytes;
    }

    /** How software may touch it. */
    public Access access() {
        return access;
    }

    /** One line for people. */
    public String doc() {
        return doc;
    }
}
