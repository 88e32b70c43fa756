package dev.rmtwin.pcie.card;

import dev.rmtwin.core.state.StateVisitor;

/**
 * A channel's FIFO of records of complete frames. Service begins when as many wait as the threshold says, or when a smaller
 * batch has seen no new record for the time-out, and lasts until the FIFO is empty. Level and status are of the same step.
 *
 * <p>Fidelity: functional. Thread: the engine's.
 */
final class EventFifo {
    private final FrameRecord[] records;
    private final long quantumPs;
    private final EpochTimer timer;
    private int head;
    private int count;
    private int peak;
    private int threshold = 1;
    private long timeoutPs;
    private boolean serving;
    private boolean armed;
    private int epoch;
    private long lastPs;
    private long accepted;
    private long drained;

    EventFifo(int depth, long quantumPs, EpochTimer timer) {
        this.quantumPs = quantumPs;
        this.timer = timer;
        records = new FrameRecord[depth];
        for (int i = 0; i < depth; i++) {
            records[i] = new FrameRecord();
        }
    }

    boolean isFull() {
        return count == records.length;
    }

    /** The place of the next record: to be filled, then {@linkplain #accept accepted}. The FIFO must not be full. */
    FrameRecord free() {
        return records[(head + count) % records.length];
    }

    /** The record in the free place is there; says whether records are served now. */
    boolean accept(long nowPs) {
        count++;
        accepted++;
        peak = Math.max(peak, count);
        lastPs = nowPs;
        serving |= count >= threshold;
        if (!serving && !armed) {
            arm(nowPs + timeoutPs);
        }
        return serving;
    }

    private void arm(long atPs) {
        armed = true;
        timer.start(++epoch, atPs);
    }

    /** A timer has run out; true when that begins the service of a partial batch. */
    boolean onTimer(int timerEpoch, long nowPs) {
        if (!armed || timerEpoch != epoch) {
            return false;
        }
        armed = false;
        if (count == 0 || serving) {
            return false;
        }
        if (lastPs + timeoutPs > nowPs) {
            arm(lastPs + timeoutPs);
            return false;
        }
        serving = true;
        return true;
    }

    /** The oldest record; there must be one. */
    FrameRecord oldest() {
        return records[head];
    }

    void removeOldest() {
        head = (head + 1) % records.length;
        count--;
        drained++;
        serving &= count > 0;
        if (accepted - drained != count) {
            throw new IllegalStateException("event FIFO holds " + count + " of " + accepted + " - " + drained);
        }
    }

    /** Bytes have been written over: the frames they belonged to stand no more. */
    void markStale(long from, long to) {
        for (int i = 0; i < count; i++) {
            records[(head + i) % records.length].markStale(from, to);
        }
    }

    boolean isServed() {
        return serving;
    }

    int level() {
        return count;
    }

    int depth() {
        return records.length;
    }

    int peak() {
        return peak;
    }

    void restartPeak() {
        peak = count;
    }

    boolean reachesThreshold() {
        return count >= threshold;
    }

    int threshold() {
        return threshold;
    }

    long timeoutNs() {
        return TimerSetting.toNs(timeoutPs);
    }

    /** Whether a batch below the threshold is served some time. */
    boolean servesAll() {
        return threshold == 1 || timeoutPs > 0;
    }

    /** Sets the threshold, 1 to the depth; what waits is judged by it at once. */
    void setThreshold(long value, long nowPs) {
        threshold = Math.clamp(value, 1, records.length);
        onSettings(nowPs);
    }

    void setTimeoutNs(long value, long nowPs) {
        timeoutPs = TimerSetting.toPs(value, quantumPs);
        onSettings(nowPs);
    }

    private void onSettings(long nowPs) {
        serving |= count > 0 && reachesThreshold();
        if (count > 0 && !serving && timeoutPs > 0) {
            arm(Math.max(nowPs, lastPs + timeoutPs));
        }
    }

    /** Forgets every record and setting; says how many records are lost. */
    int reset() {
        int lost = count;
        head = 0;
        count = 0;
        accepted = 0;
        drained = 0;
        peak = 0;
        threshold = 1;
        timeoutPs = 0;
        serving = false;
        armed = false;
        epoch++;
        return lost;
    }

    void state(StateVisitor visitor) {
        for (FrameRecord record : records) {
            record.state(visitor);
        }
        head = visitor.index("fifoHead", head, records.length);
        count = visitor.index("fifoCount", count, records.length + 1);
        peak = visitor.value("fifoPeak", peak);
        threshold = visitor.value("fifoThreshold", threshold);
        timeoutPs = visitor.value("fifoTimeout", timeoutPs);
        serving = visitor.value("serving", serving);
        armed = visitor.value("fifoArmed", armed);
        epoch = visitor.value("fifoEpoch", epoch);
        lastPs = visitor.value("fifoLast", lastPs);
        accepted = visitor.value("accepted", accepted);
        drained = visitor.value("drained", drained);
    }
}
