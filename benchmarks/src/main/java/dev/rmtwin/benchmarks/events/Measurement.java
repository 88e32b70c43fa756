package dev.rmtwin.benchmarks.events;

/**
 * What one process measured.
 *
 * @param eventsPerSecond of processor time, median of the kept windows
 * @param bytesPerEvent heap bytes allocated for an event
 * @param orderHash hash of time and key of the first events as they were handled
 */
public record Measurement(double eventsPerSecond, double bytesPerEvent, long orderHash) {
    /** Reads the line that {@link HoldMain} wrote. */
    static Measurement parse(String line) {
        String[] fields = line.strip().split(" ", -1);
        return new Measurement(Double.parseDouble(fields[0]), Double.parseDouble(fields[1]), Long.parseLong(fields[2]));
    }
}
