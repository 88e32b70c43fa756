package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.state.StateVisitor;

/**
 * A receive channel: an address-hit window over card memory whose {@linkplain FrameTrigger trigger} ends frames, a FIFO of their
 * records, and the rings and interrupts that carry them to the host. Enabling receive gates the channel, never reflection.
 *
 * <p>Its registers are {@link ChannelRegisters}'. Fidelity: cycle-approximate. Thread: the engine's.
 */
final class ReceiveChannel {
    private final int index;
    private final long memoryBytes;
    private final boolean discardsUnheard;
    private final CounterBlock<CardCounter> counters = new CounterBlock<>(CardCounter.class);
    private final FrameTrigger trigger;
    private final EventFifo fifo;
    private final DescriptorRing descriptors;
    private final CompletionQueue completions;
    private final ChannelInterrupts interrupts;
    private final Interrupter interrupter;
    private final DmaFailure failure = new DmaFailure();
    private final TestVerdict selfTest = new TestVerdict();
    /** The record that the DMA engine has in hand. */
    private final FrameRecord taken = new FrameRecord();

    private boolean receiving;
    private boolean haltOnError;
    private long generation;
    private long frameCount;
    private long latchedStatus;
    /** The oldest frame waits for a descriptor at this moment. */
    private boolean starving;
    /** The interrupt has been enabled and unmasked since the last reset. */
    private boolean heard;

    /** A frame that the present write has ended waits, and may be served. */
    private boolean work;

    private long writePs;

    /** Takes a channel's interrupts that are enabled. */
    interface Interrupter {
        void onData(ReceiveChannel channel, long nowPs);

        void onDone(ReceiveChannel channel, FrameRecord record, long nowPs);

        void onUrgent(ReceiveChannel channel, long nowPs);
    }

    /**
     * The stages around a channel.
     *
     * @param descriptors stage 8
     * @param completions stage 10
     * @param interrupts causes and vectors
     * @param interrupter stage 11
     * @param timers of its trigger, of its FIFO
     */
    record Stages(
            DescriptorRing descriptors,
            CompletionQueue completions,
            ChannelInterrupts interrupts,
            Interrupter interrupter,
            Timers timers) {}

    /** Timers of a channel. */
    record Timers(EpochTimer idle, EpochTimer batch) {}

    ReceiveChannel(int index, QueueProfile profile, long memoryBytes, Stages stages) {
        this.index = index;
        this.memoryBytes = memoryBytes;
        discardsUnheard = profile.discardsUnheard();
        descriptors = stages.descriptors();
        completions = stages.completions();
        interrupts = stages.interrupts();
        interrupter = stages.interrupter();
        long quantumPs = Math.max(1, profile.coalesceQuantumPs());
        trigger = new FrameTrigger(quantumPs, stages.timers().idle(), this::onFrame);
        fifo = new EventFifo(
                profile.eventFifoDepth(), quantumPs, stages.timers().batch());
    }

    /**
     * Bytes have become visible in card memory.
     *
     * @param own whether the card's own host wrote them: that makes frames stale but completes none
     * @return whether a record waits that was not there before
     */
    boolean onCommit(int origin, boolean own, long offset, int lengthBytes, long nowPs) {
        if (!trigger.touches(offset, lengthBytes)) {
            return false;
        }
        if (trigger.wholeWindow()) {
            generation++;
        } else {
            fifo.markStale(offset, offset + lengthBytes);
            taken.markStale(offset, offset + lengthBytes);
        }
        if (own) {
            return false;
        }
        if (!receiving) {
            if (trigger.endsFrameAlone(offset, lengthBytes)) {
                counters.increment(CardCounter.NOT_ENABLED);
            }
            return false;
        }
        work = false;
        writePs = nowPs;
        trigger.onWrite(origin, offset, lengthBytes, nowPs);
        return work;
    }

    /** The trigger's idle timer has run out; says whether a record waits that was not there before. */
    boolean onIdleTimer(int epoch, long nowPs) {
        work = false;
        writePs = nowPs;
        trigger.onTimer(epoch, nowPs);
        return work;
    }

    /** The FIFO's timer has run out; says whether service begins. */
    boolean onBatchTimer(int epoch, long nowPs) {
        boolean begins = fifo.onTimer(epoch, nowPs);
        if (begins) {
            raiseData(nowPs);
        }
        return begins;
    }

    private void onFrame(int origin, long offset, int lengthBytes, long arrivalPs) {
        counters.increment(CardCounter.FRAMES_SEEN);
        if (discardsUnheard && !heard) {
            counters.increment(CardCounter.NO_LISTENER);
            return;
        }
        if (!descriptors.everPosted()) {
            counters.increment(CardCounter.NO_DESCRIPTOR);
            return;
        }
        if (fifo.isFull()) {
            counters.increment(CardCounter.EVENT_OVERFLOW);
            latch(QueueStatus.OVERFLOW.mask());
            return;
        }
        FrameRecord record = fifo.free();
        record.origin = origin;
        record.offset = offset;
        record.lengthBytes = lengthBytes;
        record.arrivalPs = arrivalPs;
        record.number = frameCount++;
        record.generation = generation;
        record.stale = false;
        work |= fifo.accept(writePs);
        if (fifo.isServed()) {
            raiseData(writePs);
        }
    }

    private void raiseData(long nowPs) {
        if (interrupts.raise(QueueCause.DATA.mask())) {
            interrupter.onData(this, nowPs);
        }
    }

    /** A completion has been posted that becomes visible at {@code atPs}. */
    void onDone(FrameRecord record, long atPs) {
        interrupts.raise(QueueCause.DONE.mask());
        interrupter.onDone(this, record, atPs);
    }

    /** A transfer has failed; {@code job} is as the engine holds it. */
    void onFailure(DmaError error, DmaJob job, long nowPs) {
        failure.keep(error, job, descriptors.head());
        if (haltOnError || !error.usesDescriptor()) {
            failure.halt();
        }
        if (interrupts.raise(QueueCause.ERROR.mask())) {
            interrupter.onUrgent(this, nowPs);
        }
    }

    /** The self-test has ended. */
    void onTested(long firstBad, long nowPs) {
        selfTest.finish(firstBad, nowPs);
        if (interrupts.raise(QueueCause.TESTED.mask())) {
            interrupter.onUrgent(this, nowPs);
        }
    }

    /** Takes the oldest record, for the engine to move. */
    FrameRecord take() {
        taken.copyFrom(fifo.oldest());
        fifo.removeOldest();
        return taken;
    }

    /** The record in the engine's hands. */
    FrameRecord taken() {
        return taken;
    }

    /** Mask or interrupt enable have been written. */
    void onInterruptGate(boolean unmasked) {
        heard |= unmasked && interrupts.gate();
    }

    /** Whether DMA can start; counts the frame that has to wait for a descriptor. */
    boolean readyForDma() {
        if (!fifo.isServed() || failure.halted()) {
            return false;
        }
        if (descriptors.isEmpty()) {
            if (!starving) {
                counters.increment(CardCounter.STARVED);
            }
            starving = true;
            latch(QueueStatus.STARVED.mask());
            return false;
        }
        return true;
    }

    /** Whether the frame has been written over since it became complete. */
    boolean stale(FrameRecord record) {
        return trigger.wholeWindow() ? record.generation != generation : record.stale;
    }

    /** Opens or closes the gate; false when the settings do not make sense. */
    boolean setReceiving(boolean wanted) {
        if (wanted && !receiving && !parametersMakeSense()) {
            latch(QueueStatus.BAD_PARAMETER.mask());
            return false;
        }
        if (wanted != receiving && trigger.restart()) {
            counters.increment(CardCounter.ABANDONED);
        }
        receiving = wanted;
        return true;
    }

    private boolean parametersMakeSense() {
        return trigger.makesSense(memoryBytes)
                && fifo.servesAll()
                && descriptors.size() >= 2
                && completions.size() >= 2
                && descriptors.fits()
                && completions.fits()
                && descriptors.base() != 0
                && completions.base() != 0;
    }

    /** The descriptor doorbell. */
    boolean ringTail(long value) {
        boolean taken = descriptors.ring(value);
        starving &= !taken;
        latch(taken ? 0 : QueueStatus.BAD_DOORBELL.mask());
        return taken;
    }

    /** The completion doorbell. */
    boolean ringHead(long value) {
        boolean taken = completions.ring(value);
        latch(taken ? 0 : QueueStatus.BAD_DOORBELL.mask());
        return taken;
    }

    void latch(long bits) {
        latchedStatus |= bits;
    }

    void setLatched(long bits) {
        latchedStatus = bits & QueueStatus.LATCHED;
    }

    long status() {
        return latchedStatus
                | QueueStatus.COMPLETIONS.bits(completions.hasUnconsumed() ? 1 : 0)
                | QueueStatus.RECORDS.bits(fifo.level() > 0 ? 1 : 0)
                | QueueStatus.THRESHOLD.bits(fifo.reachesThreshold() ? 1 : 0)
                | QueueStatus.FULL.bits(fifo.isFull() ? 1 : 0)
                | QueueStatus.HALTED.bits(failure.halted() ? 1 : 0)
                | QueueStatus.FAILURE.bits(failure.kept() ? 1 : 0);
    }

    /** Takes everything back, and counts the frames that are lost by it. */
    void reset() {
        receiving = false;
        haltOnError = false;
        latchedStatus = 0;
        starving = false;
        if (trigger.reset()) {
            counters.increment(CardCounter.ABANDONED);
        }
        counters.add(CardCounter.CHANNEL_RESET, fifo.reset());
        heard = false;
        descriptors.reset();
        completions.reset();
        interrupts.reset();
        failure.clear();
        selfTest.reset();
    }

    /** Whether it receives, or still has frames to deliver. */
    boolean busy() {
        return receiving || fifo.level() > 0;
    }

    int index() {
        return index;
    }

    boolean receiving() {
        return receiving;
    }

    boolean haltsOnError() {
        return haltOnError;
    }

    void setHaltOnError(boolean halt) {
        haltOnError = halt;
    }

    FrameTrigger trigger() {
        return trigger;
    }

    EventFifo fifo() {
        return fifo;
    }

    DescriptorRing descriptors() {
        return descriptors;
    }

    CompletionQueue completions() {
        return completions;
    }

    ChannelInterrupts interrupts() {
        return interrupts;
    }

    DmaFailure failure() {
        return failure;
    }

    TestVerdict selfTest() {
        return selfTest;
    }

    CounterBlock<CardCounter> counters() {
        return counters;
    }

    /** Frame number that the next complete frame gets. */
    long frameCount() {
        return frameCount;
    }

    void state(StateVisitor visitor) {
        fifo.state(visitor);
        trigger.state(visitor);
        taken.state(visitor);
        receiving = visitor.value("receiving", receiving);
        haltOnError = visitor.value("haltOnError", haltOnError);
        generation = visitor.value("generation", generation);
        frameCount = visitor.value("frameCount", frameCount);
        latchedStatus = visitor.value("latchedStatus", latchedStatus);
        starving = visitor.value("starving", starving);
        heard = visitor.value("heard", heard);
        counters.state(visitor);
        descriptors.state(visitor);
        completions.state(visitor);
        interrupts.state(visitor);
        failure.state(visitor);
        selfTest.state(visitor);
    }
}
