package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RO;
import static dev.rmtwin.pcie.register.Access.RW;
import static dev.rmtwin.pcie.register.Field.Source.LIVE;
import static dev.rmtwin.pcie.register.Field.Source.STRAP;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;
import static dev.rmtwin.pcie.register.Register.at;

import dev.rmtwin.pcie.register.Register;
import dev.rmtwin.pcie.register.RegisterBlock;
import java.util.Arrays;
import java.util.List;

/**
 * Registers of the queue block in BAR 4. The first page ({@link #GLOBAL}) is the block's own; each channel has 256 bytes
 * ({@link #CHANNEL}) from {@value #CHANNEL_BASE} on.
 */
public enum QueueRegister {
    VERSION(
            at(0x00, 4)
                    .doc("", "layout version")
                    .reset(QueueRegister.LAYOUT_VERSION)
                    .whole(RO),
            false),
    CHANNELS(at(0x04, 4).doc("", "number of receive channels").whole(RO, STRAP), false),
    COMMAND_QUEUES(at(0x20, 4).doc("", "number of command queue pairs").whole(RO, STRAP), false),

    CONTROL(QueueControl.declaration(), true),
    STATUS(QueueStatus.declaration(), true),
    WINDOW_OFFSET(
            at(0x08, 8)
                    .doc("", "first byte of the address-hit window; fixed while busy")
                    .whole(RW),
            true),
    WINDOW_LENGTH(at(0x10, 4).doc("", "bytes of the window; fixed while busy").whole(RW), true),
    SQ_BASE(
            at(0x18, 8)
                    .doc("", "host address of the descriptor ring; fixed while busy")
                    .whole(RW),
            true),
    SQ_SIZE(
            at(0x20, 4)
                    .doc("", "descriptors in the ring, 2 to 65536; fixed while busy")
                    .whole(RW),
            true),
    SQ_TAIL(at(0x24, 4).doc("", "doorbell: first descriptor not yet posted").whole(RW), true),
    CQ_BASE(
            at(0x28, 8)
                    .doc("", "host address of the completion ring; fixed while busy")
                    .whole(RW),
            true),
    CQ_SIZE(
            at(0x30, 4)
                    .doc("", "entries in the ring, 2 to 65536; fixed while busy")
                    .whole(RW),
            true),
    CQ_HEAD(at(0x34, 4).doc("", "doorbell: first entry not yet consumed").whole(RW), true),
    COALESCE_FRAMES(
            at(0x38, 4)
                    .doc(
                            "",
                            "of the vector of the channel's number: completions for one interrupt, 1 to 65535; reset: as the profile says")
                    .whole(RW, STRAP),
            true),
    COALESCE_NS(
            at(0x3C, 4)
                    .doc(
                            "",
                            "of that vector: longest wait of a completion, rounded up to the timer's quantum; reset: as the profile says")
                    .whole(RW, STRAP),
            true),
    VECTOR_CONTROL(
            at(0x40, 4)
                    .doc("", "the vector of the channel's number")
                    .reset(1)
                    .fields(reserved(1, 31), field("MASK", 0, 1, RW, "interrupts of the channel wait")),
            true),
    VECTOR_PENDING(
            at(0x44, 4)
                    .doc("", "whether an interrupt waits for the mask to go")
                    .fields(reserved(1, 31), field("PENDING", 0, 1, RO, "an interrupt waits for the mask to go")),
            true),
    TRIGGER(QueueTrigger.declaration(), true),
    TRIGGER_LENGTH(
            at(0x4C, 4)
                    .doc("", "bytes that end a frame, at most the window's; fixed while busy")
                    .whole(RW),
            true),
    TRIGGER_IDLE_NS(
            at(0x50, 4)
                    .doc("", "idle time that ends a frame, rounded up to the timer's quantum; fixed while busy")
                    .whole(RW),
            true),
    FIFO_THRESHOLD(
            at(0x54, 4)
                    .doc("", "records that begin service, 1 (not empty) to FIFO_DEPTH")
                    .reset(1)
                    .whole(RW),
            true),
    FIFO_TIMEOUT_NS(
            at(0x58, 4)
                    .doc(
                            "",
                            "time without a new record that begins service of fewer, rounded up to the timer's quantum")
                    .whole(RW),
            true),
    FIFO_LEVEL(at(0x5C, 4).doc("", "records that wait").whole(RO, LIVE), true),
    FIFO_PEAK(
            at(0x60, 4)
                    .doc("", "highest FIFO_LEVEL; writing anything makes it the present level")
                    .whole(RW),
            true),
    FIFO_DEPTH(at(0x64, 4).doc("", "records that the FIFO holds").whole(RO, STRAP), true),
    CAUSE(QueueCause.declaration(), true),
    CAUSE_ENABLE(QueueCause.enableDeclaration(), true),
    VECTOR_DATA(
            at(0x70, 4)
                    .doc("", "vector of arrived data, below CHANNELS; reset: the channel's number")
                    .whole(RW, STRAP),
            true),
    VECTOR_DONE(
            at(0x74, 4)
                    .doc("", "vector of everything else, below CHANNELS; reset: the channel's number")
                    .whole(RW, STRAP),
            true),
    COALESCE_MODE(QueueCoalescing.declaration(), true),
    COALESCE_ACTIVE_NS(at(0x7C, 4).doc("", "the timer in force").whole(RO, LIVE), true),
    ERROR_STATUS(QueueError.declaration(), true),
    ERROR_INDEX(
            at(0x84, 4).doc("", "place of the failed descriptor in its ring").whole(RO), true),
    ERROR_BYTES(at(0x88, 4).doc("", "bytes that had been moved when it failed").whole(RO), true),
    ERROR_DESCRIPTOR(
            at(0x90, 8)
                    .doc("", "the failed descriptor's first 8 bytes: address")
                    .whole(RO),
            true),
    ERROR_DESCRIPTOR_HIGH(
            at(0x98, 8)
                    .doc("", "the failed descriptor's last 8 bytes: length, id, zero")
                    .whole(RO),
            true),
    SELF_TEST(QueueSelfTest.declaration(), true),
    SELF_TEST_NS(at(0xA4, 4).doc("", "time that the last self-test took").whole(RO), true),
    SELF_TEST_OFFSET(
            at(0xA8, 4)
                    .doc("", "first byte of card memory that the last self-test found wrong")
                    .whole(RO),
            true);

    /** BAR that holds the block. */
    public static final int BAR = 4;
    /** Layout version that this class describes. */
    public static final int LAYOUT_VERSION = 1;
    /** Offset of channel 0's registers. */
    public static final int CHANNEL_BASE = 0x1000;
    /** Distance between two channels' registers. */
    public static final int CHANNEL_STRIDE = 0x100;
    /** Channels that a card has at most. */
    public static final int MAX_CHANNELS = 64;

    /** CONTROL: receive enable. */
    public static final int CONTROL_RECEIVE = (int) QueueControl.RECEIVE.mask();
    /** CONTROL: interrupt enable. */
    public static final int CONTROL_INTERRUPT = (int) QueueControl.INTERRUPT.mask();
    /** CONTROL: channel reset. */
    public static final int CONTROL_RESET = (int) QueueControl.RESET.mask();
    /** STATUS: completions not yet consumed. */
    public static final int STATUS_COMPLETIONS = (int) QueueStatus.COMPLETIONS.mask();
    /** STATUS: frame records wait for the DMA engine. */
    public static final int STATUS_RECORDS = (int) QueueStatus.RECORDS.mask();
    /** STATUS: a record has waited because no descriptor was posted (latched until cleared). */
    public static final int STATUS_STARVED = (int) QueueStatus.STARVED.mask();
    /** STATUS: a record was lost because the event FIFO was full (latched until cleared). */
    public static final int STATUS_OVERFLOW = (int) QueueStatus.OVERFLOW.mask();
    /** STATUS: enabling was refused because the settings do not make sense. */
    public static final int STATUS_BAD_PARAMETER = (int) QueueStatus.BAD_PARAMETER.mask();

    private static final QueueRegister[] GLOBAL_VALUES = values(false);
    private static final QueueRegister[] CHANNEL_VALUES = values(true);

    /** The block's own registers. */
    public static final RegisterBlock GLOBAL = new RegisterBlock(
            "queue",
            "Queue block: the block's own registers",
            new RegisterBlock.Place(BAR, 0, CHANNEL_BASE, 1),
            declarations(GLOBAL_VALUES));
    /** The registers that every channel has. */
    public static final RegisterBlock CHANNEL = new RegisterBlock(
            "channel",
            "Queue block: registers of each receive channel",
            new RegisterBlock.Place(BAR, CHANNEL_BASE, CHANNEL_STRIDE, MAX_CHANNELS),
            declarations(CHANNEL_VALUES));

    private final Register register;
    private final boolean perChannel;

    QueueRegister(Register.Builder declaration, boolean perChannel) {
        register = declaration.named(name());
        this.perChannel = perChannel;
    }

    private static QueueRegister[] values(boolean perChannel) {
        return Arrays.stream(values()).filter(r -> r.perChannel == perChannel).toArray(QueueRegister[]::new);
    }

    private static List<Register> declarations(QueueRegister[] registers) {
        return Arrays.stream(registers).map(QueueRegister::register).toList();
    }

    /** The block's own register with an index in {@link #GLOBAL}. */
    static QueueRegister ofBlock(int index) {
        return GLOBAL_VALUES[index];
    }

    /** The channel register with an index in {@link #CHANNEL}. */
    static QueueRegister ofChannel(int index) {
        return CHANNEL_VALUES[index];
    }

    /** Its declaration; the offset in it is the one within its block. */
    public Register register() {
        return register;
    }

    /** Whether every channel has one. */
    public boolean perChannel() {
        return perChannel;
    }

    /** Byte offset in BAR 4; channel 0's for registers that every channel has. */
    public int offset() {
        return perChannel ? CHANNEL_BASE + register.offset() : register.offset();
    }

    /** Byte offset in BAR 4 of a channel's register. */
    public int offset(int channel) {
        if (!perChannel) {
            throw new IllegalArgumentException(this + " is not a channel register");
        }
        return offset() + channel * CHANNEL_STRIDE;
    }

    /** Width in bytes. */
    public int widthBytes() {
        return register.widthBytes();
    }
}
