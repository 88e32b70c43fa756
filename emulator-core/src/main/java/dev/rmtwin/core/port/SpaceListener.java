package dev.rmtwin.core.port;

/** Hears that a FIFO which refused something has room again. */
@FunctionalInterface
public interface SpaceListener {
    /** There is room now; called within the step that made it. */
    void onSpace(long nowPs);
}
