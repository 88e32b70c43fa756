package dev.rmtwin.core.routine;

/** Gets the answers to reads. */
@FunctionalInterface
public interface ReadReply {
    /** The value read, at the time of its arrival. */
    void onReadReply(long value, long nowPs);
}
