package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.state.StateVisitor;

/**
 * A receive channel: an address-hit window over card memory, a FIFO of records of the frames that became complete in it, and
 * the rings and coalescer that carry them to the host. Enabling receive gates the channel, never reflection.
 *
 * <p>A window fires when its last word is written. Fidelity: cycle-approximate. Thread: the engine's.
 */
final class ReceiveChannel {
    private final int index;
    private final QueueProfile profile;
    private final long memoryBytes;
    private final FrameRecord[] fifo;
    private final CounterBlock<CardCounter> counters = new CounterBlock<>(CardCounter.class);
    private final DescriptorRing descriptors;
    private final CompletionQueue completions;
    private final InterruptCoalescer coalescer;
    private int fifoHead;
    private int fifoCount;
    private boolean receiving;
    private boolean interrupting;
    private long windowOffset;
    private int windowLength;
    private long generation;
    private long frameCount;
    private int latchedStatus;
    /** The oldest frame waits for a descriptor at this moment. */
    private boolean starving;
    /** The interrupt has been enabled and unmasked since the last reset. */
    private boolean heard;

    ReceiveChannel(
            int index, QueueProfile profile, long memoryBytes, DescriptorRing descriptors, ChannelOutput output) {
        this.index = index;
        this.profile = profile;
        this.memoryBytes = memoryBytes;
        this.descriptors = descriptors;
        completions = output.completions();
        coalescer = output.coalescer();
        fifo = new FrameRecord[profile.eventFifoDepth()];
        for (int i = 0; i < fifo.length; i++) {
            fifo[i] = new FrameRecord();
        }
    }

    /** The stages behind a channel. */
    record ChannelOutput(CompletionQueue completions, InterruptCoalescer coalescer) {}

    /**
     * Bytes have become visible in card memory.
     *
     * @param own whether the card's own host wrote them: that makes frames stale but completes none
     * @return whether a new record waits
     */
    boolean onCommit(int origin, boolean own, long offset, int lengthBytes, long nowPs) {
        long windowEnd = windowOffset + windowLength;
        if (windowLength == 0 || offset >= windowEnd || offset + lengthBytes <= windowOffset) {
            return false;
        }
        generation++;
        if (own || offset + lengthBytes < windowEnd) {
            return false;
        }
        return onFrameComplete(origin, nowPs);
    }

    private boolean onFrameComplete(int origin, long nowPs) {
        if (!receiving) {
            counters.increment(CardCounter.NOT_ENABLED);
            return false;
        }
        counters.increment(CardCounter.FRAMES_SEEN);
        if (profile.discardsUnheard() && !heard) {
            counters.increment(CardCounter.NO_LISTENER);
            return false;
        }
        if (!descriptors.everPosted()) {
            counters.increment(CardCounter.NO_DESCRIPTOR);
            return false;
        }
        if (fifoCount == fifo.length) {
            counters.increment(CardCounter.EVENT_OVERFLOW);
            latchedStatus |= QueueRegister.STATUS_OVERFLOW;
            return false;
        }
        FrameRecord record = fifo[(fifoHead + fifoCount++) % fifo.length];
        record.origin = origin;
        record.offset = windowOffset;
        record.lengthBytes = windowLength;
        record.arrivalPs = nowPs;
        record.number = frameCount++;
        record.generation = generation;
        return true;
    }

    /** The oldest record; there must be one. */
    FrameRecord oldest() {
        return fifo[fifoHead];
    }

    void removeOldest() {
        fifoHead = (fifoHead + 1) % fifo.length;
        fifoCount--;
    }

    boolean hasRecord() {
        return fifoCount > 0;
    }

    /** Mask or interrupt enable have been written. */
    void onInterruptGate(boolean open) {
        heard |= open;
    }

    /** Whether DMA can start; counts the frame that has to wait for a descriptor. */
    boolean readyForDma() {
        if (fifoCount == 0) {
            return false;
        }
        if (descriptors.isEmpty()) {
            if (!starving) {
                counters.increment(CardCounter.STARVED);
            }
            starving = true;
            latchedStatus |= QueueRegister.STATUS_STARVED;
            return false;
        }
        return true;
    }

    /** Whether the frame has been written over since it became complete. */
    boolean stale(FrameRecord record) {
        return record.generation != generation;
    }

    /** Frame number that the next complete frame gets. */
    long frameCount() {
        return frameCount;
    }

    long readRegister(QueueRegister register) {
        return switch (register) {
            case CONTROL ->
                (receiving ? QueueRegister.CONTROL_RECEIVE : 0) | (interrupting ? QueueRegister.CONTROL_INTERRUPT : 0);
            case STATUS -> status();
            case WINDOW_OFFSET -> windowOffset;
            case WINDOW_LENGTH -> windowLength;
            case SQ_BASE -> descriptors.base();
            case SQ_SIZE -> descriptors.size();
            case SQ_TAIL -> descriptors.tail();
            case CQ_BASE -> completions.base();
            case CQ_SIZE -> completions.size();
            case CQ_HEAD -> completions.head();
            case COALESCE_FRAMES -> coalescer.frames();
            case COALESCE_NS -> coalescer.timerNs();
            case VECTOR_CONTROL, VECTOR_PENDING, VERSION, CHANNELS ->
                throw new IllegalStateException(register + " is not the channel's own");
        };
    }

    /** Writes a register; false when the value is refused. */
    boolean writeRegister(QueueRegister register, long value) {
        switch (register) {
            case CONTROL -> {
                return control(value);
            }
            case WINDOW_OFFSET -> windowOffset = value;
            case WINDOW_LENGTH -> windowLength = Math.clamp(value, 0, Integer.MAX_VALUE);
            case SQ_BASE -> descriptors.setBase(value);
            case SQ_SIZE -> descriptors.setSize(Math.clamp(value, 0, 65_536));
            case SQ_TAIL -> {
                boolean taken = descriptors.ring(value);
                starving &= !taken;
                return taken;
            }
            case CQ_BASE -> completions.setBase(value);
            case CQ_SIZE -> completions.setSize(Math.clamp(value, 0, 65_536));
            case CQ_HEAD -> {
                return completions.ring(value);
            }
            case COALESCE_FRAMES -> coalescer.setFrames(value);
            case COALESCE_NS -> coalescer.setTimerNs(value);
            case STATUS, VECTOR_CONTROL, VECTOR_PENDING, VERSION, CHANNELS -> {
                return false;
            }
        }
        return true;
    }

    private boolean control(long value) {
        boolean wanted = (value & QueueRegister.CONTROL_RECEIVE) != 0;
        if (wanted && !receiving && !parametersMakeSense()) {
            latchedStatus |= QueueRegister.STATUS_BAD_PARAMETER;
            return false;
        }
        receiving = wanted;
        interrupting = (value & QueueRegister.CONTROL_INTERRUPT) != 0;
        return true;
    }

    private boolean parametersMakeSense() {
        return windowLength > 0
                && windowOffset >= 0
                && windowOffset <= memoryBytes - windowLength
                && descriptors.size() >= 2
                && completions.size() >= 2
                && descriptors.fits()
                && completions.fits()
                && descriptors.base() != 0
                && completions.base() != 0;
    }

    private int status() {
        return latchedStatus
                | (completions.hasUnconsumed() ? QueueRegister.STATUS_COMPLETIONS : 0)
                | (fifoCount > 0 ? QueueRegister.STATUS_RECORDS : 0);
    }

    void reset() {
        receiving = false;
        interrupting = false;
        windowOffset = 0;
        windowLength = 0;
        fifoHead = 0;
        fifoCount = 0;
        latchedStatus = 0;
        starving = false;
        heard = false;
        descriptors.reset();
        completions.reset();
        coalescer.reset(profile);
    }

    /** Whether it receives, or still has frames to deliver. */
    boolean busy() {
        return receiving || fifoCount > 0;
    }

    int index() {
        return index;
    }

    boolean interrupting() {
        return interrupting;
    }

    DescriptorRing descriptors() {
        return descriptors;
    }

    CompletionQueue completions() {
        return completions;
    }

    InterruptCoalescer coalescer() {
        return coalescer;
    }

    CounterBlock<CardCounter> counters() {
        return counters;
    }

    int recordsWaiting() {
        return fifoCount;
    }

    void state(StateVisitor visitor) {
        for (FrameRecord record : fifo) {
            record.state(visitor);
        }
        fifoHead = visitor.index("fifoHead", fifoHead, fifo.length);
        fifoCount = visitor.index("fifoCount", fifoCount, fifo.length + 1);
        receiving = visitor.value("receiving", receiving);
        interrupting = visitor.value("interrupting", interrupting);
        windowOffset = visitor.value("windowOffset", windowOffset);
        windowLength = visitor.value("windowLength", windowLength);
        generation = visitor.value("generation", generation);
        frameCount = visitor.value("frameCount", frameCount);
        latchedStatus = visitor.value("latchedStatus", latchedStatus);
        starving = visitor.value("starving", starving);
        heard = visitor.value("heard", heard);
        counters.state(visitor);
        descriptors.state(visitor);
        completions.state(visitor);
        coalescer.state(visitor);
    }
}
