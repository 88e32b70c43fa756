package dev.rmtwin.benchmarks.events;

import java.util.Locale;

/**
 * One measurement, run as a process of its own: {@code HoldMain VARIANT PENDING WINDOW_MS WARM KEPT}.
 *
 * <p>Writes one line to standard output: events a second (median of the kept windows), allocated bytes an event, order hash.
 */
public final class HoldMain {
    private HoldMain() {}

    /** Runs one variant; the arguments come from {@link HoldProcess}. */
    public static void main(String[] args) {
        Variant variant = Variant.valueOf(args[0]);
        Meter meter = new Meter(Long.parseLong(args[2]), Integer.parseInt(args[3]), Integer.parseInt(args[4]));
        Kernel kernel = variant.kernel(meter);
        kernel.fill(Integer.parseInt(args[1]));
        kernel.run();
        System.out.printf(
                Locale.ROOT, "%.1f %.4f %d%n", meter.medianEventsPerSecond(), meter.bytesPerEvent(), meter.orderHash());
    }
}
