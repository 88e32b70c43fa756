package dev.rmtwin.scenarios.figure;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.card.PcieProfile;
import dev.rmtwin.scenarios.experiment.BusStream;
import dev.rmtwin.scenarios.file.Overrides;
import dev.rmtwin.scenarios.file.ScenarioCatalog;
import dev.rmtwin.scenarios.file.ScenarioProblems;
import java.util.List;

/** What the bus between card and host carries. */
final class BusFigures {
    private static final String SCENARIO = "reference-echo";
    private static final double TOLERANCE_PERCENT = 7;
    private static final double GIGA = 1e9;
    private static final long GIGABYTE = 1_000_000_000L;
    private static final long SAMPLE_BYTES = 2_000_000;
    private static final int PAYLOAD_BYTES = 128;
    private static final int READ_BYTES = 512;
    private static final int LEAST_BYTES = 64;
    private static final int MOST_BYTES = 4096;
    private static final int MOST_TAGS = 256;
    /** Sequence, framing and LCRC, then three words of header, and one more for an address above 4 GB. */
    private static final int COMPLETION_OVERHEAD_BYTES = 8 + 12;

    private static final int REQUEST_OVERHEAD_BYTES = 8 + 16;

    private static final List<Figure> ALL = List.of(Figure.experiment(
            "F17",
            "PCIe 3.0 x4, payload 128 B: raw and effective rate, time for 1 GB",
            runs -> bandwidth(shipped(), GIGABYTE)));

    private BusFigures() {}

    /** The figures of the bus. */
    static List<Figure> all() {
        return ALL;
    }

    private static PcieProfile shipped() {
        try {
            return new ScenarioCatalog()
                    .load(SCENARIO, Overrides.NONE)
                    .nodes()
                    .getFirst()
                    .card()
                    .pcie();
        } catch (ScenarioProblems e) {
            throw new IllegalStateException("the shipped scenario " + SCENARIO + " does not load", e);
        }
    }

    /**
     * Everything about one link; the raw rate is what packets without overhead would reach.
     *
     * @param totalBytes what the time is taken for; the figure's is a gigabyte
     */
    static Finding bandwidth(PcieProfile bus, long totalBytes) {
        BusStream.Result raw = BusStream.write(bare(bus), SAMPLE_BYTES, PAYLOAD_BYTES);
        PcieProfile asBuilt = payload(bus, PAYLOAD_BYTES);
        BusStream.Result gigabyte = BusStream.write(asBuilt, totalBytes, PAYLOAD_BYTES);
        return new Finding(
                List.of(
                        Check.within("rawGigabytesPerSecond", raw.bytesPerSecond() / GIGA, 3.94, TOLERANCE_PERCENT),
                        Check.within(
                                "effectiveGigabytesPerSecond",
                                gigabyte.bytesPerSecond() / GIGA,
                                3.2,
                                TOLERANCE_PERCENT),
                        Check.within("gigabyteMs", (double) gigabyte.elapsedPs() / Ps.MS, 300, TOLERANCE_PERCENT),
                        Check.between("misplacedPackets", gigabyte.misplaced(), 0, 0)),
                List.of(payloads(bus), tags(bus)));
    }

    private static DataTable payloads(PcieProfile bus) {
        DataTable table = DataTable.of(
                "Effective rate by size: posted writes of one payload each; reads of one request each, answered in"
                        + " completions of at most 128 B",
                "sizeBytes",
                "writeMeasuredGBps",
                "writeFormulaGBps",
                "readMeasuredGBps",
                "readFormulaGBps");
        for (int size = LEAST_BYTES; size <= MOST_BYTES; size *= 2) {
            PcieProfile writing = payload(bus, MOST_BYTES);
            PcieProfile reading =
                    with(bus, PAYLOAD_BYTES, MOST_BYTES, bus.flow().tagCount());
            table.row(
                    size,
                    BusStream.write(writing, SAMPLE_BYTES, size).bytesPerSecond() / GIGA,
                    writeFormula(bus, size) / GIGA,
                    BusStream.read(reading, SAMPLE_BYTES, size).bytesPerSecond() / GIGA,
                    readFormula(reading, size) / GIGA);
        }
        return table;
    }

    private static DataTable tags(PcieProfile bus) {
        DataTable table = DataTable.of(
                "Rate of reads of 512 B by the number of tags: a round trip per tag, until the line is full",
                "tags",
                "measuredGBps",
                "formulaGBps");
        for (int tags = 1; tags <= MOST_TAGS; tags *= 2) {
            PcieProfile some = with(bus, PAYLOAD_BYTES, READ_BYTES, tags);
            table.row(
                    tags,
                    BusStream.read(some, SAMPLE_BYTES, READ_BYTES).bytesPerSecond() / GIGA,
                    readFormula(some, READ_BYTES) / GIGA);
        }
        return table;
    }

    /** payload / (payload + overhead) of the raw rate. */
    static double writeFormula(PcieProfile bus, int payloadBytes) {
        return bus.bytesPerSecond() * (double) payloadBytes / (payloadBytes + REQUEST_OVERHEAD_BYTES);
    }

    /** What the line to the card carries, or what the tags allow in a round trip, whichever is less. */
    static double readFormula(PcieProfile bus, int readBytes) {
        int completions = Math.ceilDiv(readBytes, bus.maxPayloadBytes());
        int answerBytes = readBytes + completions * COMPLETION_OVERHEAD_BYTES;
        double bytePs = (double) Ps.SECOND / bus.bytesPerSecond();
        // The next request with this tag waits on the line for the acknowledgements of the answer.
        int acknowledgedBytes = completions * bus.packets().dllpBytes();
        double roundTripPs = (REQUEST_OVERHEAD_BYTES + answerBytes + acknowledgedBytes) * bytePs
                + bus.cardToHostPs()
                + bus.hostMemoryReadPs()
                + bus.hostToCardPs();
        double byTags = bus.flow().tagCount() * (double) readBytes / roundTripPs * Ps.SECOND;
        double byLine = bus.bytesPerSecond()
                * (double) readBytes
                / (answerBytes + bus.packets().dllpBytes());
        return Math.min(byTags, byLine);
    }

    private static PcieProfile payload(PcieProfile bus, int payloadBytes) {
        return with(bus, payloadBytes, READ_BYTES, bus.flow().tagCount());
    }

    private static PcieProfile with(PcieProfile bus, int payloadBytes, int readBytes, int tags) {
        PcieProfile.Packets was = bus.packets();
        PcieProfile.Flow flow = bus.flow();
        return changed(
                bus,
                new PcieProfile.Packets(
                        payloadBytes,
                        readBytes,
                        was.readBoundaryBytes(),
                        was.framingBytes(),
                        was.shortHeaderBytes(),
                        was.longHeaderBytes(),
                        was.dllpBytes()),
                new PcieProfile.Flow(flow.card(), flow.host(), tags, flow.relaxedOrdering(), flow.fabricHoldPs()));
    }

    /** What the line itself carries: packets without header and framing. */
    private static PcieProfile bare(PcieProfile bus) {
        PcieProfile.Packets packets =
                new PcieProfile.Packets(PAYLOAD_BYTES, READ_BYTES, bus.packets().readBoundaryBytes(), 0, 0, 0, 0);
        return changed(bus, packets, bus.flow());
    }

    private static PcieProfile changed(PcieProfile bus, PcieProfile.Packets packets, PcieProfile.Flow flow) {
        return new PcieProfile(
                bus.shape(),
                bus.plainBytesPerSecond(),
                packets,
                bus.delays(),
                flow,
                bus.accessControl(),
                bus.addressTranslation());
    }
}
