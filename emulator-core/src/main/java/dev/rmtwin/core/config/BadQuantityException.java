package dev.rmtwin.core.config;

/** A text that is not the quantity it should be: what is wrong, and what would be right. */
public final class BadQuantityException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String wrong;
    private final String right;

    /**
     * @param wrong what is wrong, one line
     * @param right what would be right, one line
     */
    public BadQuantityException(String wrong, String right) {
        super(wrong + "; " + right);
        this.wrong = wrong;
        this.right = right;
    }

    /** What is wrong. */
    public String wrong() {
        return wrong;
    }

    /** What would be right. */
    public String right() {
        return right;
    }
}
