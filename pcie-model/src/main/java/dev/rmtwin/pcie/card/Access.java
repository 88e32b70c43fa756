package dev.rmtwin.pcie.card;

/** How software may touch a register. */
public enum Access {
    /** Read only; writes are ignored. */
    RO,
    /** Read and write. */
    RW,
    /** Write only; reads as zero. */
    WO,
    /** Reads; a bit is cleared by writing 0 to it, and writing 1 leaves it. */
    W0C,
    /** Reading takes the next entry. */
    POP
}
