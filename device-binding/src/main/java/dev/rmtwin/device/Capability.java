package dev.rmtwin.device;

/** What a device can do beyond the portable frame (data, then a network interrupt), which every device can. */
public enum Capability {
    /** Frames are noticed by their address: no network interrupt is needed. */
    ADDRESS_HIT_WINDOW,
    /** Frames are moved to host memory by a ring of descriptors and announced by completions. */
    DMA_RING,
    /** Completions can be held back and announced together. */
    INTERRUPT_COALESCING,
    /** Frames say when they arrived. */
    ARRIVAL_TIME
}
