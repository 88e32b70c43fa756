package dev.rmtwin.scenarios.rig;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.device.driver.BringUp;
import dev.rmtwin.device.driver.DriverCosts;
import dev.rmtwin.device.driver.DriverOptions;
import dev.rmtwin.device.driver.DriverSeat;
import dev.rmtwin.device.driver.RmDriver;
import dev.rmtwin.device.transport.CardTransport;
import dev.rmtwin.device.transport.InProcessTransport;
import dev.rmtwin.fault.FaultInjector;
import dev.rmtwin.pcie.bus.PcieLink;
import dev.rmtwin.pcie.card.CardPlan;
import dev.rmtwin.pcie.card.HostSetUp;
import dev.rmtwin.pcie.card.Lcsr1;
import dev.rmtwin.pcie.card.RmCard;
import dev.rmtwin.pcie.host.HostCpu;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.ring.FibreRing;
import dev.rmtwin.ring.NodePlan;
import dev.rmtwin.scenarios.measure.JourneyRecorder;
import dev.rmtwin.scenarios.measure.LoadBaseline;
import dev.rmtwin.scenarios.model.NodeSpec;
import dev.rmtwin.scenarios.model.Scenario;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A scenario wired: ring, cards, hosts, drivers, applications, observers. The one place where modules are joined.
 *
 * <p>Components are registered in a fixed order (ring, then node by node, then applications), which their ids and so the order
 * of events depend on. Thread: one at a time.
 */
public final class Rig {
    /** Applications start here; bring-up is long over by then. */
    public static final long START_PS = 10 * Ps.MS;

    /** Every receiver of a closed ring has light; the ring knows no other state. */
    private static final int LIGHT = (int) Lcsr1.SIGNAL_DETECT.mask();

    private final Scenario scenario;
    private final boolean observers;
    private final Engine engine = new Engine();
    private final SeedTree seeds;
    private final FibreRing ring;
    private final Map<String, RigNode> nodes = new LinkedHashMap<>();
    private final JourneyRecorder journeys = new JourneyRecorder();
    private final Applications applications;
    private final LoadBaseline baseline;
    private final FaultInjector faults;

    /** Wires a scenario; nothing has happened yet. */
    public Rig(Scenario scenario) {
        this(scenario, new RigOptions(true));
    }

    /** As {@link #Rig(Scenario)}, observed or not: the history is the same. */
    Rig(Scenario scenario, RigOptions options) {
        this.scenario = scenario;
        observers = options.observers();
        seeds = new SeedTree(scenario.seed());
        List<NodePlan> plans = new ArrayList<>();
        for (NodeSpec spec : scenario.nodes()) {
            plans.add(new NodePlan(spec.id(), spec.network(), spec.spanToNextMm()));
        }
        ring = new FibreRing(engine, scenario.link(), plans);
        for (NodeSpec spec : scenario.nodes()) {
            nodes.put(spec.name(), wire(spec));
        }
        engine.register(journeys);
        if (observers) {
            engine.trace().listen(journeys);
        }
        applications = new Applications(this);
        applications.start();
        baseline = engine.register(new LoadBaseline(2 * applications.receivers().size()));
        faults = engine.register(new FaultInjector(engine));
    }

    /**
     * Runs until the applications start, and begins to measure.
     *
     * @return which nodes failed to start, and why; empty when all have started
     */
    public List<String> bringUp() {
        engine.runUntil(START_PS);
        List<RigReceiver> receivers = receivers();
        for (int index = 0; index < receivers.size(); index++) {
            baseline.set(index, receivers.get(index).thread().core().busyPs(START_PS), START_PS);
            long interruptPs = receivers.get(index).node().interruptBusyPs(START_PS);
            baseline.set(receivers.size() + index, interruptPs, START_PS);
        }
        return bringUpFailures();
    }

    private RigNode wire(NodeSpec spec) {
        int id = spec.id();
        PcieLink link = engine.register(new PcieLink(id, spec.card().pcie(), seeds));
        HostCpu host = HostCpu.build(id, spec.host(), seeds, engine);
        RmCard card = RmCard.build(
                new CardPlan(id, spec.card(), spec.network().memoryBytes(), seeds),
                engine,
                link,
                new RmCard.RingSide(
                        ring.transmitPort(id),
                        ring.memory(id),
                        () -> ring.status(id) | LIGHT,
                        bits -> ring.clearStatus(id, bits),
                        spec.network().interruptFifoDepth()));
        link.connect(card, host);
        HostSetUp.run(card, 0);
        ring.setSpaceListener(id, card);
        ring.setNetworkInterruptListener(id, card);
        ring.setStatusListener(id, card);
        ring.setCommitListener(id, (origin, offset, lengthBytes, packetSequence, nowPs) -> {
            if (observers) {
                journeys.onCommit(id, origin, offset, lengthBytes, packetSequence);
            }
            card.onCommit(origin, offset, lengthBytes, packetSequence, nowPs);
        });
        RmDriver driver = engine.register(new RmDriver(
                new DriverSeat(
                        id,
                        new InProcessTransport(link, host, card.config()),
                        costs(spec.host()),
                        engine.trace(),
                        engine.seams()),
                new RmDriver.CardTraits(
                        card.hasQueueBlock(),
                        card.hasQueueBlock() ? spec.card().queue().channelCount() : 0,
                        card.hasQueueBlock() ? card.rmVector() : CardTransport.PIN,
                        spec.card().local().windowBytes(spec.network().memoryBytes()))));
        return new RigNode(spec, link, card, host, driver, driver.bringUp(spec.driver()));
    }

    private static DriverCosts costs(HostProfile host) {
        return new DriverCosts(
                host.interrupt().servicePs(),
                host.interrupt().perCompletionPs(),
                host.wakeUp().signalPs());
    }

    private List<String> bringUpFailures() {
        List<String> failures = new ArrayList<>();
        for (RigNode node : nodes.values()) {
            // A driver that is to repeat a legacy mistake may well be late or fail: what it loses is what the run is
            // for.
            boolean proven = node.spec().driver().equals(DriverOptions.PROVEN);
            if (proven && node.bringUp().step() != BringUp.Step.DONE) {
                String why = node.bringUp().failure();
                failures.add("node " + node.spec().name() + ": "
                        + (why.isEmpty() ? "not started after " + START_PS / Ps.MS + " ms" : why));
            }
        }
        return failures;
    }

    /** Virtual time at which the senders stop. */
    public long endPs() {
        return START_PS + scenario.durationPs();
    }

    /** What was wired. */
    public Scenario scenario() {
        return scenario;
    }

    /** The engine that runs it. */
    public Engine engine() {
        return engine;
    }

    /** The fibre ring. */
    public FibreRing ring() {
        return ring;
    }

    /** Nodes by name, in ring order. */
    public Map<String, RigNode> nodes() {
        return Collections.unmodifiableMap(nodes);
    }

    /** Receivers in scenario order. */
    public List<RigReceiver> receivers() {
        return applications.receivers();
    }

    /** Frames that a flow's sender has written. */
    public long framesSent(String flow) {
        return applications.framesSent(flow);
    }

    /** Puts faults on the ring's seams and takes them off. */
    public FaultInjector faults() {
        return faults;
    }

    /** Loads at the moment that measuring began. */
    public LoadBaseline baseline() {
        return baseline;
    }

    SeedTree seeds() {
        return seeds;
    }

    JourneyRecorder journeys() {
        return journeys;
    }
}
