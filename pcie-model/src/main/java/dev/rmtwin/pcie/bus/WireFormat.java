package dev.rmtwin.pcie.bus;

import dev.rmtwin.pcie.card.PcieProfile;

/**
 * What packets cost on the line.
 *
 * <pre>
 *   generation 1, 2:  STP 1 | sequence 2 | header 12 or 16 | payload | LCRC 4 | END 1
 *   generation 3 on:  STP token with sequence 4 | header 12 or 16 | payload | LCRC 4
 * </pre>
 *
 * <p>Both have 8 bytes around header and payload, which is what profiles of real links say. A memory request has a header of four words (16 bytes) when its address lies at
 * or above 4 GB, else of three; the card's windows lie below. Completions and interrupt messages have three. Payloads
 * are whole words, and cover the words that the bytes touch. A completion is at most one maximum payload and, but for the
 * last, ends at the read completion boundary.
 */
final class WireFormat {
    private static final long FIRST_LONG_ADDRESS = 1L << 32;
    private static final int WORD_MASK = 3;
    private static final int PAGE_BYTES = 4096;

    private final int shortOverhead;
    private final int longOverhead;
    private final int maxPayloadBytes;
    private final int boundaryBytes;

    WireFormat(PcieProfile.Packets packets) {
        shortOverhead = packets.framingBytes() + packets.shortHeaderBytes();
        longOverhead = packets.framingBytes() + packets.longHeaderBytes();
        maxPayloadBytes = packets.maxPayloadBytes();
        boundaryBytes = packets.readBoundaryBytes();
    }

    /** Bytes on the line; for an answer to a read those of all its completions. */
    int bytes(Tlp tlp) {
        return switch (tlp.kind) {
            case REGISTER_WRITE, MEMORY_WRITE -> shortOverhead + words(tlp.address, tlp.lengthBytes);
            case READ -> shortOverhead;
            case READ_REPLY -> shortOverhead + (failed(tlp) ? 0 : words(tlp.address, tlp.lengthBytes));
            case HOST_WRITE -> requestOverhead(tlp.address) + words(tlp.address, tlp.lengthBytes);
            // The pin's message has no data, but a header that is longer by one word.
            case MESSAGE, PIN_LEVEL -> shortOverhead + Integer.BYTES;
            case HOST_READ -> requestOverhead(tlp.address);
            case HOST_DATA ->
                failed(tlp)
                        ? shortOverhead
                        : completions(tlp.address, tlp.lengthBytes) * shortOverhead
                                + words(tlp.address, tlp.lengthBytes);
        };
    }

    /** Data credits that it takes, in units of 16 bytes. */
    int dataUnits(Tlp tlp) {
        return switch (tlp.kind) {
            case READ, HOST_READ, PIN_LEVEL -> 0;
            case MESSAGE -> 1;
            case READ_REPLY, HOST_DATA -> failed(tlp) ? 0 : units(tlp);
            case REGISTER_WRITE, MEMORY_WRITE, HOST_WRITE -> units(tlp);
        };
    }

    private static int units(Tlp tlp) {
        return Math.ceilDiv(words(tlp.address, tlp.lengthBytes), PcieProfile.DATA_CREDIT_BYTES);
    }

    /** Bytes of one write at an address: it does not cross 4 KiB, and the words it touches are at most the maximum payload. */
    int roomAt(long address) {
        int toPageEnd = PAGE_BYTES - (int) (address & PAGE_BYTES - 1);
        return Math.min(toPageEnd, maxPayloadBytes - (int) (address & WORD_MASK));
    }

    /** Packets that it is made of: an answer to a read of host memory can be several. */
    int packets(Tlp tlp) {
        return tlp.kind == Tlp.Kind.HOST_DATA && !failed(tlp) ? completions(tlp.address, tlp.lengthBytes) : 1;
    }

    /** Completions that an answer takes. */
    int completions(long address, int lengthBytes) {
        int skew = (int) (address & boundaryBytes - 1);
        return lengthBytes == 0 ? 1 : Math.ceilDiv(lengthBytes + skew, maxPayloadBytes);
    }

    private int requestOverhead(long address) {
        return Long.compareUnsigned(address, FIRST_LONG_ADDRESS) >= 0 ? longOverhead : shortOverhead;
    }

    private static boolean failed(Tlp tlp) {
        return tlp.status != CompletionStatus.SUCCESS;
    }

    private static int words(long address, int lengthBytes) {
        return (int) (address & WORD_MASK) + lengthBytes + WORD_MASK & ~WORD_MASK;
    }
}
