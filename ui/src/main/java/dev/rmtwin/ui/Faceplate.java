package dev.rmtwin.ui;

/**
 * The lights on a card's faceplate, from its LCSR1 register as software reads it.
 *
 * @param signal light is received (LCSR1 bit 2)
 * @param ownData an own packet has come back round the ring (bit 0)
 * @param fail the status light that software controls (bit 31)
 */
public record Faceplate(boolean signal, boolean ownData, boolean fail) {
    private static final int OWN_DATA_BIT = 0;
    private static final int SIGNAL_BIT = 2;
    private static final int FAIL_BIT = 31;

    /** The lights that a register value stands for. */
    public static Faceplate of(int lcsr1) {
        return new Faceplate(isSet(lcsr1, SIGNAL_BIT), isSet(lcsr1, OWN_DATA_BIT), isSet(lcsr1, FAIL_BIT));
    }

    private static boolean isSet(int register, int bit) {
        return (register >>> bit & 1) != 0;
    }
}
