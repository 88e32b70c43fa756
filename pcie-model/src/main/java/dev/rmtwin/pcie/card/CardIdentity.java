package dev.rmtwin.pcie.card;

/** The two identities of a card; they are never mixed. */
public enum CardIdentity {
    /** 114a:5565: the RM block only. No queue block, so plain writes wake nobody: data is announced by network interrupts. */
    RFM_5565,
    /** A card of its own id: RM block and queue block (DMA rings, phase tags, coalescing, MSI-X). */
    RM_QUEUE
}
