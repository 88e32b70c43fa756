package dev.rmtwin.fault;

/** What a fault does to a thing that passes its seam. The order is part of snapshots: append only. */
public enum FaultVerb {
    /** The thing is lost. */
    DROP,
    /** One field of the thing gets another value. */
    CORRUPT,
    /** The thing comes later. */
    DELAY
}
