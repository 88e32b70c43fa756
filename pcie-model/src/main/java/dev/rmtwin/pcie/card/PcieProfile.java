package dev.rmtwin.pcie.card;

/**
 * The bus between host and card. First-order model: two directions, each an ordered pipe with a rate and a latency.
 *
 * @param bytesPerSecond raw rate of one direction after line coding (3.94 GB/s for generation 3 x4)
 * @param maxPayloadBytes largest payload of one posted write
 * @param packetOverheadBytes header, sequence number, CRC and framing of one transaction packet
 * @param hostToCardPs latency of a posted write or read request towards the card
 * @param cardToHostPs latency of a posted write or completion towards the host
 * @param registerReadPs time the card takes to answer a register read
 * @param hostMemoryReadPs time the host's memory takes to answer a read by the card
 * @param accessControl whether the card has the ACS capability
 * @param addressTranslation whether the card has the ATS capability
 */
public record PcieProfile(
        long bytesPerSecond,
        int maxPayloadBytes,
        int packetOverheadBytes,
        long hostToCardPs,
        long cardToHostPs,
        long registerReadPs,
        long hostMemoryReadPs,
        boolean accessControl,
        boolean addressTranslation) {}
