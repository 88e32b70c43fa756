package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.port.CommitListener;
import dev.rmtwin.core.port.LinkStatusListener;
import dev.rmtwin.core.port.NetworkInterruptListener;
import dev.rmtwin.core.port.SpaceListener;
import dev.rmtwin.core.port.TransmitPort;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.bus.CardSide;
import dev.rmtwin.pcie.bus.CompletionStatus;
import dev.rmtwin.pcie.bus.PcieLink;
import dev.rmtwin.pcie.config.ConfigListener.Setting;
import dev.rmtwin.pcie.config.ConfigReset;
import dev.rmtwin.pcie.config.ConfigSpace;
import dev.rmtwin.pcie.config.MsixTableBlock;
import dev.rmtwin.pcie.register.RegisterBehaviour.Verdict;
import java.lang.foreign.MemorySegment;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/**
 * One card: BAR 0 the local block (on a 5565 in BAR 1, too), BAR 2 the RM block, BAR 3 reflective memory; with
 * {@link CardIdentity#RM_QUEUE} BAR 4 the queue block and BAR 5 the host's MSI-X table. Wrong accesses are counted and read as all ones; nothing is thrown at the driver. Registers and memory
 * answer, engines move and interrupts leave as far as COMMAND and power state let them; what is kept back goes on afterwards.
 *
 * <p>A reset of the function or of the bus ({@link #resetBus}) resets blocks, MSI-X table and configuration space but for sticky bits;
 * nothing that was on its way to the host arrives, and for a while ({@link FunctionProfile}) the host reads all ones.
 *
 * <p>Thread: the engine's.
 */
public final class RmCard extends Component
        implements CardSide, CommitListener, NetworkInterruptListener, LinkStatusListener, SpaceListener {
    /** BAR of reflective memory. */
    public static final int MEMORY_BAR = 3;

    private static final int OUTCOME_PIN = 8;
    /** Largest payload that PCI Express has. */
    private static final int LONGEST_WRITE_BYTES = 4096;

    private final CardPlan plan;
    private final CardMemoryPort memory;
    private final MemoryWindow window;
    private final MemoryWindow dmaWindow;
    private final RmBlock rmBlock;
    private final LocalBlock localBlock;
    private final MemoryBar memoryBar;
    private final QueueBlock queueBlock;
    private final CommandBlock commandBlock;
    private final MsixTable vectors;
    private final PinInterrupt pin;
    private final ConfigSpace config;
    private final CardFunction function;
    private final MsixTableBlock msixTable;
    private final CounterBlock<CardCounter> counters = new CounterBlock<>(CardCounter.class);
    private final SpaceTurns spaceTurns;
    private final BarDecoder decoder;
    private InterruptLevel interruptLevel = (asserted, nowPs) -> {};

    private RmCard(CardPlan plan, Engine engine, PcieLink link, RingSide ring) {
        super("node/" + plan.node() + "/card");
        this.plan = plan;
        this.memory = ring.memory();
        int node = plan.node();
        boolean queues = plan.profile().identity() == CardIdentity.RM_QUEUE;
        int vectorCount = queues ? CardConfig.msix(plan.profile()).vectorCount() : 1;
        window = new MemoryWindow(node, ring, engine, counters);
        config = new ConfigSpace(CardConfig.layout(node, plan.profile(), plan.memoryBytes()));
        decoder = new BarDecoder(config, counters);
        CardEgress egress = new CardEgress(link, config, counters, config::mayMaster);
        function = new CardFunction(plan, config, egress, this::resetBlocks, this::applySettings);
        pin = new PinInterrupt(link, config, counters);
        config.listen(this::onSetting);
        MessageRoute route = new MessageRoute(config);
        MsixTable.Wiring wiring = new MsixTable.Wiring(vectorCount, egress, engine.seams());
        vectors = new MsixTable("node/" + node, wiring, counters, route);
        msixTable = queues
                ? new MsixTableBlock(config, CardConfig.msix(plan.profile()), vectors::pending, vectors::release)
                : null;
        route.setTable(msixTable);
        queueBlock = queues ? new QueueBlock(plan, egress, memory, vectors, engine.seams()) : null;
        rmBlock = new RmBlock(
                new RmBlock.RmBlockPlan(node, plan.memoryBytes(), ring), window, counters, this::onLocalInterrupt);
        dmaWindow = new MemoryWindow(node, "node/" + node + "/block-dma/write", ring, engine, counters);
        localBlock = new LocalBlock(
                plan,
                new BlockDmaWiring(
                        egress,
                        memory,
                        new LaneWriter(dmaWindow, rmBlock, BlockDma.LARGEST_READ_BYTES),
                        register -> peek(register),
                        counters),
                new LocalBlock.Outputs(this::onInterruptLevel, this::onRmInterrupt),
                engine.seams());
        localBlock.dma().setMaster(config::mayMaster);
        if (queues) {
            queueBlock.dma().setMaster(config::mayMaster);
        }
        memoryBar = new MemoryBar(localBlock, memory, new LaneWriter(window, rmBlock, LONGEST_WRITE_BYTES), counters);
        decoder.place(LocalRegister.BAR, localBlock);
        decoder.place(LocalRegister.IO_BAR, queues ? null : localBlock);
        decoder.place(RmRegister.BAR, rmBlock);
        decoder.place(MEMORY_BAR, memoryBar);
        commandBlock = queues ? commandBlock(egress, ring, engine) : null;
        spaceTurns = new SpaceTurns(link, localBlock.dma(), commandBlock);
        if (queues) {
            queueBlock.join(commandBlock);
            commandBlock.commands().setMaster(config::mayMaster);
            decoder.place(QueueRegister.BAR, queueBlock);
            decoder.place(CardConfig.MSIX_BAR, new MsixBar(msixTable));
        }
        unmaskRmVector();
    }

    private CommandBlock commandBlock(CardEgress egress, RingSide ring, Engine engine) {
        MemoryWindow way =
                new MemoryWindow(plan.node(), "node/" + plan.node() + "/commands/ring-write", ring, engine, counters);
        CommandRingWriter writer = new CommandRingWriter(way, rmBlock, ring.linkStatus());
        return new CommandBlock(plan, egress, new CommandEngine.Ports(memory, writer), vectors, engine.seams());
    }

    /**
     * What a card finds on its network side.
     *
     * @param transmit where writes go
     * @param memory card memory
     * @param linkStatus live and latched bits of LCSR1, peeked
     * @param clearStatus clears those latched bits of LCSR1 that are set in its argument
     * @param interruptFifoDepth entries of each network-interrupt FIFO
     */
    public record RingSide(
            TransmitPort transmit,
            CardMemoryPort memory,
            IntSupplier linkStatus,
            IntConsumer clearStatus,
            int interruptFifoDepth) {}

    /** Builds a card and registers it and its engines. */
    public static RmCard build(CardPlan plan, Engine engine, PcieLink link, RingSide ring) {
        RmCard card = new RmCard(plan, engine, link, ring);
        engine.register(card);
        if (card.queueBlock != null) {
            engine.register(card.queueBlock);
            engine.register(card.queueBlock.dma());
        }
        engine.register(card.localBlock.dma());
        if (card.commandBlock != null) {
            engine.register(card.commandBlock);
            engine.register(card.commandBlock.commands());
        }
        engine.register(card.function);
        return card;
    }

    @Override
    public boolean writeMemory(long offset, MemorySegment data, int lengthBytes, long nowPs) {
        Verdict verdict =
                decoder.answers(MEMORY_BAR) ? memoryBar.write(offset, data, lengthBytes, nowPs) : Verdict.REFUSED;
        if (verdict == Verdict.REFUSED) {
            decoder.onRefused(BarAddress.of(MEMORY_BAR, offset), lengthBytes, true);
        }
        return verdict != Verdict.BUSY;
    }

    @Override
    public boolean writeRegister(long address, int widthBytes, long value, long nowPs) {
        return decoder.write(address, widthBytes, value, nowPs);
    }

    @Override
    public long read(long address, int widthBytes, long nowPs) {
        return decoder.read(address, widthBytes, nowPs);
    }

    @Override
    public void onHostData(int tag, CompletionStatus status, MemorySegment data, int lengthBytes, long nowPs) {
        if (!function.egress().accepts(tag, status)) {
            return;
        }
        int asked = CardEgress.tag(tag);
        switch (HostReader.of(asked)) {
            case DMA_ENGINE -> queueBlock.dma().onHostData(HostReader.token(asked), status, data, nowPs);
            case BLOCK_DMA -> localBlock.dma().onHostData(asked, status, data, nowPs);
            case COMMANDS ->
                commandBlock.commands().onHostData(HostReader.token(asked), status, data, lengthBytes, nowPs);
        }
    }

    @Override
    public void onCommit(int origin, long offset, int lengthBytes, long packetSequence, long nowPs) {
        if (queueBlock != null) {
            queueBlock.onCommit(origin, origin == plan.node(), offset, lengthBytes, nowPs);
        }
    }

    @Override
    public void onNetworkInterrupt(int origin, int type, int data, long packetSequence, long nowPs) {
        rmBlock.onNetworkInterrupt(origin, type, data, nowPs);
    }

    @Override
    public void onLinkStatus(int lcsr1Bits, long nowPs) {
        rmBlock.onLinkStatus(lcsr1Bits, nowPs);
    }

    /**
     * Resets all blocks: every register has its reset value, nothing more of what was under way is posted, and no interrupt is
     * pending. Reflective memory, what is on the ring, the configuration space and the MSI-X table stay.
     */
    public void reset(long nowPs) {
        vectors.reset();
        unmaskRmVector();
        rmBlock.reset();
        localBlock.reset(nowPs);
        if (queueBlock != null) {
            queueBlock.reset(nowPs);
            commandBlock.reset(nowPs);
        }
    }

    /** The RM block's and the command queues' interrupts have no mask of their own: their enable bits decide. */
    private void unmaskRmVector() {
        for (int vector = rmVector(); vector < vectors.vectorCount(); vector++) {
            vectors.setMasked(vector, false, 0);
        }
    }

    @Override
    public void onSpace(long nowPs) {
        spaceTurns.onSpace(nowPs);
    }

    private void onLocalInterrupt(boolean asserted, long nowPs) {
        localBlock.onLocalInterrupt(asserted, nowPs);
    }

    private void onSetting(Setting setting, long nowPs) {
        if (setting == Setting.FUNCTION_RESET) {
            function.reset(ConfigReset.FUNCTION, nowPs);
            return;
        }
        if (setting == Setting.POWER_STATE) {
            function.onPowerState(nowPs);
        }
        applySettings(nowPs);
    }

    private void applySettings(long nowPs) {
        decoder.onSettings();
        function.egress().onGate(nowPs);
        if (pin.update(nowPs)) {
            outcome(OUTCOME_PIN, nowPs, pin.asserted() ? 1 : 0);
        }
        vectors.releaseAll((vector, delivery) -> outcome(delivery.ordinal(), nowPs, vector), nowPs);
        localBlock.dma().onMaster(nowPs);
        if (queueBlock != null) {
            queueBlock.dma().onMaster(nowPs);
            commandBlock.commands().onMaster(nowPs);
        }
    }

    /** The bus is reset (hot reset, secondary bus reset): as a function-level reset, and the link's settings go, too. */
    public void resetBus(long nowPs) {
        function.reset(ConfigReset.BUS, nowPs);
    }

    private void resetBlocks(long nowPs) {
        reset(nowPs);
        if (msixTable != null) {
            msixTable.reset();
        }
    }

    private void onInterruptLevel(boolean asserted, long nowPs) {
        if (!hasQueueBlock() && pin.onLevel(asserted, nowPs)) {
            outcome(OUTCOME_PIN, nowPs, asserted ? 1 : 0);
        }
        interruptLevel.onLevel(asserted, nowPs);
    }

    /** Tells who hears of the card's interrupt line; before the first event. */
    public void setInterruptLevel(InterruptLevel listener) {
        interruptLevel = listener;
    }

    /** Whether the card's interrupt line is asserted: a source is on that INTCSR lets out. */
    public boolean interruptLine() {
        return localBlock.interruptLine();
    }

    private void onRmInterrupt(long nowPs) {
        if (!hasQueueBlock()) {
            return;
        }
        outcome(vectors.deliver(rmVector(), -1, nowPs).ordinal(), nowPs, rmVector());
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        throw new IllegalStateException(this + " takes no events");
    }

    /** The vector of the RM block's interrupt: the one after the channels'. */
    public int rmVector() {
        return queueBlock == null ? 0 : queueBlock.channelCount();
    }

    /** Whether the card has a queue block. */
    public boolean hasQueueBlock() {
        return queueBlock != null;
    }

    /** A register of the RM block, peeked. */
    public long peek(RmRegister register) {
        return rmBlock.peek(register);
    }

    /** A register of the local block, peeked. */
    public long peek(LocalRegister register) {
        return localBlock.peek(register);
    }

    /** A channel register, peeked. */
    public long peek(QueueRegister register, int channel) {
        return queueBlock.peek(register, channel);
    }

    /** A command queue pair, for observers. */
    public CommandView commands(int pair) {
        return new CommandView(commandBlock.queue(pair));
    }

    /** The card's configuration space: the host reads and writes it here; observers peek. */
    public ConfigSpace config() {
        return config;
    }

    /** The MSI-X table, peeked; null for a card that has none. */
    public MsixTableBlock msixTable() {
        return msixTable;
    }

    /** Card-wide counters. */
    public CounterBlock<CardCounter> counters() {
        return counters;
    }

    /** Counters of a channel. */
    public CounterBlock<CardCounter> channelCounters(int channel) {
        return queueBlock.channel(channel).counters();
    }

    ReceiveChannel channel(int index) {
        return queueBlock.channel(index);
    }

    /** Frames that a channel has complete and not yet completed to the host. */
    public int framesInChannel(int channel) {
        ReceiveChannel waiting = queueBlock.channel(channel);
        return waiting.fifo().level() + queueBlock.dma().inFlight(waiting);
    }

    /** Whether the coalescer of a channel's own vector holds anything back at this moment. */
    public boolean coalescerRunning(int channel) {
        return queueBlock.coalescer(channel).timerRunning();
    }

    /** Frames that a channel has numbered so far. */
    public long frameCount(int channel) {
        return queueBlock.channel(channel).frameCount();
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        counters.state(visitor);
        vectors.state(visitor);
        pin.state(visitor);
        window.state(visitor);
        dmaWindow.state(visitor);
        memoryBar.state(visitor);
        rmBlock.state(visitor);
        localBlock.state(visitor);
        spaceTurns.state(visitor);
        config.state(visitor);
        decoder.onSettings();
        if (msixTable != null) {
            msixTable.state(visitor);
        }
    }
}
