package dev.rmtwin.scenarios.model;

import dev.rmtwin.ring.LinkProfile;
import java.util.List;

/**
 * One checked scenario: everything that a run depends on. Same scenario, same history.
 *
 * @param name short name
 * @param description what it shows, may be empty
 * @param source the file it came from, as the user named it
 * @param seed root of all chance
 * @param durationPs how long the senders send, in virtual time
 * @param link the fibre
 * @param nodes in ring order; the last one's span leads back to the first
 * @param flows who writes what to where, in file order
 * @param expectations what must hold at the end, in file order
 */
public record Scenario(
        String name,
        String description,
        String source,
        long seed,
        long durationPs,
        LinkProfile link,
        List<NodeSpec> nodes,
        List<Flow> flows,
        List<Expectation> expectations) {

    public Scenario {
        nodes = List.copyOf(nodes);
        flows = List.copyOf(flows);
        expectations = List.copyOf(expectations);
    }

    /** The node of this name. */
    public NodeSpec node(String nodeName) {
        return nodes.stream()
                .filter(n -> n.name().equals(nodeName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no node " + nodeName));
    }
}
