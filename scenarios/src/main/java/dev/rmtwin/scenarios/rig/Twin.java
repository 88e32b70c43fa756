package dev.rmtwin.scenarios.rig;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.device.Device;
import dev.rmtwin.device.DeviceException;
import dev.rmtwin.device.shell.DriverDevice;
import dev.rmtwin.device.shell.EmbeddedCaller;
import dev.rmtwin.pcie.card.CardCounter;
import dev.rmtwin.scenarios.model.Scenario;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A ring in this process whose nodes can be opened as devices. The scenario's own applications run beside the caller; virtual
 * time passes while the caller is inside a device's call, or in {@link #runFor}.
 *
 * <p>Thread: one at a time, for all devices of one twin.
 */
public final class Twin {
    private final Rig rig;
    private int callers;

    /** Wires and starts the scenario's ring. */
    public Twin(Scenario scenario) {
        rig = new Rig(scenario);
        List<String> failures = rig.bringUp();
        if (!failures.isEmpty()) {
            throw new DeviceException(String.join("; ", failures));
        }
    }

    /** Opens a node of the ring. */
    public Device open(String node) {
        RigNode opened = rig.nodes().get(node);
        if (opened == null) {
            throw new DeviceException(
                    "no node " + node + " on this ring; it has " + rig.nodes().keySet());
        }
        EmbeddedCaller caller = rig.engine().register(new EmbeddedCaller(node + "/" + callers++, rig.engine()));
        return new DriverDevice(
                opened.driver(),
                caller,
                () -> counters(opened),
                opened.spec().host().application().sendPs());
    }

    /** Lets virtual time pass. */
    public void runFor(long durationPs) {
        rig.engine().runUntil(rig.engine().nowPs() + durationPs);
    }

    /** The wired ring. */
    public Rig rig() {
        return rig;
    }

    private Map<String, Long> counters(RigNode node) {
        Map<String, Long> all = new LinkedHashMap<>();
        all.putAll(rig.ring().counters(node.spec().id()).values());
        all.putAll(node.card().counters().values());
        if (node.card().hasQueueBlock()) {
            for (int channel = 0; channel < node.spec().card().queue().channelCount(); channel++) {
                CounterBlock<CardCounter> counters = node.card().channelCounters(channel);
                counters.values().forEach((id, count) -> all.merge(id, count, Long::sum));
            }
        }
        node.driver()
                .channels()
                .forEach(
                        channel -> channel.counters().values().forEach((id, count) -> all.merge(id, count, Long::sum)));
        all.putAll(node.host().counters().values());
        return all;
    }
}
