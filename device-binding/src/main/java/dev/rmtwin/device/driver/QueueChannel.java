package dev.rmtwin.device.driver;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Wakeable;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Trace;
import dev.rmtwin.device.ChannelConfig;
import dev.rmtwin.device.ReceivedFrame;
import dev.rmtwin.device.transport.DmaMemory;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.card.CompletionLayout;
import dev.rmtwin.pcie.card.DescriptorLayout;
import dev.rmtwin.pcie.card.QueueRegister;

/**
 * A channel on a card with a queue block: descriptor ring, completion ring and buffers in memory that the card can reach.
 *
 * <pre>
 *   driver:  post descriptor, ring SQ_TAIL ──► card: fetch, move, post completion (phase)
 *   driver:  drain while the phase matches, ring CQ_HEAD ──► application ring ──► release: post descriptor …
 * </pre>
 *
 * <p>The rings have twice as many entries as there are buffers, so that a full ring never looks empty.
 */
public final class QueueChannel implements DriverChannel {
    private static final long RING_ALIGNMENT_BYTES = 4096;
    private static final long BUFFER_ALIGNMENT_BYTES = 256;
    private static final QueueRegister[] VERIFIED = {
        QueueRegister.STATUS, QueueRegister.COALESCE_FRAMES, QueueRegister.COALESCE_NS
    };

    private final DriverSeat seat;
    private final int index;
    private final ChannelConfig config;
    private final int ringEntries;
    private final CounterBlock<DriverCounter> counters = new CounterBlock<>(DriverCounter.class);
    private final EventFd eventFd;
    private final ApplicationRing ring;
    private final ReceivedFrame[] frames;
    private final Service service;
    private Wakeable wakeable;
    private DmaMemory submissions;
    private DmaMemory completions;
    private DmaMemory buffers;
    private int submissionTail;
    private int completionHead;
    private int phase = 1;
    private long lastRecord = -1;
    private boolean attached;
    private boolean refused;

    /** The state of the service routine, whichever it is. */
    private interface Service {
        void state(StateVisitor visitor);
    }

    /**
     * @param seat where the driver sits
     * @param index number of the channel on its card
     * @param config what the application wants of it
     */
    public QueueChannel(DriverSeat seat, int index, ChannelConfig config) {
        this.seat = seat;
        this.index = index;
        this.config = config;
        ringEntries = config.ringCapacity() * 2;
        eventFd = new EventFd(seat, index, counters);
        ring = new ApplicationRing(seat, index, config.ringCapacity(), counters);
        frames = new ReceivedFrame[config.ringCapacity()];
        if (config.tuning().hybrid()) {
            HybridService hybrid = new HybridService(seat, this, config.tuning());
            seat.transport().install(index, hybrid, hybrid);
            service = hybrid::state;
        } else {
            InterruptServiceRoutine draining = new InterruptServiceRoutine(seat, this);
            seat.transport().install(index, draining, draining);
            service = draining::state;
        }
    }

    @Override
    public void map(RoutineContext context) {
        submissions = seat.transport().mapDma((long) ringEntries * DescriptorLayout.SIZE_BYTES, RING_ALIGNMENT_BYTES);
        completions = seat.transport().mapDma((long) ringEntries * CompletionLayout.SIZE_BYTES, RING_ALIGNMENT_BYTES);
        buffers = seat.transport().mapDma(config.ringCapacity() * bufferStride(), RING_ALIGNMENT_BYTES);
        makeFrames();
        watchCompletions();
        long at = context.nowPs();
        write(QueueRegister.WINDOW_OFFSET, config.windowOffset(), at);
        write(QueueRegister.WINDOW_LENGTH, config.frameBytes(), at);
        write(QueueRegister.SQ_BASE, submissions.address(), at);
        write(QueueRegister.SQ_SIZE, ringEntries, at);
        write(QueueRegister.CQ_BASE, completions.address(), at);
        write(QueueRegister.CQ_SIZE, ringEntries, at);
        if (config.tuning().coalesceFrames() > 0) {
            write(QueueRegister.COALESCE_FRAMES, config.tuning().coalesceFrames(), at);
        }
        if (config.tuning().coalesceNs() >= 0) {
            write(QueueRegister.COALESCE_NS, config.tuning().coalesceNs(), at);
        }
    }

    private long bufferStride() {
        return (config.bufferBytes() + BUFFER_ALIGNMENT_BYTES - 1) & -BUFFER_ALIGNMENT_BYTES;
    }

    private void makeFrames() {
        for (int id = 0; id < frames.length; id++) {
            frames[id] = new ReceivedFrame(id, buffers.segment().asSlice(id * bufferStride(), config.bufferBytes()));
        }
    }

    private void watchCompletions() {
        if (!config.interrupts() && wakeable != null) {
            seat.transport().watch(completions, wakeable);
        }
    }

    @Override
    public void post(RoutineContext context) {
        for (int id = 0; id < frames.length; id++) {
            submit(id);
        }
        write(QueueRegister.SQ_TAIL, submissionTail, context.nowPs());
    }

    private void submit(int id) {
        DescriptorLayout.write(
                submissions.segment(),
                (long) submissionTail * DescriptorLayout.SIZE_BYTES,
                buffers.address() + id * bufferStride(),
                config.bufferBytes(),
                id);
        submissionTail = (submissionTail + 1) % ringEntries;
    }

    @Override
    public void attach(boolean resetHead, RoutineContext context) {
        if (config.interrupts()) {
            seat.transport().attach(index);
            attached = true;
            if (resetHead) {
                throwAwayCompletions(context);
            }
            mask(false, context);
        }
    }

    /** The head jumps to the card's tail; buffers are posted again, so that the frames are all that is lost. */
    private void throwAwayCompletions(RoutineContext context) {
        boolean any = false;
        while (hasCompletion()) {
            counters.increment(DriverCounter.LOST_ATTACH);
            submit(CompletionLayout.descriptorId(completions.segment(), headAt()));
            advanceHead();
            any = true;
        }
        if (any) {
            acknowledge(context);
            write(QueueRegister.SQ_TAIL, submissionTail, context.nowPs());
        }
    }

    /** Masks or unmasks the channel's vector at the card: posted. */
    void mask(boolean masked, RoutineContext context) {
        write(QueueRegister.VECTOR_CONTROL, masked ? 1 : 0, context.nowPs());
    }

    @Override
    public void enable(RoutineContext context) {
        int bits = QueueRegister.CONTROL_RECEIVE | (config.interrupts() ? QueueRegister.CONTROL_INTERRUPT : 0);
        write(QueueRegister.CONTROL, bits, context.nowPs());
    }

    @Override
    public long verifyAddress(int n) {
        return n < VERIFIED.length ? BarAddress.of(QueueRegister.BAR, VERIFIED[n].offset(index)) : -1;
    }

    @Override
    public String verify(int n, long value) {
        return switch (VERIFIED[n]) {
            case STATUS ->
                (value & QueueRegister.STATUS_BAD_PARAMETER) == 0
                        ? ""
                        : "channel " + index + " refused to be enabled: its settings do not make sense";
            case COALESCE_FRAMES -> granted(config.tuning().coalesceFrames(), value, "frames");
            default -> granted(config.tuning().coalesceNs(), value, "ns");
        };
    }

    /** The card may round a setting up, but what it cuts down it cannot do. */
    private String granted(long asked, long value, String unit) {
        return value >= asked
                ? ""
                : "channel " + index + " cannot coalesce for " + asked + " " + unit + ": the card grants " + value;
    }

    @Override
    public void refuse() {
        refused = true;
    }

    /** Whether enabling has failed and was not undone. */
    boolean refused() {
        return refused;
    }

    /** Whether the interrupt is attached. */
    boolean attached() {
        return attached;
    }

    @Override
    public void quiesce(RoutineContext context) {
        mask(true, context);
        write(QueueRegister.CONTROL, QueueRegister.CONTROL_RESET, context.nowPs());
    }

    @Override
    public void letGo() {
        if (attached) {
            seat.transport().detach(index);
            attached = false;
        }
        if (buffers != null) {
            seat.transport().unmapDma(buffers);
            seat.transport().unmapDma(completions);
            seat.transport().unmapDma(submissions);
            buffers = null;
            refused = false;
        }
    }

    /**
     * Moves every finished frame into the application ring: entries are new while their phase bit matches. Non-blocking.
     *
     * @return frames moved
     */
    public int drain(RoutineContext context) {
        int moved = 0;
        while (hasCompletion()) {
            takeCompletion(context);
            moved++;
        }
        if (moved > 0) {
            acknowledge(context);
        }
        return moved;
    }

    /** Whether the entry at the head is new. */
    boolean hasCompletion() {
        return CompletionLayout.phase(completions.segment(), headAt()) == phase;
    }

    /** Tells the card what has been taken: posted. */
    void acknowledge(RoutineContext context) {
        write(QueueRegister.CQ_HEAD, completionHead, context.nowPs());
    }

    /** Moves the frame at the head, which must be there, into the application ring. */
    void takeCompletion(RoutineContext context) {
        context.charge(seat.costs().perCompletionPs());
        long at = headAt();
        ReceivedFrame frame = frames[CompletionLayout.descriptorId(completions.segment(), at)];
        lastRecord = CompletionLayout.record(completions.segment(), at);
        frame.set(
                CompletionLayout.origin(completions.segment(), at),
                CompletionLayout.offset(completions.segment(), at),
                CompletionLayout.lengthBytes(completions.segment(), at),
                CompletionLayout.arrivalPs(completions.segment(), at),
                lastRecord);
        if (CompletionLayout.status(completions.segment(), at) != 0) {
            counters.increment(DriverCounter.FAILED);
            release(frame, context);
        } else if (!ring.publish(frame, context.nowPs())) {
            release(frame, context);
        }
        advanceHead();
    }

    private void advanceHead() {
        completionHead++;
        if (completionHead == ringEntries) {
            completionHead = 0;
            phase ^= 1;
        }
    }

    private long headAt() {
        return (long) completionHead * CompletionLayout.SIZE_BYTES;
    }

    /** The trace subject of the last frame moved. */
    long lastSubject() {
        return lastRecord < 0 ? -1 : Trace.record(index, lastRecord);
    }

    @Override
    public Want fetch(RoutineContext context) {
        if (!config.interrupts()) {
            drain(context);
        }
        return null;
    }

    @Override
    public boolean hasFrame() {
        return !ring.isEmpty();
    }

    @Override
    public ReceivedFrame poll(long nowPs) {
        return ring.poll(nowPs);
    }

    @Override
    public void release(ReceivedFrame frame, RoutineContext context) {
        submit(frame.bufferId());
        write(QueueRegister.SQ_TAIL, submissionTail, context.nowPs());
    }

    private void write(QueueRegister register, long value, long atPs) {
        seat.transport()
                .write(BarAddress.of(QueueRegister.BAR, register.offset(index)), register.widthBytes(), value, atPs);
    }

    @Override
    public long bufferBytes() {
        return buffers == null ? 0 : buffers.segment().byteSize();
    }

    @Override
    public EventFd eventFd() {
        return eventFd;
    }

    @Override
    public void bind(Wakeable newWakeable) {
        wakeable = newWakeable;
        eventFd.bind(newWakeable);
    }

    @Override
    public int framesWaiting() {
        return ring.size();
    }

    @Override
    public CounterBlock<DriverCounter> counters() {
        return counters;
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public void state(StateVisitor visitor) {
        submissions = memory(visitor, "submissions", submissions);
        completions = memory(visitor, "completions", completions);
        buffers = memory(visitor, "buffers", buffers);
        submissionTail = visitor.value("submissionTail", submissionTail);
        completionHead = visitor.value("completionHead", completionHead);
        phase = visitor.value("phase", phase);
        lastRecord = visitor.value("lastRecord", lastRecord);
        attached = visitor.value("attached", attached);
        refused = visitor.value("refused", refused);
        counters.state(visitor);
        if (buffers == null) {
            return;
        }
        if (visitor.restoring()) {
            makeFrames();
            watchCompletions();
        }
        for (ReceivedFrame frame : frames) {
            frame.set(
                    visitor.value("origin", frame.origin()),
                    visitor.value("offset", frame.offset()),
                    visitor.value("length", frame.lengthBytes()),
                    visitor.value("arrival", frame.arrivalPs()),
                    visitor.value("number", frame.number()));
        }
        ring.state(visitor, frames);
        eventFd.state(visitor);
        service.state(visitor);
    }

    private DmaMemory memory(StateVisitor visitor, String tag, DmaMemory present) {
        long address = visitor.value(tag, present == null ? 0 : present.address());
        return address == 0 ? null : visitor.restoring() ? seat.transport().dmaAt(address) : present;
    }
}
