package dev.rmtwin.pcie.register;

/** How software may touch a field. What a mode does to a stored value is {@link Register#afterWrite}'s and the file's. */
public enum Access {
    /** Read only: writing changes nothing. */
    RO("read only"),
    /** Read and write. */
    RW("read and write"),
    /** Set by hardware; writing 1 clears, writing 0 leaves. */
    RW1C("write 1 to clear"),
    /** Set by hardware; writing 0 clears, writing 1 leaves. */
    W0C("write 0 to clear"),
    /** Set by hardware; reading clears. */
    RC("read clears"),
    /** A command: writing acts, nothing is kept, reads as 0. */
    WO("write only, reads as 0"),
    /** Reading takes the next entry of a FIFO; what is written is a command. */
    POP("reading takes the next entry"),
    /** Reserved: reads as 0; software writes back what it has read. */
    RSVDP("reserved, preserve"),
    /** Reserved: reads as 0; software writes 0. */
    RSVDZ("reserved, write 0");

    private final String doc;

    Access(String doc) {
        this.doc = doc;
    }

    /** One line for people. */
    public String doc() {
        return doc;
    }

    /** Whether the field is none that software may use. */
    public boolean reserved() {
        return this == RSVDP || this == RSVDZ;
    }

    /** Whether a write can change something. */
    public boolean writable() {
        return switch (this) {
            case RW, RW1C, W0C, WO, POP -> true;
            case RO, RC, RSVDP, RSVDZ -> false;
        };
    }
}
