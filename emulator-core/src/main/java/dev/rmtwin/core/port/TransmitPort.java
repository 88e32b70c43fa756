package dev.rmtwin.core.port;

/** Where a host's writes enter the network side of its card. */
@FunctionalInterface
public interface TransmitPort {
    /**
     * Takes a write whole, or not at all.
     *
     * @return the sequence of its last packet ({@code EventKey.packetSequence}), or -1 when there is no room: the caller keeps
     *     the write and tries again when told that there is space
     */
    long accept(HostWrite write, long nowPs);
}
