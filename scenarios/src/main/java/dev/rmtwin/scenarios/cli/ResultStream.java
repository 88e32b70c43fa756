package dev.rmtwin.scenarios.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/** Remembers why writing failed, which a {@link java.io.PrintStream} around it would forget. */
final class ResultStream extends FilterOutputStream {
    private IOException failure;

    ResultStream(OutputStream target) {
        super(target);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = failure == null ? e : failure;
            throw e;
        }
    }

    /** Why the first write that failed did so. */
    Optional<String> failure() {
        return Optional.ofNullable(failure).map(CommandFailure::reason);
    }

    /** Whether nobody reads any longer, as behind {@code | head}: no reason to complain. */
    boolean readerGone() {
        return failure().filter(reason -> reason.contains("Broken pipe")).isPresent();
    }
}
