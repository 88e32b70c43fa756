package dev.rmtwin.core.counter;

/** A counter's identity; implemented by the enums of the modules that count. */
public interface CounterId {
    /** Stable id, e.g. {@code ring.rx.packets}. */
    String id();

    /** One line for people. */
    String doc();

    /** The layer whose health it shows. */
    Layer layer();
}
