package dev.rmtwin.pcie.stream;

/**
 * Where units come from. Each is emitted at a time that an integer clock gives, so that nothing drifts.
 *
 * <p>Thread: the engine's.
 */
public sealed interface StreamSource permits PacedSource, SpiLink, I2cBus, NicSource {
    /** Unique name; the seam of its units is this and {@code /unit}. */
    String name();

    /** Units that have left it; those that a fault has swallowed are among them. */
    long emitted();

    /** Units that a fault has swallowed at its seam. */
    long swallowed();

    /** Time of one unit on the line, rounded up. */
    long unitPs();
}
