package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.ClockDomain;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.CompletionStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;

/**
 * The DMA engine behind BAR 0: one engine, two channels, which it serves element by element (the block, or a descriptor's
 * part of it). Towards the host it reads card memory at its rate and posts writes of at most the maximum payload. Towards
 * the card it keeps reads of host memory under way, and writes what comes as the host's own writes: to the ring, and to memory
 * at once; the ring's FIFO holds it up when it is full.
 *
 * <p>A register write only starts it. An element that makes no sense, an error of the host's memory, an abort or a fault end the
 * transfer with an error: the channel is done, {@code ABORT_ACTIVE} stands, a counter names the cause.
 *
 * <p>Source: fact sheet 2.5 and 3, 4.13. Fidelity: cycle-approximate. Thread: the engine's.
 */
final class BlockDma extends Component {
    private static final int BEGIN = 0;
    private static final int STEP = 1;
    private static final int READ = 2;

    private static final int OUTCOME_DONE = 1;
    private static final int OUTCOME_FAILED = 2;

    private static final int NOBODY = -1;
    private static final int NOTHING_HELD = -1;
    /** Longest read of host memory, whatever the bus allows. */
    static final int LARGEST_READ_BYTES = 512;

    private static final int SLOT_BITS = 8;
    private static final int DESCRIPTOR_SLOT = (1 << SLOT_BITS) - 1;
    private static final int EPOCH_MASK = 0xFFFF;

    private final BlockDmaProfile profile;
    private final int maxPayloadBytes;
    private final int maxReadBytes;
    private final long memoryBytes;
    private final ClockDomain byteClock;
    private final CardEgress link;
    private final LaneReader reader;
    private final LaneWriter writer;
    private final ToLongFunction<LocalRegister> registers;
    private final CounterBlock<CardCounter> counters;
    private final BlockDmaEnd listener;
    private final Seam<BlockDmaJob> seam;
    private final BlockDmaJob[] jobs = {new BlockDmaJob(), new BlockDmaJob()};
    private final MemorySegment piece;
    private final ReadAhead reads;
    private BlockDmaPhase phase = BlockDmaPhase.IDLE;
    private int active = NOBODY;
    private int lastServed = 1;
    /** Counts whenever what is under way becomes void; events and answers of another epoch mean nothing. */
    private int epoch;

    private int heldKind = NOTHING_HELD;
    private boolean blocked;
    private BooleanSupplier master = () -> true;
    private boolean stepPending;
    private int pieceBytes;
    private long askedBytes;

    BlockDma(CardPlan plan, BlockDmaWiring wiring, BlockDmaEnd listener, SeamRegistry seams) {
        super("node/" + plan.node() + "/block-dma");
        profile = plan.profile().local().dma();
        maxPayloadBytes = plan.profile().pcie().maxPayloadBytes();
        memoryBytes = plan.memoryBytes();
        byteClock = ClockDomain.ofRate(profile.bytesPerSecond(), Ps.SECOND);
        link = wiring.link();
        maxReadBytes = Math.min(link.maxReadBytes(), LARGEST_READ_BYTES);
        reader = new LaneReader(wiring.memory(), maxPayloadBytes);
        writer = wiring.writer();
        registers = wiring.registers();
        counters = wiring.counters();
        this.listener = listener;
        seam = seams.add(new Seam<>(name() + "/move", BlockDmaJob.LENSES));
        piece = Arena.ofAuto().allocate(maxPayloadBytes, Long.BYTES);
        reads = new ReadAhead(profile.readsInFlight(), LARGEST_READ_BYTES);
    }

    /** A channel's command register has been written; {@code value} has the commands and the enable. */
    void onCommand(int channel, long value, long nowPs) {
        if (DmaFields.STATUS_CLEAR.isSet(value)) {
            jobs[channel].clearLatches();
        }
        if (DmaFields.STATUS_ABORT.isSet(value) && jobs[channel].busy) {
            fail(channel, CardCounter.BLOCK_DMA_ABORTED, nowPs);
        }
        boolean enabled = DmaFields.STATUS_ENABLE.isSet(value);
        if (DmaFields.STATUS_START.isSet(value)) {
            start(channel, enabled, nowPs);
        }
        if (enabled && channel == active && heldKind != NOTHING_HELD) {
            post(Rank.CARD, nowPs, heldKind, epoch);
            heldKind = NOTHING_HELD;
        }
    }

    private boolean enabled(int channel) {
        return DmaFields.STATUS_ENABLE.isSet(registers.applyAsLong(LocalRegister.dmaStatus(channel)));
    }

    /** Tells by whom the card may send requests; when the card is built. */
    void setMaster(BooleanSupplier newMaster) {
        master = newMaster;
    }

    /** The card may send requests again, perhaps: what waited goes on. */
    void onMaster(long nowPs) {
        if (heldKind != NOTHING_HELD && enabled(active) && master.getAsBoolean()) {
            post(Rank.CARD, nowPs, heldKind, epoch);
            heldKind = NOTHING_HELD;
        }
    }

    private void start(int channel, boolean enabled, long nowPs) {
        if (jobs[channel].busy || !enabled) {
            counters.increment(CardCounter.BLOCK_DMA_REFUSED);
            return;
        }
        jobs[channel].failed = false;
        jobs[channel].load(channel, registers);
        if (active == NOBODY) {
            serveNext(nowPs);
        }
    }

    /** Whether a channel has nothing to do. */
    boolean done(int channel) {
        return !jobs[channel].busy;
    }

    /** Whether a channel has ended and its interrupt has not been cleared. */
    boolean interrupting(int channel) {
        return jobs[channel].interrupting;
    }

    /** Whether a channel ended with an error that has not been cleared. */
    boolean failed(int channel) {
        return jobs[channel].failed;
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        if (arg != epoch) {
            return;
        }
        if (!enabled(active) || !master.getAsBoolean()) {
            heldKind = kind;
            return;
        }
        switch (kind) {
            case BEGIN -> begin(nowPs);
            case READ -> askAhead(nowPs);
            case STEP -> {
                stepPending = false;
                if (phase == BlockDmaPhase.TO_HOST) {
                    moveToHost(nowPs);
                } else {
                    moveToCard(nowPs);
                }
            }
            default -> throw new IllegalStateException(this + " got event kind " + kind);
        }
    }

    private void serveNext(long nowPs) {
        active = choose();
        if (active == NOBODY) {
            phase = BlockDmaPhase.IDLE;
            return;
        }
        BlockDmaJob job = jobs[active];
        job.waiting = false;
        lastServed = active;
        phase = BlockDmaPhase.BEGINNING;
        post(Rank.CARD, nowPs + (job.begun ? 0 : profile.startPs()), BEGIN, epoch);
        job.begun = true;
    }

    private int choose() {
        int first = DmaFields.firstChannel(registers.applyAsLong(LocalRegister.DMAARB), lastServed);
        return jobs[first].waiting ? first : jobs[1 - first].waiting ? 1 - first : NOBODY;
    }

    private void begin(long nowPs) {
        BlockDmaJob job = jobs[active];
        if (job.chain) {
            phase = BlockDmaPhase.FETCHING;
            link.readHost(job.next, BlockDmaJob.DESCRIPTOR_BYTES, tag(DESCRIPTOR_SLOT), nowPs);
        } else {
            move(job, nowPs);
        }
    }

    private void move(BlockDmaJob job, long nowPs) {
        long delayPs = seam.pass(job, nowPs);
        if (delayPs == Seam.DROPPED) {
            fail(active, CardCounter.BLOCK_DMA_FAULT, nowPs);
        } else if (!job.valid(memoryBytes)) {
            fail(active, CardCounter.BLOCK_DMA_BAD, nowPs);
        } else if (job.toHost) {
            phase = BlockDmaPhase.TO_HOST;
            schedulePiece(job, nowPs + delayPs);
        } else {
            phase = BlockDmaPhase.TO_CARD;
            askedBytes = 0;
            post(Rank.CARD, nowPs + delayPs, READ, epoch);
        }
    }

    private void schedulePiece(BlockDmaJob job, long fromPs) {
        pieceBytes = job.pieceBytes(0, maxPayloadBytes);
        postStep(fromPs + byteClock.edgePs(pieceBytes));
    }

    private void postStep(long atPs) {
        stepPending = true;
        post(Rank.CARD, atPs, STEP, epoch);
    }

    private void moveToHost(long nowPs) {
        BlockDmaJob job = jobs[active];
        reader.read(job.cardOffset, piece, pieceBytes, swapped());
        link.writeHost(job.hostAddress, piece, pieceBytes, -1, nowPs);
        job.advance(pieceBytes);
        counters.add(CardCounter.BLOCK_DMA_BYTES, pieceBytes);
        if (job.leftBytes > 0) {
            schedulePiece(job, nowPs);
        } else {
            endElement(nowPs);
        }
    }

    private boolean swapped() {
        return (active == 0 ? Bigend.DMA0 : Bigend.DMA1).isSet(registers.applyAsLong(LocalRegister.BIGEND));
    }

    private void askAhead(long nowPs) {
        BlockDmaJob job = jobs[active];
        while (askedBytes < job.leftBytes && !reads.isFull()) {
            int bytes = job.pieceBytes(askedBytes, maxReadBytes);
            int slot = reads.ask(bytes);
            link.readHost(job.hostAddress + askedBytes, bytes, tag(slot), nowPs);
            askedBytes += bytes;
        }
    }

    private int tag(int slot) {
        return HostReader.BLOCK_DMA.tag((epoch & EPOCH_MASK) << SLOT_BITS | slot);
    }

    /** A read of host memory has ended. */
    void onHostData(int tag, CompletionStatus status, MemorySegment data, long nowPs) {
        int token = HostReader.token(tag);
        if (token >>> SLOT_BITS != (epoch & EPOCH_MASK)) {
            return;
        }
        if (status != CompletionStatus.SUCCESS) {
            fail(active, CardCounter.BLOCK_DMA_HOST_ERROR, nowPs);
            return;
        }
        int slot = token & DESCRIPTOR_SLOT;
        if (phase == BlockDmaPhase.FETCHING && slot == DESCRIPTOR_SLOT) {
            jobs[active].describe(data);
            move(jobs[active], nowPs);
        } else if (phase == BlockDmaPhase.TO_CARD) {
            reads.answer(slot, data);
            scheduleWrite(nowPs);
        } else {
            throw new IllegalStateException(this + ": host data that nobody asked for");
        }
    }

    private void scheduleWrite(long nowPs) {
        if (!stepPending && !blocked && reads.headReady()) {
            postStep(nowPs + byteClock.edgePs(reads.headBytes()));
        }
    }

    private void moveToCard(long nowPs) {
        BlockDmaJob job = jobs[active];
        int bytes = reads.headBytes();
        boolean taken = writer.inhibits(job.cardOffset, bytes, nowPs)
                || writer.write(job.cardOffset, reads.headData(), bytes, swapped(), nowPs);
        if (!taken) {
            blocked = true;
            return;
        }
        reads.removeHead();
        askedBytes -= bytes;
        job.advance(bytes);
        counters.add(CardCounter.BLOCK_DMA_BYTES, bytes);
        if (job.leftBytes == 0) {
            endElement(nowPs);
            return;
        }
        askAhead(nowPs);
        scheduleWrite(nowPs);
    }

    /** Whether a write has been refused and waits for the ring. */
    boolean waitsForSpace() {
        return blocked;
    }

    /** The ring has room again. */
    void onSpace(long nowPs) {
        if (blocked) {
            blocked = false;
            onEvent(STEP, epoch, nowPs);
        }
    }

    private void endElement(long nowPs) {
        BlockDmaJob job = jobs[active];
        if (!job.last()) {
            job.waiting = true;
            serveNext(nowPs);
            return;
        }
        counters.increment(CardCounter.BLOCK_DMA_DONE);
        outcome(OUTCOME_DONE, nowPs, active);
        end(active, nowPs);
    }

    private void fail(int channel, CardCounter cause, long nowPs) {
        counters.increment(cause);
        outcome(OUTCOME_FAILED, nowPs, (long) cause.ordinal() << Integer.SIZE | channel);
        jobs[channel].failed = true;
        end(channel, nowPs);
    }

    private void end(int channel, long nowPs) {
        jobs[channel].end();
        long mode = registers.applyAsLong(LocalRegister.dmaMode(channel));
        if (DmaFields.MODE_DONE_INTERRUPT.isSet(mode)) {
            jobs[channel].interrupting = true;
        }
        if (channel == active) {
            discard();
            serveNext(nowPs);
        }
        listener.onEnd(channel, nowPs);
    }

    /** What is under way becomes void: nothing of it is posted any more. */
    private void discard() {
        epoch++;
        active = NOBODY;
        phase = BlockDmaPhase.IDLE;
        heldKind = NOTHING_HELD;
        blocked = false;
        stepPending = false;
        reads.clear();
        writer.forget();
    }

    /** Ends everything without a word. */
    void reset() {
        discard();
        lastServed = 1;
        for (BlockDmaJob job : jobs) {
            job.end();
            job.clearLatches();
        }
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        for (BlockDmaJob job : jobs) {
            job.state(visitor);
        }
        reads.state(visitor);
        writer.state(visitor);
        phase = BlockDmaPhase.of(visitor.value("phase", phase.ordinal()));
        active = visitor.value("active", active);
        lastServed = visitor.value("lastServed", lastServed);
        epoch = visitor.value("epoch", epoch);
        heldKind = visitor.value("heldKind", heldKind);
        blocked = visitor.value("blocked", blocked);
        stepPending = visitor.value("stepPending", stepPending);
        pieceBytes = visitor.value("pieceBytes", pieceBytes);
        askedBytes = visitor.value("askedBytes", askedBytes);
    }
}
