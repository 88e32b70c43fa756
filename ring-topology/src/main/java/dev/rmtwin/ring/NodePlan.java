package dev.rmtwin.ring;

/**
 * One place on the ring.
 *
 * @param id node id 0 to 255, unique on the ring
 * @param profile the card's network side
 * @param spanToNextMm fibre to the next node, in millimetres
 */
public record NodePlan(int id, NodeProfile profile, long spanToNextMm) {
    public NodePlan {
        if (id < 0 || id > 255) {
            throw new IllegalArgumentException("node id " + id + " is not 0 to 255");
        }
        if (spanToNextMm < 0) {
            throw new IllegalArgumentException("node " + id + ": span of " + spanToNextMm + " mm");
        }
    }
}
