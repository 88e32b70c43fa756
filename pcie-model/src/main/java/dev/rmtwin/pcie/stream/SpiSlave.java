package dev.rmtwin.pcie.stream;

/** The other end of an SPI link. It answers while it is being sent to, so it cannot know what it is being sent. */
@FunctionalInterface
public interface SpiSlave {
    /** Bits that it shifts out while unit {@code number} is shifted in. */
    long answer(long number);
}
