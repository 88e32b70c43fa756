package dev.rmtwin.pcie.card;

/**
 * A card as its host sees it. The network side is in ring-topology's {@code NodeProfile}.
 *
 * @param name the name under which scenario files know it
 * @param identity which card it is
 * @param pcie bus parameters
 * @param queue queue block parameters; ignored by {@link CardIdentity#RFM_5565}
 * @param local parameters of what stands behind BAR 0
 * @param commands command queues of the queue block; {@link CommandProfile#NONE} for {@link CardIdentity#RFM_5565}
 */
public record CardProfile(
        String name,
        CardIdentity identity,
        PcieProfile pcie,
        QueueProfile queue,
        LocalProfile local,
        CommandProfile commands) {
    /** A card with the standard local block, and the usual command queues if it has a queue block. */
    public CardProfile(String name, CardIdentity identity, PcieProfile pcie, QueueProfile queue) {
        this(name, identity, pcie, queue, LocalProfile.STANDARD);
    }

    /** A card with the usual command queues, if it has a queue block. */
    public CardProfile(String name, CardIdentity identity, PcieProfile pcie, QueueProfile queue, LocalProfile local) {
        this(
                name,
                identity,
                pcie,
                queue,
                local,
                identity == CardIdentity.RM_QUEUE ? CommandProfile.USUAL : CommandProfile.NONE);
    }
}
