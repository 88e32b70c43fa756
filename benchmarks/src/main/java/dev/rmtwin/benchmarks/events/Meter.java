package dev.rmtwin.benchmarks.events;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * Counts events in windows of this thread's processor time: some to warm up, then those that are kept; hashes the order of
 * the first events.
 *
 * <p>Processor time leaves out what other processes take from this one on a shared machine, and the collector's threads too:
 * to the advantage of variants that allocate.
 */
final class Meter {
    private static final int HASHED_EVENTS = 1 << 19;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final long windowNs;
    private final int warmCount;
    private final double[] eventsPerSecond;

    private long count;
    private long hash;
    private int closedCount;
    private long openedNs = threads.getCurrentThreadCpuTime();
    private long openedAtCount;
    private long keptFromCount;
    private long keptFromBytes;
    private double bytesPerEvent;

    /** Windows of {@code windowMs}, of which the first {@code warmCount} are thrown away and {@code keptCount} kept. */
    Meter(long windowMs, int warmCount, int keptCount) {
        this.windowNs = windowMs * 1_000_000;
        this.warmCount = warmCount;
        this.eventsPerSecond = new double[keptCount];
    }

    /** Counts one event; true when all windows are complete. */
    boolean tick(long timePs, long key) {
        long n = ++count;
        if (n <= HASHED_EVENTS) {
            hash = (hash * 31 + timePs) * 31 + key;
        }
        return (n & 4095) == 0 && closeWindow();
    }

    /** Median of the kept windows. */
    double medianEventsPerSecond() {
        double[] sorted = eventsPerSecond.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Heap bytes that this thread allocated for an event, over all kept windows. */
    double bytesPerEvent() {
        return bytesPerEvent;
    }

    /** Hash of time and key of the first events, in the order in which they were handled. */
    long orderHash() {
        return hash;
    }

    private boolean closeWindow() {
        long nowNs = threads.getCurrentThreadCpuTime();
        if (nowNs - openedNs < windowNs || count < HASHED_EVENTS) {
            return false;
        }
        if (closedCount >= warmCount) {
            eventsPerSecond[closedCount - warmCount] = (count - openedAtCount) * 1e9 / (nowNs - openedNs);
        }
        closedCount++;
        if (closedCount == warmCount) {
            keptFromCount = count;
            keptFromBytes = threads.getCurrentThreadAllocatedBytes();
        }
        boolean complete = closedCount == warmCount + eventsPerSecond.length;
        if (complete) {
            bytesPerEvent =
                    (double) (threads.getCurrentThreadAllocatedBytes() - keptFromBytes) / (count - keptFromCount);
        }
        openedNs = threads.getCurrentThreadCpuTime();
        openedAtCount = count;
        return complete;
    }
}
