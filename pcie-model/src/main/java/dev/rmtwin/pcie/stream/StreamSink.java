package dev.rmtwin.pcie.stream;

/** Takes what a link receives. Thread: the engine's. */
public interface StreamSink {
    /** A unit's last bit is in. */
    void onUnit(StreamUnit unit, long nowPs);

    /** The first bit of a unit has begun after a pause. */
    void onBusy(long nowPs);

    /** A unit has ended and no other follows at once. */
    void onQuiet(long nowPs);
}
