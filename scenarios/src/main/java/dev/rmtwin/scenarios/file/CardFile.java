package dev.rmtwin.scenarios.file;

import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.pcie.card.CardIdentity;
import dev.rmtwin.pcie.card.CardProfile;
import dev.rmtwin.pcie.card.QueueProfile;
import dev.rmtwin.ring.NodeProfile;

/**
 * One card profile as files have it: both sides of the card.
 *
 * @param card towards the host
 * @param network towards the ring
 */
record CardFile(CardProfile card, NodeProfile network) {
    /** The queue block of a card that has none. */
    static final QueueProfile NO_QUEUE = new QueueProfile(0, 0, 0, Tail.NONE, 0, 0, 0, 0, 1, false, false);

    boolean hasQueue() {
        return card.identity() == CardIdentity.RM_QUEUE;
    }
}
