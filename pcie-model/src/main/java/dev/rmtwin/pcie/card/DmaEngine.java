package dev.rmtwin.pcie.card;

import dev.rmtwin.core.chance.Draw;
import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.ClockDomain;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.core.trace.Trace;
import dev.rmtwin.pcie.bus.PcieLink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Stage 9: the engine that moves frames from card memory to host buffers. It serves the channels in turn, one descriptor at
 * a time: fetch, move (at most one maximum payload a step), completion.
 *
 * <p>A frame that is written over before its last step is lost by name; its descriptor is used for the next one.
 * Fidelity: cycle-approximate. Thread: the engine's.
 */
final class DmaEngine extends Component {
    private static final int STEP = 0;

    private static final int OUTCOME_DONE = 1;
    private static final int OUTCOME_LOST = 2;

    /** Where the engine stands. The order is part of snapshots. */
    private enum Phase {
        IDLE,
        FETCHING,
        MOVING,
        COMPLETION_STALLED;

        private static final Phase[] VALUES = values();
    }

    /** One transfer; what faults at this seam see. Reused. */
    static final class Job {
        long address;
        int bufferBytes;
        int descriptorId;
        int doneBytes;
        int pieceBytes;
    }

    private final int node;
    private final QueueProfile profile;
    private final int maxPayloadBytes;
    private final ClockDomain memoryClock;
    private final PcieLink link;
    private final CardMemoryPort memory;
    private final Draw arbitration;
    private final Seam<Job> seam;
    private final MemorySegment piece;
    private final FrameRecord record = new FrameRecord();
    private final Job job = new Job();
    private ReceiveChannel[] channels;
    private Phase phase = Phase.IDLE;
    private int current;
    private boolean discard;

    DmaEngine(CardPlan plan, PcieLink link, CardMemoryPort memory, SeamRegistry seams) {
        super("node/" + plan.node() + "/dma");
        this.node = plan.node();
        this.profile = plan.profile().queue();
        this.maxPayloadBytes = plan.profile().pcie().maxPayloadBytes();
        this.link = link;
        this.memory = memory;
        memoryClock = ClockDomain.ofRate(profile.memoryBytesPerSecond(), Ps.SECOND);
        arbitration = plan.seeds().seam(name() + "/arbitration");
        seam = seams.add(new Seam<>(
                name() + "/move",
                List.of(
                        new Lens<>("descriptor.address", j -> j.address, (j, v) -> j.address = v),
                        new Lens<>("descriptor.length", j -> j.bufferBytes, (j, v) -> j.bufferBytes = (int) v),
                        new Lens<>("descriptor.id", j -> j.descriptorId, (j, v) -> j.descriptorId = (int) v))));
        piece = Arena.ofAuto().allocate(maxPayloadBytes, Long.BYTES);
    }

    void serve(ReceiveChannel[] served) {
        channels = served;
    }

    /** Something may have become possible: a record, a descriptor, room in a completion ring. */
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
            dropStale(candidate, nowPs);
            if (channels[candidate].readyForDma()) {
                current = candidate;
                start(nowPs);
                return;
            }
        }
    }

    /** Frames that are written over already are not worth a descriptor: the engine goes on to one that still stands. */
    private void dropStale(int index, long nowPs) {
        ReceiveChannel channel = channels[index];
        while (channel.hasRecord() && channel.stale(channel.oldest())) {
            FrameRecord stale = channel.oldest();
            channel.counters().increment(CardCounter.OVERWRITTEN);
            outcome(OUTCOME_LOST, nowPs, (long) CardCounter.OVERWRITTEN.ordinal() << 56 | stale.number);
            channel.removeOldest();
        }
    }

    private void start(long nowPs) {
        ReceiveChannel channel = channels[current];
        record.copyFrom(channel.oldest());
        channel.removeOldest();
        phase = Phase.FETCHING;
        discard = false;
        long extraPs = channel.descriptors().fetch(record, nowPs);
        if (extraPs == Seam.DROPPED) {
            lose(CardCounter.FAULT, nowPs);
        }
    }

    /** The descriptor has arrived from host memory. */
    void onDescriptor(MemorySegment data, long nowPs) {
        if (phase != Phase.FETCHING) {
            throw new IllegalStateException(this + ": host data that nobody asked for");
        }
        if (discard) {
            idle(nowPs);
            return;
        }
        engine().trace().line(Stage.DMA_FETCH, node, Trace.record(current, record.number), nowPs);
        job.address = DescriptorLayout.address(data, 0);
        job.bufferBytes = DescriptorLayout.lengthBytes(data, 0);
        job.descriptorId = DescriptorLayout.id(data, 0);
        job.doneBytes = 0;
        long extraPs = seam.pass(job, nowPs);
        if (extraPs == Seam.DROPPED) {
            lose(CardCounter.FAULT, nowPs);
            return;
        }
        if (job.bufferBytes < record.lengthBytes) {
            lose(CardCounter.BUFFER_TOO_SMALL, nowPs);
            return;
        }
        phase = Phase.MOVING;
        long setUpPs =
                profile.dmaStartPs() + arbitration.tail(profile.dmaArbitration(), Trace.record(current, record.number));
        schedulePiece(nowPs + setUpPs + extraPs);
    }

    private void schedulePiece(long fromPs) {
        job.pieceBytes = Math.min(maxPayloadBytes, record.lengthBytes - job.doneBytes);
        post(Rank.CARD, fromPs + memoryClock.edgePs(job.pieceBytes), STEP, 0);
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        step(nowPs);
    }

    /** One piece has been read from card memory: send it, and go on with the next or complete. */
    void step(long nowPs) {
        if (discard) {
            idle(nowPs);
            return;
        }
        if (channels[current].stale(record)) {
            lose(CardCounter.OVERWRITTEN, nowPs);
            return;
        }
        memory.read(record.offset + job.doneBytes, piece, 0, job.pieceBytes);
        link.writeHost(job.address + job.doneBytes, piece, job.pieceBytes, -1, nowPs);
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
        if (channel.completions().isFull()) {
            if (phase != Phase.COMPLETION_STALLED) {
                channel.counters().increment(CardCounter.COMPLETION_STALLED);
            }
            phase = Phase.COMPLETION_STALLED;
            return;
        }
        channel.descriptors().advance();
        outcome(OUTCOME_DONE, nowPs, Trace.record(current, record.number));
        long posted = channel.completions()
                .post(record, job.descriptorId, channel.descriptors().head(), nowPs);
        if (posted == Seam.DROPPED) {
            channel.counters().increment(CardCounter.FAULT);
        } else {
            channel.counters().increment(CardCounter.DMA_DONE);
            channel.coalescer().onCompletion(record, nowPs + posted);
        }
        idle(nowPs);
    }

    private void lose(CardCounter cause, long nowPs) {
        channels[current].counters().increment(cause);
        outcome(OUTCOME_LOST, nowPs, (long) cause.ordinal() << 56 | record.number);
        idle(nowPs);
    }

    private void idle(long nowPs) {
        phase = Phase.IDLE;
        discard = false;
        startNext(nowPs);
    }

    /** The channel has been reset: what is under way for it posts nothing more. */
    void abort(ReceiveChannel channel, long nowPs) {
        if (phase != Phase.IDLE && channels[current] == channel) {
            if (phase == Phase.COMPLETION_STALLED) {
                idle(nowPs);
            } else {
                discard = true;
            }
        }
    }

    /** Frames taken from a channel's FIFO and not yet completed: 0 or 1. */
    int inFlight(ReceiveChannel channel) {
        return phase != Phase.IDLE && channels[current] == channel && !discard ? 1 : 0;
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        phase = Phase.VALUES[visitor.value("phase", phase.ordinal())];
        current = visitor.index("current", current, channels.length);
        discard = visitor.value("discard", discard);
        record.state(visitor);
        job.address = visitor.value("address", job.address);
        job.bufferBytes = visitor.value("bufferBytes", job.bufferBytes);
        job.descriptorId = visitor.value("descriptorId", job.descriptorId);
        job.doneBytes = visitor.value("doneBytes", job.doneBytes);
        job.pieceBytes = visitor.value("pieceBytes", job.pieceBytes);
    }
}
