package dev.rmtwin.core.trace;

/**
 * The fifteen stages of one write's journey from the sending application to the receiving one. Rows 1 to 3 lie on the
 * sending card, 4 and 5 on every span and node, 6 to 15 on each receiving card. The order of the constants is the order of
 * the journey.
 */
public enum Stage {
    HOST_WRITE("a posted write reaches the card and its own memory"),
    TX_FIFO("the write waits in the transmit FIFO"),
    FRAME_TX("a packet starts on the fibre"),
    SPAN("a packet arrives at the end of a span"),
    RING_HOP("a node takes in a packet and sends it on, or strips its own"),
    RX_FIFO("the packet waits in the receive FIFO"),
    MEMORY("the packet's bytes are in the node's memory"),
    DMA_FETCH("a receive descriptor has been fetched for the frame"),
    DMA_MOVE("the DMA engine has read the frame from card memory"),
    CQE_POST("the completion entry is in host memory"),
    COALESCE("the coalescer lets an interrupt go"),
    MSIX("the interrupt message reaches the host"),
    ISR("the service routine runs"),
    EVENTFD("the event descriptor is signalled"),
    APP_RING("the application takes the frame from its ring");

    private static final Stage[] VALUES = values();

    private final String doc;

    Stage(String doc) {
        this.doc = doc;
    }

    /** What has happened when a frame reaches the stage. */
    public String doc() {
        return doc;
    }

    /** The stage with this ordinal, without the copy that {@link #values()} makes. */
    public static Stage of(int ordinal) {
        return VALUES[ordinal];
    }

    /** Number of stages. */
    public static int count() {
        return VALUES.length;
    }
}
