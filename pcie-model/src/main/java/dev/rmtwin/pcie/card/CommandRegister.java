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

/** Registers of a command queue pair: {@value #STRIDE} bytes each in BAR 4 from {@value #BASE} on. */
public enum CommandRegister {
    CONTROL(CommandControl.declaration()),
    STATUS(CommandStatus.declaration()),
    SQ_BASE(at(0x08, 8)
            .doc("", "host address of the submission queue, on 64 bytes; fixed while enabled or busy")
            .whole(RW)),
    CQ_BASE(at(0x10, 8)
            .doc("", "host address of the completion queue, on 16 bytes; fixed while enabled or busy")
            .whole(RW)),
    SHADOW_BASE(at(0x18, 8)
            .doc("", "host address of the shadow doorbells, on 128 bytes; fixed while enabled or busy")
            .whole(RW)),
    SQ_SIZE(at(0x20, 4)
            .doc("", "entries of the submission queue, 2 to 65536; fixed while enabled or busy")
            .whole(RW)),
    CQ_SIZE(at(0x24, 4)
            .doc("", "entries of the completion queue, 2 to 65536; fixed while enabled or busy")
            .whole(RW)),
    SQ_TAIL(at(0x28, 4)
            .doc("", "doorbell: first entry not yet submitted; 0 when enabled")
            .whole(RW, LIVE)),
    CQ_HEAD(at(0x2C, 4)
            .doc("", "doorbell: first completion not yet consumed; 0 when enabled")
            .whole(RW, LIVE)),
    COALESCE_NS(at(0x30, 4)
            .doc("", "longest wait of a completion, rounded up to the timer's quantum; reset: as the profile says")
            .whole(RW, STRAP)),
    COALESCE_FRAMES(at(0x34, 2)
            .doc("", "completions for one interrupt, 1 to 65535; reset: as the profile says")
            .whole(RW, STRAP)),
    VECTOR(at(0x36, 2)
            .doc("", "MSI-X vector of the pair's interrupt; reset: one of the command queues' own")
            .whole(RW, STRAP)),
    CAPTURE_SELECT(at(0x38, 4)
            .doc("", "word of the capture that CAPTURE_DATA shows")
            .fields(reserved(5, 27), field("WORD", 0, 5, RW, "0 to 15: the entry; from 16 on: see below"))),
    CAPTURE_DATA(at(0x3C, 4)
            .doc("", "a word of what was kept of the first command that failed")
            .whole(RO, LIVE));

    /** Offset in BAR 4 of pair 0's registers. */
    public static final int BASE = 0x8000;
    /** Distance between two pairs' registers. */
    public static final int STRIDE = 64;
    /** Queue pairs that a card has at most. */
    public static final int MAX_QUEUES = 512;
    /** Entries that a queue has at most. */
    public static final int MAX_ENTRIES = 65_536;

    /** Capture: index of the command in its queue. */
    public static final int CAPTURE_INDEX = 16;
    /** Capture: status code in bits 15:0, {@link CommandStage} in bits 31:16. */
    public static final int CAPTURE_STATUS = 17;
    /** Capture: bytes moved before the failure. */
    public static final int CAPTURE_DONE = 18;
    /** Capture: commands that have failed since the bit was clear, the captured one included. */
    public static final int CAPTURE_FAILURES = 19;
    /** Capture: doorbells ignored since reset. */
    public static final int CAPTURE_BAD_DOORBELLS = 20;
    /** Capture: words in all. */
    public static final int CAPTURE_WORDS = 21;

    private static final CommandRegister[] VALUES = values();

    /** The registers of a pair. */
    public static final RegisterBlock BLOCK = new RegisterBlock(
            "queue_pair",
            "Command queues: registers of each queue pair",
            new RegisterBlock.Place(QueueRegister.BAR, BASE, STRIDE, MAX_QUEUES),
            Arrays.stream(VALUES).map(CommandRegister::register).toList());

    private final Register register;

    CommandRegister(Register.Builder declaration) {
        register = declaration.named(name());
    }

    static CommandRegister of(int index) {
        return VALUES[index];
    }

    /** Its declaration; the offset in it is the one within the pair's registers. */
    public Register register() {
        return register;
    }

    /** Byte offset in BAR 4 of a pair's register. */
    public int offset(int pair) {
        return BASE + pair * STRIDE + register.offset();
    }

    /** Width in bytes. */
    public int widthBytes() {
        return register.widthBytes();
    }
}
