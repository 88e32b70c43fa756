package dev.rmtwin.core.routine;

/** The driver's answer to an interrupt; the port by which a host calls its drivers. */
@FunctionalInterface
public interface InterruptHandler {
    /**
     * An interrupt has been taken on some core.
     *
     * @return the service routine, ready to be started; the same object may be returned each time, since a vector is never
     *     entered twice at once
     */
    Routine onMessage(int vector, long nowPs);

    /**
     * Asked when the service routine is done, on a line that several devices share: whether its own device had interrupted. A handler
     * that does not check says yes, and so claims the interrupts of strangers.
     */
    default boolean handled() {
        return true;
    }
}
