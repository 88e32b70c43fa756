package dev.rmtwin.core.routine;

import dev.rmtwin.core.state.StateVisitor;

/**
 * Code that never blocks: a driver step, a service routine, an application. It runs until it needs a value from the card,
 * time to pass or something to happen, says so, and is resumed. A modelled core runs it in virtual time; a thread runs the
 * same code against a real card.
 */
public interface Routine {
    /** Starts or continues; returns one of the context's wants. */
    Want resume(RoutineContext context);

    /** Saves or restores where it stands. */
    void state(StateVisitor visitor);
}
