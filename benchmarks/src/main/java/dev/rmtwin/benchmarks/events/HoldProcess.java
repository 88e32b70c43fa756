package dev.rmtwin.benchmarks.events;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Measures one variant in a Java process of its own, so that no variant runs code that was compiled for the profile of another.
 *
 * @param windowMs length of a window of processor time
 * @param warmCount windows before those that count
 * @param keptCount windows that count
 */
public record HoldProcess(long windowMs, int warmCount, int keptCount) {
    /**
     * Runs a variant to its end.
     *
     * @throws IOException if the process does not start, or fails: then with what it wrote
     * @throws InterruptedException if this thread is interrupted meanwhile; the process is ended
     */
    public Measurement measure(Variant variant, int pendingCount) throws IOException, InterruptedException {
        List<String> command = List.of(
                java(),
                "-cp",
                System.getProperty("java.class.path"),
                HoldMain.class.getName(),
                variant.name(),
                Integer.toString(pendingCount),
                Long.toString(windowMs),
                Integer.toString(warmCount),
                Integer.toString(keptCount));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException(variant + " with " + pendingCount + " pending ended with status " + status + ": "
                        + output.strip());
            }
            return Measurement.parse(output);
        } finally {
            process.destroy();
        }
    }

    private static String java() {
        return ProcessHandle.current()
                .info()
                .command()
                .orElseGet(() ->
                        Path.of(System.getProperty("java.home"), "bin", "java").toString());
    }
}
