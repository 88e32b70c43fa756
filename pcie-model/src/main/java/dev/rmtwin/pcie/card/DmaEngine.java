package dev.rmtwin.pcie.card;

import dev.rmtwin.core.chance.Draw;
import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.ClockDomain;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.core.trace.Trace;
import dev.rmtwin.pcie.bus.CompletionStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Stage 9: the engine that moves frames from card memory to host buffers. It serves the channels in turn, one frame at a time:
 * fetch, move (at most one maximum payload a step), completion. Self-tests take their turn between frames.
 *
 * <p>A frame that is written over before its last step is lost by name; its descriptor is used for the next one. A transfer
 * that fails is kept by its channel ({@link DmaFailure}) and completed with its code, if there was a descriptor to complete.
 * Fidelity: cycle-approximate. Thread: the engine's.
 */
final class DmaEngine extends Component {
    private static final int STEP = 0;
    private static final int DESCRIPTOR_HERE = 1;
    private static final int TEST_STEP = 2;

    private static final int OUTCOME_DONE = 1;
    private static final int OUTCOME_LOST = 2;
    private static final int OUTCOME_FAILED = 3;
    private static final int OUTCOME_TESTED = 4;

    /** Where the engine stands. The order is part of snapshots. */
    private enum Phase {
        IDLE,
        FETCHING,
        MOVING,
        COMPLETION_STALLED,
        TESTING;

        private static final Phase[] VALUES = values();
    }

    private final int node;
    private final QueueProfile profile;
    private final int maxPayloadBytes;
    private final ClockDomain memoryClock;
    private final CardEgress link;
    private final CardMemoryPort memory;
    private final Draw arbitration;
    private final Seam<DmaJob> seam;
    private final Seam<DmaJob> readSeam;
    private final MemorySegment piece;
    private final SelfTest selfTest;
    private final DmaJob job = new DmaJob();
    private ReceiveChannel[] channels;
    private Phase phase = Phase.IDLE;
    private int current;
    /** Changes when what is under way is given up: events of before are not for what comes after. */
    private int epoch;

    private DmaError error = DmaError.NONE;
    /** A descriptor that is here before this is not used before: what a fault at stage 8 adds. */
    private long notBeforePs;

    private boolean heldStep;
    private BooleanSupplier master = () -> true;

    DmaEngine(CardPlan plan, CardEgress link, CardMemoryPort memory, SeamRegistry seams) {
        super("node/" + plan.node() + "/dma");
        this.node = plan.node();
        this.profile = plan.profile().queue();
        this.maxPayloadBytes = plan.profile().pcie().maxPayloadBytes();
        this.link = link;
        this.memory = memory;
        memoryClock = ClockDomain.ofRate(profile.memoryBytesPerSecond(), Ps.SECOND);
        arbitration = plan.seeds().seam(name() + "/arbitration");
        seam = seams.add(new Seam<>(name() + "/move", DmaJob.LENSES));
        readSeam = seams.add(Seam.withoutDelay(name() + "/read", List.of()));
        selfTest = new SelfTest(name(), maxPayloadBytes, memory, seams);
        piece = Arena.ofAuto().allocate(maxPayloadBytes, Long.BYTES);
    }

    /** Tells by whom the card may send requests; when the card is built. */
    void setMaster(BooleanSupplier newMaster) {
        master = newMaster;
    }

    /** The card may send requests again, perhaps: what waited goes on. */
    void onMaster(long nowPs) {
        if (!master.getAsBoolean()) {
            return;
        }
        if (heldStep) {
            heldStep = false;
            post(Rank.CARD, nowPs, STEP, epoch);
        } else {
            kick(nowPs);
        }
    }

    void serve(ReceiveChannel[] served) {
        channels = served;
    }

    /** Something may have become possible: a record, a descriptor, room in a completion ring, a self-test. */
    void kick(long nowPs) {
        if (phase == Phase.COMPLETION_STALLED) {
            complete(nowPs);
        } else if (phase == Phase.IDLE) {
            startNext(nowPs);
        }
    }

    private void startNext(long nowPs) {
        for (int turn = 1; turn <= channels.length; turn++) {
            int candidate = (current + turn) % channels.length;
            if (channels[candidate].selfTest().running()) {
                current = candidate;
                startTest(nowPs);
                return;
            }
            dropStale(candidate, nowPs);
            if (master.getAsBoolean() && channels[candidate].readyForDma()) {
                current = candidate;
                start(nowPs);
                return;
            }
        }
    }

    /** Frames that are written over already are not worth a descriptor: the engine goes on to one that still stands. */
    private void dropStale(int index, long nowPs) {
        ReceiveChannel channel = channels[index];
        while (channel.fifo().level() > 0 && channel.stale(channel.fifo().oldest())) {
            FrameRecord stale = channel.fifo().oldest();
            channel.counters().increment(CardCounter.OVERWRITTEN);
            outcome(OUTCOME_LOST, nowPs, (long) CardCounter.OVERWRITTEN.ordinal() << 56 | stale.number);
            channel.fifo().removeOldest();
        }
    }

    private void start(long nowPs) {
        ReceiveChannel channel = channels[current];
        DescriptorRing descriptors = channel.descriptors();
        FrameRecord record = channel.take();
        phase = Phase.FETCHING;
        error = DmaError.NONE;
        job.clear();
        long extraPs = descriptors.pass(record, nowPs);
        if (extraPs == Seam.DROPPED) {
            lose(CardCounter.FAULT, nowPs);
            return;
        }
        notBeforePs = nowPs + extraPs;
        if (descriptors.isHere()) {
            onDescriptorHere(nowPs);
        } else if (!descriptors.isAsked()) {
            descriptors.fetch(notBeforePs);
        }
    }

    /** Descriptors have arrived from host memory, or cannot be had. Answers to what was asked before a reset are no matter. */
    void onHostData(int token, CompletionStatus status, MemorySegment data, long nowPs) {
        int index = DescriptorRing.channelOf(token);
        DescriptorRing descriptors = channels[index].descriptors();
        if (!descriptors.awaits(token)) {
            return;
        }
        descriptors.arrived(status, data);
        if (phase != Phase.FETCHING || current != index) {
            return;
        }
        if (status == CompletionStatus.SUCCESS) {
            onDescriptorHere(nowPs);
        } else {
            fail(DmaError.of(status), nowPs);
        }
    }

    private void onDescriptorHere(long nowPs) {
        if (notBeforePs > nowPs) {
            post(Rank.CARD, notBeforePs, DESCRIPTOR_HERE, epoch);
        } else {
            begin(nowPs);
        }
    }

    private void begin(long nowPs) {
        ReceiveChannel channel = channels[current];
        FrameRecord record = channel.taken();
        engine().trace().line(Stage.DMA_FETCH, node, Trace.record(current, record.number), nowPs);
        channel.descriptors().load(job);
        long extraPs = seam.pass(job, nowPs);
        if (extraPs == Seam.DROPPED) {
            lose(CardCounter.FAULT, nowPs);
            return;
        }
        DmaError wrong = job.judge(record.lengthBytes);
        if (wrong != DmaError.NONE) {
            fail(wrong, nowPs);
            return;
        }
        phase = Phase.MOVING;
        if (channel.descriptors().wantsMore() && master.getAsBoolean()) {
            channel.descriptors().fetch(nowPs);
        }
        long setUpPs =
                profile.dmaStartPs() + arbitration.tail(profile.dmaArbitration(), Trace.record(current, record.number));
        schedulePiece(nowPs + setUpPs + extraPs);
    }

    private void schedulePiece(long fromPs) {
        job.pieceBytes = Math.min(maxPayloadBytes, channels[current].taken().lengthBytes - job.doneBytes);
        post(Rank.CARD, fromPs + memoryClock.edgePs(job.pieceBytes), STEP, epoch);
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        if (arg != epoch) {
            return;
        }
        switch (kind) {
            case STEP -> {
                heldStep = !master.getAsBoolean();
                if (!heldStep) {
                    step(nowPs);
                }
            }
            case DESCRIPTOR_HERE -> begin(nowPs);
            case TEST_STEP -> testStep(nowPs);
            default -> throw new IllegalStateException(this + " got event kind " + kind);
        }
    }

    /** One piece has been read from card memory: send it, and go on with the next or complete. */
    void step(long nowPs) {
        FrameRecord record = channels[current].taken();
        if (channels[current].stale(record)) {
            lose(CardCounter.OVERWRITTEN, nowPs);
            return;
        }
        long from = record.offset + job.doneBytes;
        boolean inMemory = from >= 0 && from <= memory.sizeBytes() - job.pieceBytes;
        if (!inMemory || readSeam.pass(job, nowPs) == Seam.DROPPED) {
            fail(DmaError.CARD_MEMORY, nowPs);
            return;
        }
        memory.read(from, piece, 0, job.pieceBytes);
        link.writeHostData(job.address + job.doneBytes, piece, job.pieceBytes, nowPs);
        job.doneBytes += job.pieceBytes;
        if (job.doneBytes < record.lengthBytes) {
            schedulePiece(nowPs);
            return;
        }
        engine().trace().line(Stage.DMA_MOVE, node, Trace.record(current, record.number), nowPs);
        complete(nowPs);
    }

    private void complete(long nowPs) {
        ReceiveChannel channel = channels[current];
        if (!master.getAsBoolean()) {
            phase = Phase.COMPLETION_STALLED;
            return;
        }
        if (channel.completions().isFull()) {
            if (phase != Phase.COMPLETION_STALLED) {
                channel.counters().increment(CardCounter.COMPLETION_STALLED);
            }
            phase = Phase.COMPLETION_STALLED;
            return;
        }
        FrameRecord record = channel.taken();
        channel.descriptors().advance();
        boolean done = error == DmaError.NONE;
        if (done) {
            outcome(OUTCOME_DONE, nowPs, Trace.record(current, record.number));
        } else {
            record.lengthBytes = job.doneBytes;
        }
        long posted = channel.completions()
                .post(record, job.descriptorId, channel.descriptors().head(), error, nowPs);
        if (posted == Seam.DROPPED) {
            channel.counters().add(CardCounter.FAULT, done ? 1 : 0);
        } else {
            channel.counters().add(CardCounter.DMA_DONE, done ? 1 : 0);
            channel.onDone(record, nowPs + posted);
        }
        idle(nowPs);
    }

    private void lose(CardCounter cause, long nowPs) {
        ReceiveChannel channel = channels[current];
        channel.counters().increment(cause);
        outcome(OUTCOME_LOST, nowPs, (long) cause.ordinal() << 56 | channel.taken().number);
        channel.descriptors().giveBack();
        idle(nowPs);
    }

    /** The transfer has failed: its channel keeps how, and the descriptor, if it was there, goes back with the code. */
    private void fail(DmaError what, long nowPs) {
        ReceiveChannel channel = channels[current];
        error = what;
        boolean small = what == DmaError.BUFFER_TOO_SMALL;
        channel.counters().increment(small ? CardCounter.BUFFER_TOO_SMALL : CardCounter.DMA_FAILED);
        outcome(OUTCOME_FAILED, nowPs, (long) what.code() << 56 | channel.taken().number);
        channel.onFailure(what, job, nowPs);
        if (what.usesDescriptor()) {
            complete(nowPs);
        } else {
            idle(nowPs);
        }
    }

    private void startTest(long nowPs) {
        phase = Phase.TESTING;
        job.clear();
        post(Rank.CARD, nowPs + profile.dmaStartPs() + testPiecePs(), TEST_STEP, epoch);
    }

    /** Out of card memory through the engine and back to the comparison. */
    private long testPiecePs() {
        job.pieceBytes = Math.min(maxPayloadBytes, SelfTest.TEST_BYTES - job.doneBytes);
        return 2 * memoryClock.edgePs(job.pieceBytes);
    }

    private void testStep(long nowPs) {
        ReceiveChannel channel = channels[current];
        long at = testedOffset(channel) + job.doneBytes;
        long firstBad = selfTest.check(at, job.pieceBytes, nowPs);
        job.doneBytes += job.pieceBytes;
        if (firstBad < 0 && job.doneBytes < SelfTest.TEST_BYTES) {
            post(Rank.CARD, nowPs + testPiecePs(), TEST_STEP, epoch);
            return;
        }
        outcome(OUTCOME_TESTED, nowPs, firstBad);
        channel.onTested(firstBad < 0 ? -1 : at + firstBad, nowPs);
        idle(nowPs);
    }

    /** The test reads at the channel's window, where that leaves room for it, else at the start of memory. */
    private long testedOffset(ReceiveChannel channel) {
        long window = channel.trigger().windowOffset();
        return window >= 0 && window <= memory.sizeBytes() - SelfTest.TEST_BYTES ? window & -Long.BYTES : 0;
    }

    private void idle(long nowPs) {
        phase = Phase.IDLE;
        startNext(nowPs);
    }

    /** The channel has been reset: what is under way for it posts nothing more. */
    void abort(ReceiveChannel channel, long nowPs) {
        if (phase != Phase.IDLE && channels[current] == channel) {
            // A failed transfer that only waits to be completed is counted already.
            boolean counted = phase == Phase.TESTING || error != DmaError.NONE;
            channel.counters().add(CardCounter.CHANNEL_RESET, counted ? 0 : 1);
            epoch++;
            heldStep = false;
            idle(nowPs);
        }
    }

    /** Whether a channel has a transfer that waits because the card may not master the bus. */
    boolean blocked(ReceiveChannel channel) {
        return !link.open() && (inFlight(channel) > 0 || channel.readyForDma());
    }

    /** Frames taken from a channel's FIFO and not yet completed: 0 or 1. */
    int inFlight(ReceiveChannel channel) {
        boolean moving = phase == Phase.FETCHING || phase == Phase.MOVING || phase == Phase.COMPLETION_STALLED;
        return moving && channels[current] == channel ? 1 : 0;
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        phase = Phase.VALUES[visitor.value("phase", phase.ordinal())];
        current = visitor.index("current", current, channels.length);
        epoch = visitor.value("dmaEpoch", epoch);
        error = DmaError.of(visitor.value("dmaError", error.code()));
        notBeforePs = visitor.value("notBefore", notBeforePs);
        heldStep = visitor.value("heldStep", heldStep);
        job.state(visitor);
    }
}
