package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RO;
import static dev.rmtwin.pcie.register.Access.RW;
import static dev.rmtwin.pcie.register.Access.WO;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/** Fields of the registers of a DMA channel (fact sheet 2.5), the same for both channels. */
public final class DmaFields {
    /** Largest transfer that a driver of the card asks for; the register takes 127 bytes more. */
    public static final int CHUNK_LIMIT_BYTES = 0x7F_FF80;

    public static final Field MODE_SCATTER_GATHER =
            field("SCATTER_GATHER", 9, 1, RW, "descriptors from host memory instead of the address registers");
    public static final Field MODE_DONE_INTERRUPT =
            field("DONE_INTERRUPT", 10, 1, RW, "the channel interrupts when it ends");
    public static final Field MODE_TO_PCI =
            field("TO_PCI", 17, 1, RW, "its interrupt goes to the host; else to a local processor, which is none");
    /** Card to host. */
    public static final Field POINTER_TO_HOST =
            field("TO_HOST", 3, 1, RW, "1: from card memory to host memory; 0: from host memory to card memory");

    public static final Field POINTER_NEXT =
            field("NEXT", 4, 28, RW, "first descriptor's address below 4 GiB, by 16 bytes");
    public static final Field SIZE_BYTES =
            field("BYTES", 0, 23, RW, "bytes of the block, or of the whole chain of descriptors");
    public static final Field STATUS_DONE = field(
                    "DONE", 4, 1, RO, "the channel is idle: done, ended with an error or never started")
            .live();
    public static final Field STATUS_CLEAR =
            field("CLEAR_INTERRUPT", 3, 1, WO, "clears the channel's interrupt and its error");
    public static final Field STATUS_ABORT = field("ABORT", 2, 1, WO, "ends the transfer with an error");
    public static final Field STATUS_START = field("START", 1, 1, WO, "starts a transfer; ENABLE must be set");
    public static final Field STATUS_ENABLE =
            field("ENABLE", 0, 1, RW, "the channel may work; clearing it holds a transfer until it is set again");
    public static final Field PRIORITY = field(
            "DMA_PRIORITY",
            19,
            2,
            RW,
            "which channel goes first at a block's or descriptor's end: 0 in turn, 1 channel 0, 2 channel 1");

    private static final String NO_BUS = "; the card has no such local bus";

    private DmaFields() {}

    static Register.Builder mode(int offset) {
        return Register.at(offset, 4)
                .doc("fact sheet 2.5", "mode")
                .fields(
                        reserved(19, 13),
                        field("CHAIN_64", 18, 1, RW, "64-bit addresses in descriptors; they always have them"),
                        MODE_TO_PCI,
                        field("CLEAR_COUNT", 16, 1, RW, "clears a descriptor's count when done")
                                .notModelled(),
                        field("FAST_STOP", 15, 1, RW, "stops without the end of a burst" + NO_BUS),
                        field("EOT", 14, 1, RW, "end-of-transfer pin" + NO_BUS),
                        field("INVALIDATE", 13, 1, RW, "memory write and invalidate; PCI Express has none"),
                        field("DEMAND", 12, 1, RW, "demand pin" + NO_BUS),
                        field("CONSTANT", 11, 1, RW, "the local address does not count")
                                .notModelled(),
                        MODE_DONE_INTERRUPT,
                        MODE_SCATTER_GATHER,
                        field("BURST", 8, 1, RW, "bursts" + NO_BUS),
                        field("BTERM", 7, 1, RW, "BTERM# input" + NO_BUS),
                        field("READY", 6, 1, RW, "READY# input" + NO_BUS),
                        field("WAIT_STATES", 2, 4, RW, "wait states" + NO_BUS),
                        field("WIDTH", 0, 2, RW, "width of the bus, 3 = 32 bits" + NO_BUS));
    }

    static Register.Builder size(int offset) {
        return Register.at(offset, 4).doc("fact sheet 2.5", "size").fields(reserved(23, 9), SIZE_BYTES);
    }

    static Register.Builder pointer(int offset) {
        return Register.at(offset, 4)
                .doc("fact sheet 2.5", "direction and first descriptor")
                .fields(
                        POINTER_NEXT,
                        POINTER_TO_HOST,
                        field("TERMINAL_COUNT", 2, 1, RW, "interrupts after each descriptor")
                                .notModelled(),
                        field("END", 1, 1, RW, "end of the chain; descriptors say it themselves"),
                        field("IN_HOST", 0, 1, RW, "descriptors are in host memory, as they always are"));
    }

    static Register.Builder status(int offset) {
        return Register.at(offset, 1)
                .doc("fact sheet 2.5", "command and status")
                .fields(reserved(5, 3), STATUS_DONE, STATUS_CLEAR, STATUS_ABORT, STATUS_START, STATUS_ENABLE);
    }

    static Register.Builder arbitration() {
        return Register.at(0xAC, 4)
                .doc("fact sheet 2.5", "arbitration")
                .fields(
                        field("UPPER", 21, 11, RW, "local bus arbitration" + NO_BUS),
                        PRIORITY,
                        field("LOWER", 0, 19, RW, "local bus timers" + NO_BUS));
    }

    /** The channel that goes first, by the arbitration register; in turn, it is not the one that was served last. */
    static int firstChannel(long arbitration, int lastServed) {
        return switch ((int) PRIORITY.of(arbitration)) {
            case 1 -> 0;
            case 2 -> 1;
            default -> 1 - lastServed;
        };
    }
}
