package dev.rmtwin.pcie.host;

import java.lang.foreign.MemorySegment;

/** A piece of host memory that devices can reach. */
public final class HostRegion {
    private final long address;
    private final MemorySegment segment;
    private TouchListener listener;

    /** Hears that a device has written. */
    @FunctionalInterface
    public interface TouchListener {
        /** A device's write has landed. */
        void onTouch(long nowPs);
    }

    HostRegion(long address, MemorySegment segment) {
        this.address = address;
        this.segment = segment;
    }

    /** Address that devices use. */
    public long address() {
        return address;
    }

    /** The bytes. */
    public MemorySegment segment() {
        return segment;
    }

    /** Sets who hears of devices' writes; one at most. */
    public void listen(TouchListener touchListener) {
        listener = touchListener;
    }

    void touched(long nowPs) {
        if (listener != null) {
            listener.onTouch(nowPs);
        }
    }
}
