package dev.rmtwin.scenarios.file;

import dev.rmtwin.device.driver.DriverOptions;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.ring.LinkProfile;
import dev.rmtwin.scenarios.model.Expectation;
import dev.rmtwin.scenarios.model.Flow;
import dev.rmtwin.scenarios.model.Receiver;
import java.util.List;
import java.util.Map;

/** A scenario in the shape of its file; only the canonical text is made from it. */
record ScenarioDraft(
        Header header, Map<String, Node> nodes, Map<String, Stream> flows, List<Expectation> expectations) {

    /** The single values, and what holds for nodes that say nothing of their own. */
    record Header(
            String name, String description, long seed, long durationPs, Ring ring, HostProfile host, CardFile card) {}

    /** The fibre and the length of a span. */
    record Ring(LinkProfile link, long spanMm) {}

    /** A node; host and card are null when they are the scenario's, driver when it starts in the proven order. */
    record Node(int id, long spanMm, DriverOptions driver, HostProfile host, CardFile card) {}

    /** A flow with its receivers by node. */
    record Stream(Flow flow, Map<String, Receiver> receivers) {}
}
