package dev.rmtwin.ring;

/**
 * A write, or a network interrupt (length 0), that a test plans for a moment.
 *
 * @param timePs when the host issues it
 * @param node index of the node in ring order
 * @param offset address; the target node id (or -1) of an interrupt
 * @param lengthBytes size; 0 for an interrupt
 */
record PlannedWrite(long timePs, int node, long offset, int lengthBytes) {
    boolean interrupt() {
        return lengthBytes == 0;
    }
}
