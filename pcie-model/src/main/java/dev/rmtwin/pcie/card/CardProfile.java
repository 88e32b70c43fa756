package dev.rmtwin.pcie.card;

/**
 * A card as its host sees it. The network side is in ring-topology's {@code NodeProfile}.
 *
 * @param name the name under which scenario files know it
 * @param identity which card it is
 * @param pcie bus parameters
 * @param queue queue block parameters; ignored by {@link CardIdentity#RFM_5565}
 */
public record CardProfile(String name, CardIdentity identity, PcieProfile pcie, QueueProfile queue) {}
