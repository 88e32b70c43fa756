package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.bus.PcieLink;
import dev.rmtwin.pcie.card.CardPlan;
import dev.rmtwin.pcie.card.CardProfile;
import dev.rmtwin.pcie.card.CommandControl;
import dev.rmtwin.pcie.card.CommandProfile;
import dev.rmtwin.pcie.card.CommandRegister;
import dev.rmtwin.pcie.card.HostSetUp;
import dev.rmtwin.pcie.card.Lcsr1;
import dev.rmtwin.pcie.card.QueueRegister;
import dev.rmtwin.pcie.card.RmCard;
import dev.rmtwin.pcie.host.HostCpu;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.pcie.host.HostThread;
import dev.rmtwin.ring.FibreRing;
import dev.rmtwin.ring.NodePlan;
import dev.rmtwin.scenarios.file.Overrides;
import dev.rmtwin.scenarios.file.ScenarioCatalog;
import dev.rmtwin.scenarios.file.ScenarioProblems;
import dev.rmtwin.scenarios.model.NodeSpec;
import dev.rmtwin.scenarios.model.Scenario;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A card with command queues in its host, at a ring of two nodes: what experiments with queue pairs run on. Parameters are
 * those of the standard scenario's first node, but for the command queues.
 *
 * <p>Thread: the caller's.
 */
public final class QueueRig {
    private static final String STANDARD = "reference-echo";
    private static final long SPAN_MM = 10_000;
    private static final int APPLICATION_CORE = 1;

    private final Engine engine = new Engine();
    private final HostProfile hostProfile;
    private final PcieLink link;
    private final HostCpu host;
    private final RmCard card;
    private final CardMemoryPort memory;

    /** A rig of the standard node with these command queues. */
    public QueueRig(CommandProfile commands, long seed) {
        Scenario standard = standard();
        NodeSpec spec = standard.nodes().getFirst();
        CardProfile base = spec.card();
        CardProfile profile =
                new CardProfile(base.name(), base.identity(), base.pcie(), base.queue(), base.local(), commands);
        SeedTree seeds = new SeedTree(seed);
        FibreRing ring = new FibreRing(
                engine,
                standard.link(),
                List.of(new NodePlan(0, spec.network(), SPAN_MM), new NodePlan(1, spec.network(), SPAN_MM)));
        memory = ring.memory(0);
        hostProfile = spec.host();
        link = engine.register(new PcieLink(0, profile.pcie(), seeds));
        host = HostCpu.build(0, hostProfile, seeds, engine);
        card = RmCard.build(
                new CardPlan(0, profile, spec.network().memoryBytes(), seeds),
                engine,
                link,
                new RmCard.RingSide(
                        ring.transmitPort(0),
                        ring.memory(0),
                        () -> ring.status(0) | (int) Lcsr1.SIGNAL_DETECT.mask(),
                        bits -> ring.clearStatus(0, bits),
                        spec.network().interruptFifoDepth()));
        link.connect(card, host);
        HostSetUp.run(card, 0);
        ring.setSpaceListener(0, card);
        ring.setNetworkInterruptListener(0, card);
        ring.setStatusListener(0, card);
        ring.setCommitListener(0, card);
    }

    private static Scenario standard() {
        try {
            return new ScenarioCatalog().load(STANDARD, Overrides.NONE);
        } catch (ScenarioProblems e) {
            throw new IllegalStateException("the packaged scenario " + STANDARD + " is broken", e);
        }
    }

    /** A register write of the driver that leaves the host now; it arrives within a microsecond. */
    public void write(int pair, CommandRegister register, long value) {
        long address = BarAddress.of(QueueRegister.BAR, register.offset(pair));
        link.writeRegister(address, register.widthBytes(), value, engine.nowPs());
    }

    /** Sets up pair 0 and starts an application on it. */
    public QueueRun start(QueueLoad load) {
        QueueMemory memory = QueueMemory.map(host, 0, load.depth(), load.lengthBytes());
        QueueApplication application = new QueueApplication(load, link, hostProfile, memory);
        int vector = (int) card.commands(0).peek(CommandRegister.VECTOR);
        host.install(vector, application, application.service());
        host.setAttached(vector, true);
        HostThread thread = host.spawn("application", APPLICATION_CORE, application);
        application.runsOn(thread);
        write(0, CommandRegister.SQ_BASE, memory.submissions().address());
        write(0, CommandRegister.CQ_BASE, memory.completions().address());
        write(0, CommandRegister.SQ_SIZE, memory.entries());
        write(0, CommandRegister.CQ_SIZE, memory.entries());
        write(0, CommandRegister.COALESCE_FRAMES, load.coalesceFrames());
        write(0, CommandRegister.COALESCE_NS, load.coalesceNs());
        write(0, CommandRegister.CONTROL, CommandControl.ENABLE.mask() | CommandControl.INTERRUPT.mask());
        host.start(thread, engine.nowPs() + Ps.US);
        return new QueueRun(this, application, thread);
    }

    /** How many of the first bytes of card memory have a value. */
    long patternBytes(int lengthBytes, byte value) {
        byte[] bytes = new byte[lengthBytes];
        memory.read(0, MemorySegment.ofArray(bytes), 0, lengthBytes);
        int count = 0;
        for (byte b : bytes) {
            count += b == value ? 1 : 0;
        }
        return count;
    }

    /** The engine that runs it. */
    public Engine engine() {
        return engine;
    }

    /** The card. */
    public RmCard card() {
        return card;
    }

    /** The host around it. */
    public HostCpu host() {
        return host;
    }
}
