package dev.rmtwin.core.port;

/** Hears of network interrupts that arrive at a card. */
@FunctionalInterface
public interface NetworkInterruptListener {
    /**
     * An interrupt for this card has arrived, after all earlier data of the same sender.
     *
     * @param origin node id of the sender
     * @param type 1 to 3, or another code of the NIC register
     * @param data 32 bits from the sender
     * @param packetSequence which packet brought it
     */
    void onNetworkInterrupt(int origin, int type, int data, long packetSequence, long nowPs);
}
