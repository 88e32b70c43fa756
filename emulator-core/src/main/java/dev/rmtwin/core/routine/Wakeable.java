package dev.rmtwin.core.routine;

/** A thread, modelled or real, that can be told that what it waits for has happened. */
public interface Wakeable {
    /** An event descriptor that it waits on was signalled. */
    void onSignal(long nowPs);

    /** Memory that it watches was written. */
    void onTouch(long nowPs);
}
