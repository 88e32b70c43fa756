package dev.rmtwin.pcie.card;

import static dev.rmtwin.pcie.register.Access.RO;
import static dev.rmtwin.pcie.register.Access.RW;
import static dev.rmtwin.pcie.register.Access.W0C;
import static dev.rmtwin.pcie.register.Field.field;
import static dev.rmtwin.pcie.register.Field.reserved;

import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;

/**
 * Fields of LCSR1, local control and status (fact sheet 2.3).
 *
 * <pre>
 *   31  30  29  28  27  26  25  24  23  22  21 20  19  18  17 16  15..8  7   6   5   4   3   2   1   0
 *   LED TXD DOD LB  PAR RED RM1 RM0  -  S4  SIZE   S3   -  OFFSET   -    TXE TXA RXF RXA SYN SIG BAD OWN
 * </pre>
 */
public final class Lcsr1 {
    public static final Field LED = field("LED", 31, 1, RW, "status light on");
    public static final Field TRANSMIT_DISABLE =
            field("TRANSMIT_DISABLE", 30, 1, RW, "transmitter off").notModelled();
    public static final Field DARK_ON_DARK = field(
                    "DARK_ON_DARK", 29, 1, RW, "transmitter off while no light is received")
            .notModelled();
    public static final Field LOOPBACK = field("LOOPBACK", 28, 1, RW, "transmitter joined to receiver inside the card")
            .notModelled();
    public static final Field PARITY_ENABLE =
            field("PARITY_ENABLE", 27, 1, RW, "memory parity: writes of less than 4 bytes are inhibited");
    public static final Field REDUNDANT_MODE = field("REDUNDANT_MODE", 26, 1, RO, "switch: each packet is sent twice")
            .strap();
    public static final Field ROGUE_MASTER_1 = field("ROGUE_MASTER_1", 25, 1, RO, "switch: the card is rogue master 1")
            .strap();
    public static final Field ROGUE_MASTER_0 = field("ROGUE_MASTER_0", 24, 1, RO, "switch: the card is rogue master 0")
            .strap();
    public static final Field WINDOW_SWITCH_1 = field(
                    "WINDOW_SWITCH_1", 22, 1, RO, "switch S1-4: size of the memory window")
            .strap();
    public static final Field MEMORY_SIZE = field(
                    "MEMORY_SIZE", 20, 2, RO, "memory installed: 0 = 64 MiB, 1 = 128 MiB, 2 = 256 MiB, 3 = other")
            .strap();
    public static final Field WINDOW_SWITCH_0 = field(
                    "WINDOW_SWITCH_0", 19, 1, RO, "switch S1-3: size of the memory window")
            .strap();
    public static final Field NETWORK_OFFSET = field(
                    "NETWORK_OFFSET", 16, 2, RW, "added to addresses sent, in steps of 64 MiB")
            .notModelled();
    public static final Field TX_EMPTY =
            field("TX_EMPTY", 7, 1, RO, "nothing in the transmit FIFO").live();
    public static final Field TX_ALMOST_FULL = field("TX_ALMOST_FULL", 6, 1, RO, "the transmit FIFO is almost full")
            .live();
    public static final Field RX_FULL = field(
                    "RX_FULL", 5, 1, RO, "latched: the receive FIFO was full; cleared by LISR")
            .live();
    public static final Field RX_ALMOST_FULL = field(
                    "RX_ALMOST_FULL", 4, 1, RO, "latched: the receive FIFO was almost full; cleared by LISR")
            .live();
    public static final Field SYNC_LOSS = field(
                    "SYNC_LOSS", 3, 1, RO, "latched: the receiver has lost synchronisation; cleared by LISR")
            .live();
    public static final Field SIGNAL_DETECT =
            field("SIGNAL_DETECT", 2, 1, RO, "light is received").live();
    public static final Field BAD_DATA = field("BAD_DATA", 1, 1, RO, "latched: a packet was damaged; cleared by LISR")
            .live();
    public static final Field OWN_DATA =
            field("OWN_DATA", 0, 1, W0C, "latched: an own packet came back").live();

    private Lcsr1() {}

    static Register.Builder declaration() {
        return Register.at(0x08, 4)
                .doc("fact sheet 2.3", "local control and status")
                .fields(
                        LED,
                        TRANSMIT_DISABLE,
                        DARK_ON_DARK,
                        LOOPBACK,
                        PARITY_ENABLE,
                        REDUNDANT_MODE,
                        ROGUE_MASTER_1,
                        ROGUE_MASTER_0,
                        reserved(23, 1),
                        WINDOW_SWITCH_1,
                        MEMORY_SIZE,
                        WINDOW_SWITCH_0,
                        reserved(18, 1),
                        NETWORK_OFFSET,
                        reserved(8, 8),
                        TX_EMPTY,
                        TX_ALMOST_FULL,
                        RX_FULL,
                        RX_ALMOST_FULL,
                        SYNC_LOSS,
                        SIGNAL_DETECT,
                        BAD_DATA,
                        OWN_DATA);
    }
}
