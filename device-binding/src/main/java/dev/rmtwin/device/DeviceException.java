package dev.rmtwin.device;

/** A device cannot do what was asked; the message says what and, where it can, what would be right. */
public final class DeviceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message what is wrong and what would be right */
    public DeviceException(String message) {
        super(message);
    }

    /** @param message what is wrong and what would be right */
    public DeviceException(String message, Throwable cause) {
        super(message, cause);
    }
}
