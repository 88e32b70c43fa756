package dev.rmtwin.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether somebody watches standard error. */
final class Terminal {
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private Terminal() {}

    /** True when standard error is a terminal; where the system does not tell, when input and output are. */
    static boolean isWatched() {
        try {
            String target = Files.readSymbolicLink(STANDARD_ERROR).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException e) { // no such link: not Linux
            return System.console().isTerminal();
        }
    }
}
