package dev.rmtwin.core.routine;

/** What a routine wants next from whoever runs it. Made by the methods of {@link RoutineContext}. */
public enum Want {
    /** To be resumed when what it charged has passed. */
    PROCEED,
    /** To be resumed with the value of a read. */
    READ,
    /** To be resumed at a time, without its core until then. */
    SLEEP,
    /** To be resumed when it is signalled or when time is up, without its core until then. */
    AWAIT,
    /** To go round a loop of checks until memory is touched or time is up. */
    LOOP,
    /** Nothing more. */
    DONE
}
