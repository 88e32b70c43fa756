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
 * @param function how long it takes to become usable
 */
public record CardProfile(
        String name,
        CardIdentity identity,
        PcieProfile pcie,
        QueueProfile queue,
        LocalProfile local,
        CommandProfile commands,
        FunctionProfile function) {
    /** A card with the standard times. */
    public CardProfile(
            String name,
            CardIdentity identity,
            PcieProfile pcie,
            QueueProfile queue,
            LocalProfile local,
            CommandProfile commands) {
        this(name, identity, pcie, queue, local, commands, FunctionProfile.STANDARD);
    }

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
