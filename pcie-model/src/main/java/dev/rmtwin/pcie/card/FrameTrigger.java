package dev.rmtwin.pcie.card;

import dev.rmtwin.core.state.StateVisitor;

/**
 * A channel's address-hit window and what ends a frame in it: its last word, a byte count, idle time, or each write. Packets
 * have no message boundary, so a frame begun is the least range that covers what was written since the last one ended.
 *
 * <p>With the last word alone a frame is the whole window. A frame never wraps: when writing goes on at the window's first byte
 * after its last, what was begun before ends there. Fidelity: functional. Thread: the engine's.
 */
final class FrameTrigger {
    /** Takes a frame that has ended. */
    @FunctionalInterface
    interface Sink {
        void onFrame(int origin, long offset, int lengthBytes, long arrivalPs);
    }

    private static final int LAST_WORD = (int) QueueTrigger.LAST_WORD.mask();
    private static final int BYTE_COUNT = (int) QueueTrigger.BYTE_COUNT.mask();
    private static final int IDLE = (int) QueueTrigger.IDLE.mask();
    private static final int EACH_WRITE = (int) QueueTrigger.EACH_WRITE.mask();

    private final long quantumPs;
    private final EpochTimer timer;
    private final Sink sink;
    private long windowOffset;
    private int windowLength;
    private int modes = LAST_WORD;
    private long frameBytes;
    private long idlePs;
    private boolean begun;
    private int origin;
    private long start;
    private long end;
    /** Where the last write ended. */
    private long writtenTo;

    private long bytes;
    private long lastPs;
    private boolean armed;
    private int epoch;

    FrameTrigger(long quantumPs, EpochTimer timer, Sink sink) {
        this.quantumPs = quantumPs;
        this.timer = timer;
        this.sink = sink;
    }

    boolean touches(long offset, int lengthBytes) {
        return windowLength != 0 && offset < windowEnd() && offset + lengthBytes > windowOffset;
    }

    private long windowEnd() {
        return windowOffset + windowLength;
    }

    /** Whether every frame is the whole window, so that any write makes all that wait stale. */
    boolean wholeWindow() {
        return modes == LAST_WORD;
    }

    /** Whether a write that touches the window would end a frame whatever came before; any is taken to, but for the last word. */
    boolean endsFrameAlone(long offset, int lengthBytes) {
        return (modes & LAST_WORD) == 0 || offset + lengthBytes >= windowEnd();
    }

    /** Another node has written bytes that touch the window. */
    void onWrite(int writer, long offset, int lengthBytes, long nowPs) {
        long from = Math.max(offset, windowOffset);
        long to = Math.min(offset + lengthBytes, windowEnd());
        if (modes == LAST_WORD) {
            if (to == windowEnd()) {
                sink.onFrame(writer, windowOffset, windowLength, nowPs);
            }
        } else if (modes == EACH_WRITE) {
            sink.onFrame(writer, from, (int) (to - from), nowPs);
        } else {
            gather(writer, from, to, nowPs);
        }
    }

    private void gather(int writer, long from, long to, long nowPs) {
        if (begun && from == windowOffset && writtenTo == windowEnd() && start != windowOffset) {
            close();
        }
        long at = from;
        while (at < to) {
            long next = (modes & BYTE_COUNT) == 0 ? to : Math.min(to, at + frameBytes - bytes);
            extend(writer, at, next);
            lastPs = nowPs;
            at = next;
            boolean counted = (modes & BYTE_COUNT) != 0 && bytes == frameBytes;
            if (counted || (modes & LAST_WORD) != 0 && at == windowEnd()) {
                close();
            }
        }
        if (begun && (modes & IDLE) != 0 && !armed) {
            arm(nowPs + idlePs);
        }
    }

    private void extend(int writer, long from, long to) {
        start = begun ? Math.min(start, from) : from;
        end = begun ? Math.max(end, to) : to;
        begun = true;
        origin = writer;
        writtenTo = to;
        bytes += to - from;
    }

    private void close() {
        begun = false;
        bytes = 0;
        sink.onFrame(origin, start, (int) (end - start), lastPs);
    }

    private void arm(long atPs) {
        armed = true;
        timer.start(++epoch, atPs);
    }

    /** The idle timer has run out: a frame begun ends, unless something has been written since. */
    void onTimer(int timerEpoch, long nowPs) {
        if (!armed || timerEpoch != epoch) {
            return;
        }
        armed = false;
        if (begun && lastPs + idlePs > nowPs) {
            arm(lastPs + idlePs);
        } else if (begun) {
            close();
        }
    }

    /** Gives a frame begun up, so that it never shifts the next stream; says whether there was one. */
    boolean restart() {
        boolean was = begun;
        begun = false;
        bytes = 0;
        armed = false;
        epoch++;
        return was;
    }

    /** Whether a channel can be enabled with these settings over this much memory. */
    boolean makesSense(long memoryBytes) {
        boolean alone = (modes & EACH_WRITE) == 0 || modes == EACH_WRITE;
        boolean counts = (modes & BYTE_COUNT) == 0 || frameBytes > 0 && frameBytes <= windowLength;
        return windowLength > 0
                && windowOffset >= 0
                && windowOffset <= memoryBytes - windowLength
                && modes != 0
                && alone
                && counts
                && ((modes & IDLE) == 0 || idlePs > 0);
    }

    long windowOffset() {
        return windowOffset;
    }

    void setWindowOffset(long value) {
        windowOffset = value;
        restart();
    }

    int windowLength() {
        return windowLength;
    }

    void setWindowLength(long value) {
        windowLength = Math.clamp(value, 0, Integer.MAX_VALUE);
        restart();
    }

    int modes() {
        return modes;
    }

    void setModes(long value) {
        modes = (int) value;
        restart();
    }

    long frameBytes() {
        return frameBytes;
    }

    void setFrameBytes(long value) {
        frameBytes = value;
        restart();
    }

    long idleNs() {
        return TimerSetting.toNs(idlePs);
    }

    void setIdleNs(long value) {
        idlePs = TimerSetting.toPs(value, quantumPs);
        restart();
    }

    boolean reset() {
        boolean was = restart();
        windowOffset = 0;
        windowLength = 0;
        modes = LAST_WORD;
        frameBytes = 0;
        idlePs = 0;
        return was;
    }

    void state(StateVisitor visitor) {
        windowOffset = visitor.value("windowOffset", windowOffset);
        windowLength = visitor.value("windowLength", windowLength);
        modes = visitor.value("triggerModes", modes);
        frameBytes = visitor.value("triggerBytes", frameBytes);
        idlePs = visitor.value("triggerIdle", idlePs);
        begun = visitor.value("begun", begun);
        origin = visitor.value("begunOrigin", origin);
        start = visitor.value("begunStart", start);
        end = visitor.value("begunEnd", end);
        writtenTo = visitor.value("begunTo", writtenTo);
        bytes = visitor.value("begunBytes", bytes);
        lastPs = visitor.value("begunLast", lastPs);
        armed = visitor.value("idleArmed", armed);
        epoch = visitor.value("idleEpoch", epoch);
    }
}
