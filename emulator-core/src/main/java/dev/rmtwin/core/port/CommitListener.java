package dev.rmtwin.core.port;

/** Watches a card's memory change. */
@FunctionalInterface
public interface CommitListener {
    /**
     * Bytes have become visible in memory.
     *
     * @param origin node id of the writer; the card's own id for writes of its own host
     * @param offset first byte
     * @param lengthBytes number of bytes
     * @param packetSequence which packet brought them ({@code EventKey.packetSequence})
     */
    void onCommit(int origin, long offset, int lengthBytes, long packetSequence, long nowPs);
}
