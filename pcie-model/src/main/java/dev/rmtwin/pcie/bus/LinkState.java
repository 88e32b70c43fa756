package dev.rmtwin.pcie.bus;

/** How much of a link is alive. The order is part of snapshots. */
public enum LinkState {
    /** Both ends answer. */
    UP,
    /** The card is dying: it answers no read, takes no write and sends nothing; the host's reads end by time-out. */
    SILENT,
    /** The link is lost: the host's reads give all ones at once, and what was under way is gone. */
    DOWN;

    private static final LinkState[] VALUES = values();

    static LinkState of(int ordinal) {
        return VALUES[ordinal];
    }
}
