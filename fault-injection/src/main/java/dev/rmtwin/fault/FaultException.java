package dev.rmtwin.fault;

/** A fault that cannot be: the message says what does not fit and what would. */
public final class FaultException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** @param message for people */
    public FaultException(String message) {
        super(message);
    }
}
