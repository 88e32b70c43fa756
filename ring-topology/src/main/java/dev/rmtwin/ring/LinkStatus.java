package dev.rmtwin.ring;

/**
 * Status bits of a card's network side, at their places in register LCSR1 (5565 hardware manual). Live bits follow the FIFO,
 * latched ones stay set until cleared.
 */
public final class LinkStatus {
    /** Live: nothing in the transmit FIFO. */
    public static final int TX_EMPTY = 1 << 7;
    /** Live: the transmit FIFO's level is at or above almost full. */
    public static final int TX_ALMOST_FULL = 1 << 6;
    /** Latched: the receive FIFO was full. */
    public static final int RX_FULL = 1 << 5;
    /** Latched: the receive FIFO's level was at or above almost full. */
    public static final int RX_ALMOST_FULL = 1 << 4;
    /** Latched: an own packet came back. */
    public static final int OWN_DATA = 1;
    /** Bits that can be cleared. */
    public static final int LATCHED = RX_FULL | RX_ALMOST_FULL | OWN_DATA;

    private LinkStatus() {}
}
