package dev.rmtwin.pcie.card;

/** Hears when an interrupt line changes. Thread: the engine's. */
@FunctionalInterface
public interface InterruptLevel {
    /** The line is asserted or released; called only when it changes. */
    void onLevel(boolean asserted, long nowPs);
}
