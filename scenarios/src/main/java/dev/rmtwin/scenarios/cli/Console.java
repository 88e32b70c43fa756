package dev.rmtwin.scenarios.cli;

import dev.rmtwin.scenarios.report.Ansi;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where a command writes.
 *
 * @param out takes the result and nothing else
 * @param result what lies below {@code out}
 * @param err takes problems, progress and logs
 * @param ansi colours of {@code out}
 * @param progress whether {@code err} takes a line that is rewritten in place
 */
record Console(PrintStream out, ResultStream result, PrintStream err, Ansi ansi, boolean progress) {
    private static final String WIPE = "\r\u001b[K";

    /** A console whose results go to this stream, in UTF-8. */
    static Console to(OutputStream results, PrintStream err, Ansi ansi, boolean progress) {
        ResultStream result = new ResultStream(results);
        PrintStream out = new PrintStream(new BufferedOutputStream(result), false, StandardCharsets.UTF_8);
        return new Console(out, result, err, ansi, progress);
    }

    /** The process's own streams, in UTF-8. */
    static Console ofProcess(Map<String, String> environment) {
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        boolean dumb = "dumb".equals(environment.get("TERM"));
        boolean plain = !environment.getOrDefault("NO_COLOR", "").isEmpty();
        boolean progress = switch (environment.getOrDefault("RMTWIN_PROGRESS", "auto")) {
            case "always" -> true;
            case "never" -> false;
            default -> !dumb && isTerminal(2);
        };
        Ansi ansi = new Ansi(!dumb && !plain && isTerminal(1));
        return to(new FileOutputStream(FileDescriptor.out), err, ansi, progress);
    }

    /** Rewrites the progress line; empty text wipes it. */
    void show(String line) {
        if (progress) {
            err.print(WIPE + line);
            err.flush();
        }
    }

    /** Linux tells by the name behind the descriptor; elsewhere Java only knows whether input and output both are. */
    @SuppressWarnings("SystemConsoleNull") // from JDK 25 on it is null again without a terminal
    private static boolean isTerminal(int descriptor) {
        Path link = Path.of("/proc/self/fd/" + descriptor);
        if (!Files.isSymbolicLink(link)) {
            return System.console() != null && System.console().isTerminal();
        }
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false; // closed in between: then nobody watches
        }
    }
}
