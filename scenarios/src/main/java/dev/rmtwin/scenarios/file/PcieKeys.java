package dev.rmtwin.scenarios.file;

import dev.rmtwin.core.config.Dimension;
import dev.rmtwin.pcie.card.PcieProfile;
import dev.rmtwin.pcie.config.LinkShape;
import java.util.List;

/** The keys of a card profile's bus. */
final class PcieKeys {
    static final String PRESENT = "present";
    static final String ABSENT = "absent";

    private static final Kind COST = Kind.time("0 ns", "1 ms");
    private static final Kind PRESENCE = new Kind.Choice(List.of(PRESENT, ABSENT));
    /** Header credits have eight bits on the line, of which half may be granted at once; data credits twelve. */
    private static final Kind HEADERS = new Kind.Whole(0, 127);

    private static final Kind DATA = Kind.bytes("0 B", "32752 B");
    private static final String NO_LIMIT = "; 0: without limit";

    static final Section<PcieProfile> PCIE = Section.of("'pcie'", PcieProfile.class)
            .need(
                    "generation",
                    new Kind.Whole(1, LinkShape.GENERATIONS),
                    "1 to 5: transfers a second and line coding",
                    p -> p.shape().generation())
            .need(
                    "lanes",
                    new Kind.Whole(1, LinkShape.MOST_LANES),
                    "width of the link, a power of two",
                    p -> p.shape().lanes())
            .may(
                    "rate",
                    Kind.amount(Dimension.BYTE_RATE, "0 MB/s", "1000 GB/s"),
                    "0 MB/s",
                    "raw rate of one direction in place of that of generation and lanes; 0: theirs",
                    PcieProfile::plainBytesPerSecond)
            .need(
                    "maxPayload",
                    Kind.bytes("128 B", "4 KiB"),
                    "largest payload of one packet",
                    PcieProfile::maxPayloadBytes)
            .may(
                    "maxReadRequest",
                    Kind.bytes("128 B", "4 KiB"),
                    "512 B",
                    "most that one read of host memory asks for",
                    p -> p.packets().maxReadRequestBytes())
            .may(
                    "readBoundary",
                    Kind.bytes("64 B", "128 B"),
                    "64 B",
                    "read completion boundary: where the host cuts its answers",
                    p -> p.packets().readBoundaryBytes())
            .may(
                    "framing",
                    Kind.bytes("0 B", "64 B"),
                    "8 B",
                    "start, sequence number, LCRC and end around every packet",
                    p -> p.packets().framingBytes())
            .may(
                    "shortHeader",
                    Kind.bytes("0 B", "64 B"),
                    "12 B",
                    "header of completions, messages and requests below 4 GB",
                    p -> p.packets().shortHeaderBytes())
            .may(
                    "longHeader",
                    Kind.bytes("0 B", "64 B"),
                    "16 B",
                    "header of memory requests from 4 GB on",
                    p -> p.packets().longHeaderBytes())
            .may(
                    "dllpOverhead",
                    Kind.bytes("0 B", "64 B"),
                    "8 B",
                    "acknowledgement and credit update that go back for each packet",
                    p -> p.packets().dllpBytes())
            .need("hostToCard", COST, "latency of a posted write or request to the card", PcieProfile::hostToCardPs)
            .need("cardToHost", COST, "latency of a posted write or completion to the host", PcieProfile::cardToHostPs)
            .need(
                    "registerRead",
                    COST,
                    "time the card takes to answer a register read",
                    p -> p.delays().registerReadPs())
            .need("hostMemoryRead", COST, "time host memory takes to answer the card", PcieProfile::hostMemoryReadPs)
            .may(
                    "completionTimeout",
                    Kind.time("50 us", "64 s"),
                    "50 ms",
                    "how long host and card wait for the answer to a read",
                    p -> p.delays().completionTimeoutPs())
            .may(
                    "readTags",
                    new Kind.Whole(1, 256),
                    "32",
                    "reads of host memory that the card can have open",
                    p -> p.flow().tagCount())
            .may(
                    "cardHeaders",
                    HEADERS,
                    "64",
                    "posted packets that the card's buffer holds" + NO_LIMIT,
                    p -> p.flow().card().postedHeaders())
            .may(
                    "cardData",
                    DATA,
                    "16 KiB",
                    "their data, in units of 16 B" + NO_LIMIT,
                    p -> bytes(p.flow().card().postedData()))
            .may(
                    "cardRequests",
                    HEADERS,
                    "32",
                    "read requests that the card's buffer holds" + NO_LIMIT,
                    p -> p.flow().card().nonPostedHeaders())
            .may(
                    "hostHeaders",
                    HEADERS,
                    "64",
                    "posted packets that the host's buffer holds" + NO_LIMIT,
                    p -> p.flow().host().postedHeaders())
            .may(
                    "hostData",
                    DATA,
                    "16 KiB",
                    "their data, in units of 16 B" + NO_LIMIT,
                    p -> bytes(p.flow().host().postedData()))
            .may(
                    "hostRequests",
                    HEADERS,
                    "64",
                    "read requests that the host's buffer holds" + NO_LIMIT,
                    p -> p.flow().host().nonPostedHeaders())
            .may(
                    "relaxedOrdering",
                    PRESENCE,
                    ABSENT,
                    "whether the card's plain data may pass earlier posted writes",
                    p -> word(p.flow().relaxedOrdering()))
            .may(
                    "fabricHold",
                    Kind.time("0 ns", "1 ms"),
                    "0 ns",
                    "longest time that the host's fabric holds up a posted write, drawn for each",
                    p -> p.flow().fabricHoldPs())
            .may("acs", PRESENCE, ABSENT, "Access Control Services: a capability to see", p -> word(p.accessControl()))
            .may(
                    "ats",
                    PRESENCE,
                    ABSENT,
                    "Address Translation Services: a capability to see",
                    p -> word(p.addressTranslation()))
            .check(PcieKeys::check)
            .make(PcieKeys::make);

    private PcieKeys() {}

    private static long bytes(int dataCredits) {
        return (long) dataCredits * PcieProfile.DATA_CREDIT_BYTES;
    }

    private static String word(boolean present) {
        return present ? PRESENT : ABSENT;
    }

    private static PcieProfile make(Values v) {
        return new PcieProfile(
                new LinkShape(v.integer("generation"), v.integer("lanes")),
                v.number("rate"),
                new PcieProfile.Packets(
                        v.integer("maxPayload"),
                        v.integer("maxReadRequest"),
                        v.integer("readBoundary"),
                        v.integer("framing"),
                        v.integer("shortHeader"),
                        v.integer("longHeader"),
                        v.integer("dllpOverhead")),
                new PcieProfile.Delays(
                        v.number("hostToCard"),
                        v.number("cardToHost"),
                        v.number("registerRead"),
                        v.number("hostMemoryRead"),
                        v.number("completionTimeout")),
                new PcieProfile.Flow(
                        credits(v, "card"),
                        credits(v, "host"),
                        v.integer("readTags"),
                        v.text("relaxedOrdering").equals(PRESENT),
                        v.number("fabricHold")),
                v.text("acs").equals(PRESENT),
                v.text("ats").equals(PRESENT));
    }

    /** Completions are granted without limit, as endpoints and root complexes must. */
    private static PcieProfile.Credits credits(Values v, String side) {
        return new PcieProfile.Credits(
                v.integer(side + "Headers"),
                v.integer(side + "Data") / PcieProfile.DATA_CREDIT_BYTES,
                v.integer(side + "Requests"),
                0,
                0);
    }

    private static void check(Values v, Problems problems) {
        for (String key : List.of("maxPayload", "maxReadRequest", "readBoundary")) {
            CardKeys.powerOfTwo(v, key, problems);
        }
        if (v.has("lanes") && Long.bitCount(v.number("lanes")) != 1) {
            problems.add(v.where("lanes"), v.pathOf("lanes"), "is no width of a link", "write 1, 2, 4, 8 or 16");
        }
        for (String key : List.of("cardData", "hostData")) {
            checkData(v, key, problems);
        }
    }

    /** A receiver that cannot hold one whole packet would never let it come. */
    private static void checkData(Values v, String key, Problems problems) {
        if (!v.has(key, "maxPayload") || v.number(key) == 0) {
            return;
        }
        long least = v.number("maxPayload");
        if (v.number(key) % PcieProfile.DATA_CREDIT_BYTES != 0) {
            problems.add(v.where(key), v.pathOf(key), "is no multiple of 16 B", "write whole units of 16 B");
        } else if (v.number(key) < least) {
            String payload = Dimension.BYTES.format(least);
            problems.add(
                    v.where(key),
                    v.pathOf(key),
                    "is less than one packet of maxPayload " + payload,
                    "write at least " + payload + ", or 0 B for no limit");
        }
    }
}
