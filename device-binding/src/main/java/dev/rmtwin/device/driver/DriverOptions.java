package dev.rmtwin.device.driver;

/**
 * How a driver starts its channels. Anything but {@link #PROVEN} repeats a mistake of real legacy drivers, to see what it
 * loses; it has to be asked for by name, and {@code Device} cannot ask for it.
 *
 * @param order order of the steps
 * @param attachResetsHead attaching the interrupt sets the completion head to the card's tail: what was completed is thrown away
 * @param keepsAttached when enabling fails, the interrupt stays attached and the card goes on receiving
 * @param stepGapPs time that passes between two steps, each of which is a call of its own in such drivers
 */
public record DriverOptions(Order order, boolean attachResetsHead, boolean keepsAttached, long stepGapPs) {
    /** Descriptors, interrupt, receive, without a pause; a step that fails undoes those before it. */
    public static final DriverOptions PROVEN = new DriverOptions(Order.PROVEN, false, false, 0);

    /** Order of the steps after mapping. */
    public enum Order {
        /** Descriptors, interrupt, receive. */
        PROVEN,
        /** Receive, descriptors, interrupt. */
        RECEIVE_BEFORE_DESCRIPTORS,
        /** Descriptors, receive, interrupt. */
        RECEIVE_BEFORE_INTERRUPT
    }
}
