package dev.rmtwin.ring;

/**
 * The books of a ring: nothing vanishes without a name. Both lines are drawn from independent counts.
 *
 * @param transmitted packets put into transmit FIFOs
 * @param stripped packets taken off by their origin
 * @param lost packets lost on the way to a fault
 * @param inFlight packets in transmit FIFOs and on the fibre
 * @param offered copies offered to receive FIFOs
 * @param received copies written to memory, and network interrupts taken
 * @param notReceived copies lost on the receive side, all causes
 * @param waiting copies in receive FIFOs
 * @param references references to pool packets; equals in flight plus waiting
 */
public record Conservation(
        long transmitted,
        long stripped,
        long lost,
        long inFlight,
        long offered,
        long received,
        long notReceived,
        long waiting,
        long references) {

    /** Whether every packet and every copy is accounted for. */
    public boolean holds() {
        return transmitted == stripped + lost + inFlight
                && offered == received + notReceived + waiting
                && references == inFlight + waiting;
    }

    @Override
    public String toString() {
        return "ring: %d transmitted = %d stripped + %d lost + %d in flight; nodes: %d offered = %d received + %d lost + %d waiting; "
                        .formatted(transmitted, stripped, lost, inFlight, offered, received, notReceived, waiting)
                + references + " packets held" + (holds() ? "" : " (DOES NOT BALANCE)");
    }
}
