package dev.rmtwin.scenarios.model;

/** How a receiving application learns of a frame. */
public enum ReceiveMode {
    /** DMA ring; a thread looks at the card's status registers at a period, and yields in between. */
    POLL("poll"),
    /** DMA ring; a thread looks at the completion ring in host memory and yields, without a period. */
    YIELD_POLL("yield-poll"),
    /** DMA ring; a thread spins on the completion ring in host memory and never yields. */
    BUSY_POLL("busy-poll"),
    /** DMA ring; an interrupt wakes a thread that waits in epoll. */
    INTERRUPT_DMA("interrupt-dma"),
    /** DMA ring; the first interrupt of a burst masks the others and starts polls with a budget, until nothing is left. */
    HYBRID("hybrid"),
    /** The portable frame of every card: a network interrupt after the data wakes a thread, which reads card memory. */
    NETWORK_INTERRUPT("network-interrupt");

    private final String label;

    ReceiveMode(String label) {
        this.label = label;
    }

    /** The name in scenario files and results. */
    public String label() {
        return label;
    }
}
