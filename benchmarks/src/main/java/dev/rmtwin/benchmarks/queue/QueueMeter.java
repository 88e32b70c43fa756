package dev.rmtwin.benchmarks.queue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** Measures one variant: windows of so many descriptors, the median of those after warming up. */
public final class QueueMeter {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final long windowCount;
    private final int warmWindows;
    private final int keptWindows;

    /**
     * A speed.
     *
     * @param perWallSecond descriptors a second of wall time, median
     * @param perCpuSecond descriptors a second of this thread's processor time, median
     * @param bytesEach heap bytes that this thread allocated for a descriptor, over all kept windows
     */
    public record Speed(double perWallSecond, double perCpuSecond, double bytesEach) {}

    /** Windows of {@code windowCount} descriptors. */
    public QueueMeter(long windowCount, int warmWindows, int keptWindows) {
        this.windowCount = windowCount;
        this.warmWindows = warmWindows;
        this.keptWindows = keptWindows;
    }

    /** The model with whole bursts going through its stages. */
    public Speed bursts() {
        return measure(QueueVariant.model(64, 64));
    }

    /** The same model and work, one descriptor a fetch, an entry write and an interrupt. */
    public Speed oneByOne() {
        return measure(QueueVariant.model(1, 1));
    }

    /** The copies alone. */
    public Speed copies() {
        return measure(new CopyLoop());
    }

    private Speed measure(QueueVariant variant) {
        for (int window = 0; window < warmWindows; window++) {
            variant.carry(windowCount);
        }
        double[] wall = new double[keptWindows];
        double[] cpu = new double[keptWindows];
        long bytes = threads.getCurrentThreadAllocatedBytes();
        long carried = 0;
        for (int window = 0; window < keptWindows; window++) {
            long wallNs = System.nanoTime();
            long cpuNs = threads.getCurrentThreadCpuTime();
            long count = variant.carry(windowCount);
            cpu[window] = count * 1e9 / (threads.getCurrentThreadCpuTime() - cpuNs);
            wall[window] = count * 1e9 / (System.nanoTime() - wallNs);
            carried += count;
        }
        double bytesEach = (double) (threads.getCurrentThreadAllocatedBytes() - bytes) / carried;
        return new Speed(median(wall), median(cpu), bytesEach);
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
