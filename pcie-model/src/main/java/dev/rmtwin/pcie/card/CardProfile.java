package dev.rmtwin.pcie.card;

/**
 * A card as its host sees it. The network side is in ring-topology's {@code NodeProfile}.
 *
 * @param name the name under which scenario files know it
 * @param identity which card it is
 * @param pcie bus parameters
 * @param queue queue block parameters; ignored by {@link CardIdentity#RFM_5565}
 * @param local parameters of what stands behind BAR 0
 */
public record CardProfile(
        String name, CardIdentity identity, PcieProfile pcie, QueueProfile queue, LocalProfile local) {
    /** A card with the standard local block. */
    public CardProfile(String name, CardIdentity identity, PcieProfile pcie, QueueProfile queue) {
        this(name, identity, pcie, queue, LocalProfile.STANDARD);
    }
}
