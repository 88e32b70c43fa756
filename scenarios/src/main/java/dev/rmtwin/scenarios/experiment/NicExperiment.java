package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.port.HostWrite;
import dev.rmtwin.core.port.TransmitPort;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.bus.PcieLink;
import dev.rmtwin.pcie.card.CardCounter;
import dev.rmtwin.pcie.card.CardPlan;
import dev.rmtwin.pcie.card.CardProfile;
import dev.rmtwin.pcie.card.HostSetUp;
import dev.rmtwin.pcie.card.Lcsr1;
import dev.rmtwin.pcie.card.QueueCause;
import dev.rmtwin.pcie.card.QueueControl;
import dev.rmtwin.pcie.card.QueueRegister;
import dev.rmtwin.pcie.card.QueueTrigger;
import dev.rmtwin.pcie.card.RmCard;
import dev.rmtwin.pcie.host.HostCpu;
import dev.rmtwin.pcie.stream.NicSource;
import dev.rmtwin.scenarios.file.Overrides;
import dev.rmtwin.scenarios.file.ScenarioCatalog;
import dev.rmtwin.scenarios.file.ScenarioProblems;
import dev.rmtwin.scenarios.model.NodeSpec;

/**
 * A network line into the queue block of a card: its frames come into the card's memory as a packet buffer, each write ends a frame,
 * and the card's own DMA engine, completion ring, coalescer and vector bring them to a driver. Parameters are those of the standard
 * node, with an engine that keeps up with 10 Gb/s.
 */
public final class NicExperiment {
    private static final String STANDARD = "reference-echo";
    /** Descriptors in batches, and card memory of 64 bits at 400 MHz: what a card for such a line has. */
    private static final Overrides FAST =
            Overrides.NONE.withSet("card.queue.descriptorPrefetch=16").withSet("card.queue.memoryRate=3.2 GB/s");

    private static final int CHANNEL = 0;
    private static final int SLOTS = 64;
    private static final int SLOT_BYTES = 2048;
    private static final long START_PS = 10 * Ps.US;
    private static final long SETTLE_PS = Ps.MS;

    private NicExperiment() {}

    /**
     * The line and the coalescer.
     *
     * @param bitsPerSecond rate of the line
     * @param frameBytes bytes of a frame
     * @param coalesceFrames completions for one interrupt
     * @param coalesceNs longest wait of a completion
     * @param frames frames sent
     */
    public record Setting(long bitsPerSecond, int frameBytes, int coalesceFrames, int coalesceNs, long frames) {}

    /**
     * What came out.
     *
     * @param framesPerSecond rate of the line in frames
     * @param sentPerSecond interrupts that the card sent
     * @param takenPerSecond interrupts that a core took
     * @param fillUs mean time from one interrupt of the card to the next
     * @param framesEach frames for one interrupt of the card
     * @param lost frames that did not arrive, whatever the cause
     * @param wrong frames that arrived out of order or with other bytes
     * @param corePercent share of the interrupt's core
     */
    public record Coalesced(
            double framesPerSecond,
            double sentPerSecond,
            double takenPerSecond,
            double fillUs,
            double framesEach,
            long lost,
            long wrong,
            double corePercent) {}

    /** Sends the frames and receives them. */
    public static Coalesced run(Setting setting, long seed) {
        NodeSpec spec = node();
        CardProfile profile = spec.card();
        Engine engine = new Engine();
        SeedTree seeds = new SeedTree(seed);
        NicSource nic = engine.register(new NicSource(
                "nic",
                new NicSource.Line(setting.bitsPerSecond, setting.frameBytes, 0, SLOTS, SLOT_BYTES),
                setting.frames,
                seeds,
                engine.seams()));
        PcieLink link = engine.register(new PcieLink(spec.id(), profile.pcie(), seeds));
        HostCpu host = HostCpu.build(spec.id(), spec.host(), seeds, engine);
        RmCard card = RmCard.build(
                new CardPlan(spec.id(), profile, nic.sizeBytes(), seeds),
                engine,
                link,
                new RmCard.RingSide(
                        new NoRing(),
                        nic,
                        () -> (int) Lcsr1.SIGNAL_DETECT.mask(),
                        bits -> {},
                        spec.network().interruptFifoDepth()));
        link.connect(card, host);
        HostSetUp.run(card, 0);
        nic.connect(card);
        NicDriver driver = new NicDriver(host, link, nic, setting.frameBytes);
        host.install(CHANNEL, driver, driver);
        host.setAttached(CHANNEL, true);
        bringUp(driver, setting);
        nic.start(START_PS);
        long endPs = START_PS + setting.frames * nic.unitPs();
        engine.runUntil(endPs);
        long taken = host.interruptsTaken(CHANNEL);
        double busyPercent = 100.0 * host.core(spec.host().interruptCore()).busyPs(endPs) / endPs;
        engine.runUntil(endPs + SETTLE_PS);
        long sent = card.counters().get(CardCounter.INTERRUPTS);
        double seconds = Ps.toSeconds(endPs - START_PS);
        return new Coalesced(
                setting.frames / seconds,
                sent / seconds,
                taken / seconds,
                Ps.toMicros(endPs - START_PS) / sent,
                (double) setting.frames / sent,
                nic.emitted() - driver.frames(),
                driver.wrong(),
                busyPercent);
    }

    private static void bringUp(NicDriver driver, Setting setting) {
        driver.write(QueueRegister.WINDOW_OFFSET, 0);
        driver.write(QueueRegister.WINDOW_LENGTH, (long) SLOTS * SLOT_BYTES);
        driver.write(QueueRegister.TRIGGER, QueueTrigger.EACH_WRITE.mask());
        driver.rings();
        driver.write(QueueRegister.COALESCE_FRAMES, setting.coalesceFrames);
        driver.write(QueueRegister.COALESCE_NS, setting.coalesceNs);
        driver.write(QueueRegister.CAUSE_ENABLE, QueueCause.DONE.mask());
        driver.write(QueueRegister.VECTOR_CONTROL, 0);
        driver.write(QueueRegister.CONTROL, QueueControl.RECEIVE.mask() | QueueControl.INTERRUPT.mask());
    }

    private static NodeSpec node() {
        try {
            return new ScenarioCatalog().load(STANDARD, FAST).nodes().getFirst();
        } catch (ScenarioProblems e) {
            throw new IllegalStateException("the packaged scenario " + STANDARD + ": " + e.problems(), e);
        }
    }

    /** There is no ring behind the card: nothing is sent. */
    private static final class NoRing implements TransmitPort {
        @Override
        public long accept(HostWrite write, long nowPs) {
            throw new IllegalStateException("the driver sends nothing");
        }
    }

    /** The address of a register of the channel. */
    static long address(QueueRegister register) {
        return BarAddress.of(QueueRegister.BAR, register.offset(CHANNEL));
    }
}
