package dev.rmtwin.scenarios.model;

import dev.rmtwin.device.driver.DriverOptions;
import dev.rmtwin.pcie.card.CardProfile;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.ring.NodeProfile;

/**
 * One node of the ring: a card in a host.
 *
 * @param name the name in the scenario file
 * @param id node id, 0 to 255, unique in the ring
 * @param spanToNextMm length of the fibre to the next node, in millimetres
 * @param card the card towards its host
 * @param network the card towards the ring
 * @param host the machine around it
 * @param driver how its driver starts
 */
public record NodeSpec(
        String name,
        int id,
        long spanToNextMm,
        CardProfile card,
        NodeProfile network,
        HostProfile host,
        DriverOptions driver) {

    /** A node whose driver starts in the proven order. */
    public NodeSpec(String name, int id, long spanToNextMm, CardProfile card, NodeProfile network, HostProfile host) {
        this(name, id, spanToNextMm, card, network, host, DriverOptions.PROVEN);
    }
}
