package dev.rmtwin.core.state;

import java.io.IOException;

/** A snapshot that cannot be read, is damaged, or belongs to another ring. */
public final class SnapshotException extends IOException {
    private static final long serialVersionUID = 1L;

    /** @param message what does not fit, with the record and field */
    public SnapshotException(String message) {
        super(message);
    }

    /** @param message what does not fit, with the record and field */
    public SnapshotException(String message, Throwable cause) {
        super(message, cause);
    }
}
