package dev.rmtwin.ring;

/**
 * The fibre and its framing, the same for every span of one ring. Source of the defaults: 5565 data sheets; one formula,
 * (payload + overhead) x 10 / line rate, gives both published throughputs (42.5 MB/s at 4-byte, 170 MB/s at 64-byte packets).
 *
 * @param lineRateBaud symbols a second on the fibre; 8b/10b spends ten on a byte
 * @param packetOverheadBytes framing bytes around a payload
 * @param maxPayloadBytes largest payload of one packet; writes are cut into pieces of this size
 * @param propagationPsPerMetre travel time of light in the fibre
 */
public record LinkProfile(long lineRateBaud, int packetOverheadBytes, int maxPayloadBytes, long propagationPsPerMetre) {
    /** Largest payload that any 5565-class packet carries. */
    public static final int PAYLOAD_LIMIT_BYTES = 64;

    /** 2.125 Gbaud multimode fibre of the 5565 family. */
    public static final LinkProfile RFM_5565 = new LinkProfile(2_125_000_000L, 16, PAYLOAD_LIMIT_BYTES, 5_000);
}
