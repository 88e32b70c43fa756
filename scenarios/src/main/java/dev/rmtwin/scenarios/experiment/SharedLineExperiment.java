package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.port.HostWrite;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.device.ChannelConfig;
import dev.rmtwin.device.driver.BringUp;
import dev.rmtwin.device.driver.DriverChannel;
import dev.rmtwin.device.driver.DriverCosts;
import dev.rmtwin.device.driver.DriverCounter;
import dev.rmtwin.device.driver.DriverSeat;
import dev.rmtwin.device.driver.RmDriver;
import dev.rmtwin.device.transport.CardTransport;
import dev.rmtwin.device.transport.InProcessTransport;
import dev.rmtwin.pcie.bus.PcieLink;
import dev.rmtwin.pcie.card.CardPlan;
import dev.rmtwin.pcie.card.HostSetUp;
import dev.rmtwin.pcie.card.RmCard;
import dev.rmtwin.pcie.host.HostCounter;
import dev.rmtwin.pcie.host.HostCpu;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.pcie.host.HostSlot;
import dev.rmtwin.pcie.host.HostThread;
import dev.rmtwin.ring.FibreRing;
import dev.rmtwin.ring.NodePlan;
import dev.rmtwin.scenarios.model.NodeSpec;
import dev.rmtwin.scenarios.model.Scenario;
import java.util.ArrayList;
import java.util.List;

/**
 * Several cards without messages in one host: their pins share its interrupt line. A node beside them on the ring sends network
 * interrupts to one card after the other, so far apart that each has been served before the next comes.
 */
public final class SharedLineExperiment {
    /** How many network interrupts are sent. */
    public static final int EVENTS = 80;

    private static final long START_PS = 10 * Ps.MS;
    private static final long GAP_PS = 200 * Ps.US;
    private static final int SENDER = 0;
    private static final int TYPE = 1;
    private static final int FRAME_BYTES = 64;
    private static final int RING_CAPACITY = 256;

    private final Engine engine = new Engine();
    private final NodeSpec spec;
    private final HostCpu host;
    private final FibreRing ring;
    private final List<HostSlot> slots = new ArrayList<>();
    private final List<DriverChannel> channels = new ArrayList<>();
    private final List<BringUp> bringUps = new ArrayList<>();
    private UncheckedService unchecked;

    private SharedLineExperiment(Scenario scenario, int sharers) {
        spec = scenario.nodes().getLast();
        SeedTree seeds = new SeedTree(scenario.seed());
        List<NodePlan> plans = new ArrayList<>();
        for (int id = SENDER; id <= sharers; id++) {
            plans.add(new NodePlan(id, spec.network(), spec.spanToNextMm()));
        }
        ring = new FibreRing(engine, scenario.link(), plans);
        host = HostCpu.build(SENDER, spec.host(), seeds, engine);
        for (int id = 1; id <= sharers; id++) {
            slots.add(id == 1 ? host.slot() : host.addSlot());
        }
    }

    /**
     * What came of it.
     *
     * @param sharers cards on the line
     * @param interrupts interrupts of the line that the core took
     * @param busyPs time that this core spent on them
     * @param claims what the handler of each slot claimed, in order
     * @param announced what each slot's driver took for an announcement of its own card, in order
     * @param unclaimed interrupts that nobody claimed
     */
    public record Outcome(
            int sharers, long interrupts, long busyPs, List<Long> claims, List<Long> announced, long unclaimed) {
        /** Core time of one interrupt. */
        public double busyUsPerInterrupt() {
            return (double) busyPs / Ps.US / interrupts;
        }
    }

    /** {@link #EVENTS} network interrupts to so many cards in turn, each with the proven driver, which checks. */
    public static Outcome inTurn(Scenario scenario, int sharers) {
        SharedLineExperiment experiment = new SharedLineExperiment(scenario, sharers);
        for (int id = 1; id <= sharers; id++) {
            experiment.addCard(id, scenario, true);
        }
        return experiment.run(1);
    }

    /**
     * Two cards, and all network interrupts to the second; the first one's handler is asked first.
     *
     * @param checks whether the first one's handler looks whether its card has interrupted
     */
    public static Outcome strangers(Scenario scenario, boolean checks) {
        SharedLineExperiment experiment = new SharedLineExperiment(scenario, 2);
        experiment.addCard(1, scenario, checks);
        experiment.addCard(2, scenario, true);
        return experiment.run(2);
    }

    private void addCard(int id, Scenario scenario, boolean checks) {
        HostSlot slot = slots.get(id - 1);
        PcieLink link = engine.register(new PcieLink(id, spec.card().pcie()));
        CardPlan plan = new CardPlan(id, spec.card(), spec.network().memoryBytes(), new SeedTree(scenario.seed()));
        RmCard.RingSide side = new RmCard.RingSide(
                ring.transmitPort(id),
                ring.memory(id),
                () -> ring.status(id),
                bits -> ring.clearStatus(id, bits),
                spec.network().interruptFifoDepth());
        RmCard card = RmCard.build(plan, engine, link, side);
        link.connect(card, slot);
        HostSetUp.run(card, 0);
        ring.setSpaceListener(id, card);
        ring.setNetworkInterruptListener(id, card);
        ring.setStatusListener(id, card);
        ring.setCommitListener(id, card);
        CardTransport transport = new InProcessTransport(link, slot, card.config());
        if (checks) {
            addDriver(id, transport);
        } else {
            unchecked = new UncheckedService(transport, spec.host().interrupt().servicePs());
            unchecked.start(engine.nowPs());
        }
    }

    private void addDriver(int id, CardTransport transport) {
        HostProfile.Interrupt costs = spec.host().interrupt();
        DriverSeat seat = new DriverSeat(
                id,
                transport,
                new DriverCosts(
                        costs.servicePs(),
                        costs.perCompletionPs(),
                        spec.host().wakeUp().signalPs()),
                engine.trace(),
                engine.seams());
        long windowBytes = spec.card().local().windowBytes(spec.network().memoryBytes());
        RmDriver driver =
                engine.register(new RmDriver(seat, new RmDriver.CardTraits(false, 0, CardTransport.PIN, windowBytes)));
        channels.add(driver.addChannel(new ChannelConfig(0, FRAME_BYTES, RING_CAPACITY, FRAME_BYTES, false, TYPE)));
        BringUp bringUp = driver.bringUp();
        bringUps.add(bringUp);
        HostThread thread = host.spawn("bring-up " + id, otherCore(), bringUp);
        host.start(thread, 0);
    }

    private int otherCore() {
        return (spec.host().interruptCore() + 1) % spec.host().coreCount();
    }

    private Outcome run(int firstTarget) {
        engine.runUntil(START_PS);
        for (BringUp bringUp : bringUps) {
            if (bringUp.step() != BringUp.Step.DONE) {
                throw new IllegalStateException("a driver did not start: " + bringUp.failure());
            }
        }
        int core = spec.host().interruptCore();
        long before = host.core(core).busyPs(START_PS);
        HostWrite write = new HostWrite();
        int targets = slots.size() - firstTarget + 1;
        for (int event = 0; event < EVENTS; event++) {
            write.setInterrupt(firstTarget + event % targets, TYPE, event);
            if (ring.transmitPort(SENDER).accept(write, engine.nowPs()) < 0) {
                throw new IllegalStateException("the ring is full");
            }
            engine.runUntil(engine.nowPs() + GAP_PS);
        }
        List<Long> announced = new ArrayList<>();
        if (unchecked != null) {
            announced.add(unchecked.announced());
        }
        for (DriverChannel channel : channels) {
            announced.add(channel.counters().get(DriverCounter.SERVICED));
        }
        return new Outcome(
                slots.size(),
                host.interruptsTaken(HostCpu.LINE_VECTOR),
                host.core(core).busyPs(engine.nowPs()) - before,
                slots.stream().map(HostSlot::claims).toList(),
                announced,
                host.counters().get(HostCounter.LINE_SPURIOUS));
    }
}
