package dev.rmtwin.pcie.register;

/**
 * What hardware does behind a {@link RegisterFile}. Registers are named by their index in the block.
 *
 * <p>Thread: the engine's.
 */
public interface RegisterBehaviour {
    /** What became of a write. */
    enum Verdict {
        /** It has had its effect. */
        TAKEN,
        /** It is wrong, and has changed nothing. */
        REFUSED,
        /** It cannot be taken now and has changed nothing: it is to come again. */
        BUSY
    }

    /**
     * The value of bits that hardware supplies ({@link Register#hardwareMask}). Free of side effects.
     *
     * @return the register's value; bits that hardware does not supply are ignored
     */
    long onPeek(int index);

    /** A register has been read, side effects of its modes included. */
    void onRead(int index, long nowPs);

    /**
     * A register is about to be written; nothing has changed yet.
     *
     * @param present its value
     * @param next its value by the access modes, with the bits of commands that are written
     */
    Verdict onWrite(int index, long present, long next, long nowPs);

    /** A register has been written; {@code next} is kept. */
    void onWritten(int index, long present, long next, long nowPs);
}
