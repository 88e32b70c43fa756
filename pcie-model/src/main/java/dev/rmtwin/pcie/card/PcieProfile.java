package dev.rmtwin.pcie.card;

import dev.rmtwin.core.time.ClockDomain;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.config.LinkShape;

/**
 * The bus between host and card: a PCI Express link, or a link of a plain rate that stands for something else.
 *
 * @param shape generation and lanes; what the link registers say, and where the rate comes from
 * @param plainBytesPerSecond rate of one direction in place of the one that {@code shape} gives; 0: none
 * @param packets how bytes are cut into packets, and what each packet costs
 * @param delays times besides those on the line
 * @param flow what limits the number of packets under way
 * @param accessControl whether the card has the ACS capability
 * @param addressTranslation whether the card has the ATS capability
 */
public record PcieProfile(
        LinkShape shape,
        long plainBytesPerSecond,
        Packets packets,
        Delays delays,
        Flow flow,
        boolean accessControl,
        boolean addressTranslation) {
    /** Bytes of one unit of data credit. */
    public static final int DATA_CREDIT_BYTES = 16;

    private static final int STANDARD_TAGS = 32;
    private static final int STANDARD_BOUNDARY_BYTES = 64;

    /**
     * A link of a plain rate without limits to what is under way: every packet has the same overhead, credits are without end,
     * a read request asks for at most one payload, 32 of them at once, and an answer may take 50 ms.
     */
    public PcieProfile(
            long bytesPerSecond,
            int maxPayloadBytes,
            int packetOverheadBytes,
            long hostToCardPs,
            long cardToHostPs,
            long registerReadPs,
            long hostMemoryReadPs,
            boolean accessControl,
            boolean addressTranslation) {
        this(
                LinkShape.of(bytesPerSecond),
                bytesPerSecond,
                new Packets(maxPayloadBytes, maxPayloadBytes, STANDARD_BOUNDARY_BYTES, packetOverheadBytes, 0, 0, 0),
                new Delays(hostToCardPs, cardToHostPs, registerReadPs, hostMemoryReadPs, 50 * Ps.MS),
                new Flow(Credits.WITHOUT_LIMIT, Credits.WITHOUT_LIMIT, STANDARD_TAGS, false, 0),
                accessControl,
                addressTranslation);
    }

    /**
     * How bytes are cut into packets.
     *
     * @param maxPayloadBytes largest payload of one packet
     * @param maxReadRequestBytes most that one read request asks for
     * @param readBoundaryBytes read completion boundary: where answers are cut
     * @param framingBytes start, sequence number, LCRC and end around every packet
     * @param shortHeaderBytes header of completions, messages and requests below 4 GB
     * @param longHeaderBytes header of memory requests at or above 4 GB
     * @param dllpBytes acknowledgement and credit update that go back for each packet
     */
    public record Packets(
            int maxPayloadBytes,
            int maxReadRequestBytes,
            int readBoundaryBytes,
            int framingBytes,
            int shortHeaderBytes,
            int longHeaderBytes,
            int dllpBytes) {}

    /**
     * Times besides those on the line.
     *
     * @param hostToCardPs latency of a posted write or read request towards the card
     * @param cardToHostPs latency of a posted write or completion towards the host
     * @param registerReadPs time the card takes to answer a register read
     * @param hostMemoryReadPs time the host's memory takes to answer a read by the card
     * @param completionTimeoutPs how long a requester waits for an answer, on either side
     */
    public record Delays(
            long hostToCardPs,
            long cardToHostPs,
            long registerReadPs,
            long hostMemoryReadPs,
            long completionTimeoutPs) {}

    /**
     * What limits the packets under way, and what may change their order.
     *
     * @param card what the card's receive buffers hold
     * @param host what the host's receive buffers hold
     * @param tagCount reads of host memory that the card can have open
     * @param relaxedOrdering whether the card marks plain data as free to pass earlier posted writes
     * @param fabricHoldPs longest time by which the host's fabric holds up a posted write; each is drawn from 0 to this
     */
    public record Flow(Credits card, Credits host, int tagCount, boolean relaxedOrdering, long fabricHoldPs) {}

    /**
     * Initial flow-control credits of one receiver; 0 is without limit, as in the specification. Data in units of 16 bytes.
     *
     * @param postedHeaders posted writes and messages
     * @param postedData their data
     * @param nonPostedHeaders read requests, which have no data
     * @param completionHeaders answers to reads; endpoints and root complexes grant them without limit
     * @param completionData their data
     */
    public record Credits(
            int postedHeaders, int postedData, int nonPostedHeaders, int completionHeaders, int completionData) {
        /** No limit for any kind. */
        public static final Credits WITHOUT_LIMIT = new Credits(0, 0, 0, 0, 0);
    }

    /** Rate of one direction after line coding, rounded down. */
    public long bytesPerSecond() {
        return plainBytesPerSecond > 0 ? plainBytesPerSecond : shape.bytesPerSecond();
    }

    /** One edge for each byte of one direction. */
    public ClockDomain byteClock() {
        return plainBytesPerSecond > 0 ? ClockDomain.ofRate(plainBytesPerSecond, Ps.SECOND) : shape.byteClock();
    }

    /** Largest payload of one packet. */
    public int maxPayloadBytes() {
        return packets.maxPayloadBytes();
    }

    /** Latency towards the card. */
    public long hostToCardPs() {
        return delays.hostToCardPs();
    }

    /** Latency towards the host. */
    public long cardToHostPs() {
        return delays.cardToHostPs();
    }

    /** Time the card takes to answer a register read. */
    public long registerReadPs() {
        return delays.registerReadPs();
    }

    /** Time the host's memory takes to answer the card. */
    public long hostMemoryReadPs() {
        return delays.hostMemoryReadPs();
    }
}
