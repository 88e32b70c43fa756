package dev.rmtwin.core.routine;

/** Something that can be read with a round trip. */
@FunctionalInterface
public interface ReadPort {
    /**
     * Asks for a value. The answer comes to the requester's {@link ReadReply} as sampled when the request arrived.
     *
     * @param address what to read, in the port's own terms
     * @param widthBytes 1, 2, 4 or 8
     * @param requesterId id of the component that gets the answer, which must be a {@link ReadReply}
     * @param nowPs time of the request
     */
    void request(long address, int widthBytes, int requesterId, long nowPs);
}
