package dev.rmtwin.pcie.card;

/**
 * Registers of the queue block in BAR 4. The first page is the block's own; each channel has 256 bytes from
 * {@value #CHANNEL_BASE} on.
 */
public enum QueueRegister {
    VERSION(0x00, 4, Access.RO, false, "layout version"),
    CHANNELS(0x04, 4, Access.RO, false, "number of receive channels"),

    CONTROL(0x00, 4, Access.RW, true, "bit 0 receive enable, bit 1 interrupt enable, bit 2 reset (clears itself)"),
    STATUS(0x04, 4, Access.RO, true, "see the STATUS_ constants"),
    WINDOW_OFFSET(0x08, 8, Access.RW, true, "first byte of the address-hit window; fixed while the channel is busy"),
    WINDOW_LENGTH(0x10, 4, Access.RW, true, "bytes of the window; a frame is complete when its last word is written"),
    SQ_BASE(0x18, 8, Access.RW, true, "host address of the descriptor ring; fixed while the channel is busy"),
    SQ_SIZE(0x20, 4, Access.RW, true, "descriptors in the ring, 2 to 65536; fixed likewise"),
    SQ_TAIL(0x24, 4, Access.RW, true, "doorbell: first descriptor not yet posted"),
    CQ_BASE(0x28, 8, Access.RW, true, "host address of the completion ring; fixed while the channel is busy"),
    CQ_SIZE(0x30, 4, Access.RW, true, "entries in the ring, 2 to 65536; fixed likewise"),
    CQ_HEAD(0x34, 4, Access.RW, true, "doorbell: first entry not yet consumed"),
    COALESCE_FRAMES(0x38, 4, Access.RW, true, "completions for one interrupt, at least 1"),
    COALESCE_NS(0x3C, 4, Access.RW, true, "longest wait of a completion; reads back rounded up to the timer's quantum"),
    VECTOR_CONTROL(0x40, 4, Access.RW, true, "bit 0 masks the channel's vector (reset: masked)"),
    VECTOR_PENDING(0x44, 4, Access.RO, true, "bit 0: an interrupt waits for the mask to go");

    /** BAR that holds the block. */
    public static final int BAR = 4;
    /** Layout version that this class describes. */
    public static final int LAYOUT_VERSION = 1;
    /** Offset of channel 0's registers. */
    public static final int CHANNEL_BASE = 0x1000;
    /** Distance between two channels' registers. */
    public static final int CHANNEL_STRIDE = 0x100;

    /** CONTROL: receive enable. */
    public static final int CONTROL_RECEIVE = 1;
    /** CONTROL: interrupt enable. */
    public static final int CONTROL_INTERRUPT = 1 << 1;
    /** CONTROL: channel reset. */
    public static final int CONTROL_RESET = 1 << 2;
    /** STATUS: completions not yet consumed. */
    public static final int STATUS_COMPLETIONS = 1;
    /** STATUS: frame records wait for the DMA engine. */
    public static final int STATUS_RECORDS = 1 << 1;
    /** STATUS: a record has waited because no descriptor was posted (latched until reset). */
    public static final int STATUS_STARVED = 1 << 2;
    /** STATUS: a record was lost because the event FIFO was full (latched until reset). */
    public static final int STATUS_OVERFLOW = 1 << 3;
    /** STATUS: enabling was refused because the settings do not make sense. */
    public static final int STATUS_BAD_PARAMETER = 1 << 4;

    private final int offset;
    private final int widthBytes;
    private final Access access;
    private final boolean perChannel;
    private final String doc;

    QueueRegister(int offset, int widthBytes, Access access, boolean perChannel, String doc) {
        this.offset = offset;
        this.widthBytes = widthBytes;
        this.access = access;
        this.perChannel = perChannel;
        this.doc = doc;
    }

    /** The channel register at an offset within its channel, or null. */
    static QueueRegister ofChannel(int offset) {
        for (QueueRegister register : values()) {
            if (register.perChannel && register.offset == offset) {
                return register;
            }
        }
        return null;
    }

    /** Byte offset in BAR 4; channel 0's for registers that every channel has. */
    public int offset() {
        return perChannel ? CHANNEL_BASE + offset : offset;
    }

    /** Byte offset in BAR 4 of a channel's register. */
    public int offset(int channel) {
        if (!perChannel) {
            throw new IllegalArgumentException(this + " is not a channel register");
        }
        return CHANNEL_BASE + channel * CHANNEL_STRIDE + offset;
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
