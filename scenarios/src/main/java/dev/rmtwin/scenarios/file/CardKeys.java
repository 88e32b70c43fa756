package dev.rmtwin.scenarios.file;

import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.config.Dimension;
import dev.rmtwin.pcie.card.BlockDmaProfile;
import dev.rmtwin.pcie.card.CardIdentity;
import dev.rmtwin.pcie.card.CardProfile;
import dev.rmtwin.pcie.card.CommandProfile;
import dev.rmtwin.pcie.card.FunctionProfile;
import dev.rmtwin.pcie.card.LocalProfile;
import dev.rmtwin.pcie.card.PcieProfile;
import dev.rmtwin.pcie.card.QueueProfile;
import dev.rmtwin.ring.NodeProfile;
import java.util.List;

/** The keys of card profiles. */
final class CardKeys {
    static final String IDENTITY_QUEUE = "rm-queue";
    static final String IDENTITY_5565 = "5565";

    private static final Kind COST = Kind.time("0 ns", "1 ms");
    static final Kind BYTE_RATE = Kind.amount(Dimension.BYTE_RATE, "1 MB/s", "1000 GB/s");
    private static final String FIXED = "fixed";
    private static final String ADAPTIVE = "adaptive";
    static final String KEEP = "keep";
    static final String DISCARD = "discard";
    private static final Kind FIFO = Kind.bytes("128 B", "16 MiB");

    private static final Section<QueueProfile> QUEUE = Section.of("'queue'", QueueProfile.class)
            .need("channels", new Kind.Whole(1, 64), "receive channels", QueueProfile::channelCount)
            .need(
                    "eventFifo",
                    new Kind.Whole(1, 65_536),
                    "frame records that wait in a channel",
                    QueueProfile::eventFifoDepth)
            .need("dmaStart", COST, "engine set-up for one descriptor", QueueProfile::dmaStartPs)
            .need(
                    "dmaArbitration",
                    new Kind.Nested(HostKeys.TAIL),
                    "extra wait of a DMA for card memory",
                    QueueProfile::dmaArbitration)
            .need(
                    "memoryRate",
                    BYTE_RATE,
                    "rate at which the engine reads card memory",
                    QueueProfile::memoryBytesPerSecond)
            .need(
                    "coalesceFrames",
                    new Kind.Whole(1, 256),
                    "completions that raise one interrupt",
                    QueueProfile::coalesceFrames)
            .need(
                    "coalesceTimer",
                    Kind.time("0 ns", "100 ms"),
                    "longest time that a completion waits for its interrupt",
                    QueueProfile::coalesceTimerPs)
            .need(
                    "coalesceQuantum",
                    Kind.time("1 ns", "1 ms"),
                    "resolution of the timer register; settings are rounded up to it",
                    QueueProfile::coalesceQuantumPs)
            .may(
                    "descriptorPrefetch",
                    new Kind.Whole(1, 64),
                    "1",
                    "descriptors that one read of host memory brings at most",
                    QueueProfile::descriptorPrefetch)
            .may(
                    "coalesceMode",
                    new Kind.Choice(List.of(FIXED, ADAPTIVE)),
                    FIXED,
                    "fixed: count and timer as given; adaptive: they follow the measured rate",
                    q -> q.coalesceAdaptive() ? ADAPTIVE : FIXED)
            .may(
                    "unheard",
                    new Kind.Choice(List.of(KEEP, DISCARD)),
                    KEEP,
                    "frames before the channel's interrupt is enabled and unmasked: keep them, or discard them",
                    q -> q.discardsUnheard() ? DISCARD : KEEP)
            .check(CardKeys::checkCoalescing)
            .make(v -> new QueueProfile(
                    v.integer("channels"),
                    v.integer("eventFifo"),
                    v.number("dmaStart"),
                    v.made("dmaArbitration", Tail.class),
                    v.number("memoryRate"),
                    v.integer("coalesceFrames"),
                    v.number("coalesceTimer"),
                    v.number("coalesceQuantum"),
                    v.integer("descriptorPrefetch"),
                    v.text("coalesceMode").equals(ADAPTIVE),
                    v.text("unheard").equals(DISCARD)));

    private static final Section<LocalProfile> LOCAL = Section.of("'local'", LocalProfile.class)
            .may(
                    "window",
                    Kind.bytes("64 KiB", "256 MiB"),
                    null,
                    "reflective memory that BAR 3 shows at a time, a power of two; all of it when absent",
                    LocalProfile::windowBytes)
            .may(
                    "dmaStart",
                    COST,
                    "1 us",
                    "block DMA: from the start command to the first access",
                    p -> p.dma().startPs())
            .may(
                    "dmaRate",
                    BYTE_RATE,
                    "394 MB/s",
                    "block DMA: rate between card memory and the bus",
                    p -> p.dma().bytesPerSecond())
            .may(
                    "dmaReads",
                    new Kind.Whole(1, BlockDmaProfile.READS_LIMIT),
                    "4",
                    "block DMA: reads of host memory under way",
                    p -> p.dma().readsInFlight())
            .check((v, problems) -> powerOfTwo(v, "window", problems))
            .make(v -> new LocalProfile(
                    v.has("window") ? v.number("window") : LocalProfile.FULL,
                    new BlockDmaProfile(v.number("dmaStart"), v.number("dmaRate"), v.integer("dmaReads"))));

    private static final Section<NodeProfile> NETWORK = Section.of("'network'", NodeProfile.class)
            .need(
                    "memory",
                    Kind.bytes("64 KiB", "256 MiB"),
                    "reflective memory, a power of two",
                    NodeProfile::memoryBytes)
            .need("hopLatency", COST, "from a packet's last byte in to its first byte out", NodeProfile::hopLatencyPs)
            .need("commit", COST, "from the receive FIFO to memory, each packet", NodeProfile::commitPs)
            .need("txFifo", FIFO, "transmit FIFO", NodeProfile::txFifoBytes)
            .need("txAlmostFull", FIFO, "level that sets its almost-full bit", NodeProfile::txAlmostFullBytes)
            .need("rxFifo", FIFO, "receive FIFO", NodeProfile::rxFifoBytes)
            .need("rxAlmostFull", FIFO, "level that latches its almost-full bit", NodeProfile::rxAlmostFullBytes)
            .need(
                    "interruptFifo",
                    new Kind.Whole(1, 65_536),
                    "entries of each network-interrupt FIFO",
                    NodeProfile::interruptFifoDepth)
            .check(CardKeys::checkNetwork)
            .make(v -> new NodeProfile(
                    v.number("memory"),
                    v.number("hopLatency"),
                    v.number("commit"),
                    v.integer("txFifo"),
                    v.integer("txAlmostFull"),
                    v.integer("rxFifo"),
                    v.integer("rxAlmostFull"),
                    v.integer("interruptFifo")));

    static final Section<CardFile> CARD = Section.of("a card profile", CardFile.class)
            .may(
                    "profile",
                    new Kind.Label("reference-lab"),
                    null,
                    "profile to start from: a name or ./FILE.yaml",
                    c -> null)
            .may(
                    "name",
                    new Kind.Label("my-card"),
                    null,
                    "name in reports",
                    c -> c.card().name())
            .may("description", new Kind.Prose(), null, "what card it is", c -> null)
            .need(
                    "identity",
                    new Kind.Choice(List.of(IDENTITY_QUEUE, IDENTITY_5565)),
                    "rm-queue: RM block and queue block; 5565: RM block only",
                    c -> c.hasQueue() ? IDENTITY_QUEUE : IDENTITY_5565)
            .need(
                    "pcie",
                    new Kind.Nested(PcieKeys.PCIE),
                    "the bus between host and card",
                    c -> c.card().pcie())
            .may(
                    "queue",
                    new Kind.Nested(QUEUE),
                    null,
                    "the queue block; required for rm-queue, refused for 5565",
                    c -> c.hasQueue() ? c.card().queue() : null)
            .may(
                    "local",
                    new Kind.Nested(LOCAL),
                    null,
                    "the local block of BAR 0: memory window and block DMA",
                    c -> c.card().local())
            .may(
                    "commands",
                    new Kind.Nested(CommandKeys.COMMANDS),
                    null,
                    "command queues of the queue block; refused for 5565",
                    c -> c.hasQueue() ? c.card().commands() : null)
            .may(
                    "function",
                    new Kind.Nested(FunctionKeys.FUNCTION),
                    null,
                    "how long resets and power-up take",
                    c -> c.card().function())
            .need("network", new Kind.Nested(NETWORK), "the card towards the ring", CardFile::network)
            .check(CardKeys::checkCard)
            .make(CardKeys::make);

    private CardKeys() {}

    private static CardFile make(Values v) {
        boolean queue = v.text("identity").equals(IDENTITY_QUEUE);
        NodeProfile network = v.made("network", NodeProfile.class);
        LocalProfile local = v.has("local") ? v.made("local", LocalProfile.class) : LocalProfile.STANDARD;
        CardProfile card = new CardProfile(
                v.text("name"),
                queue ? CardIdentity.RM_QUEUE : CardIdentity.RFM_5565,
                v.made("pcie", PcieProfile.class),
                queue ? v.made("queue", QueueProfile.class) : CardFile.NO_QUEUE,
                new LocalProfile(local.windowBytes(network.memoryBytes()), local.dma()),
                commands(v, queue),
                v.given("function") ? v.made("function", FunctionProfile.class) : FunctionProfile.STANDARD);
        return new CardFile(card, network);
    }

    private static void checkCard(Values v, Problems problems) {
        checkQueueBlock(v, problems);
        if (!v.has("local", "network")) {
            return;
        }
        Values local = v.nested("local");
        Values network = v.nested("network");
        if (local.has("window") && network.has("memory") && local.number("window") > network.number("memory")) {
            String memory = Dimension.BYTES.format(network.number("memory"));
            problems.add(
                    local.where("window"),
                    local.pathOf("window"),
                    "is above the memory of " + memory,
                    "write at most " + memory);
        }
    }

    private static CommandProfile commands(Values v, boolean queue) {
        if (!queue) {
            return CommandProfile.NONE;
        }
        return v.given("commands") ? v.made("commands", CommandProfile.class) : CommandProfile.USUAL;
    }

    private static void checkQueueBlock(Values v, Problems problems) {
        if (!v.has("identity")) {
            return;
        }
        boolean queue = v.text("identity").equals(IDENTITY_QUEUE);
        if (queue && !v.given("queue")) {
            problems.add(
                    v.where("identity"), v.path(), "identity rm-queue needs 'queue'", "add it, or use identity: 5565");
        } else if (!queue && v.given("queue")) {
            String wrong = "identity 5565 has no queue block, but 'queue' is given";
            problems.add(v.where("queue"), v.pathOf("queue"), wrong, "remove it, or start from 'profile: 5565'");
        }
        if (!queue && v.given("commands")) {
            String wrong = "identity 5565 has no command queues, but 'commands' is given";
            problems.add(v.where("commands"), v.pathOf("commands"), wrong, "remove it, or use identity: rm-queue");
        }
        if (!queue && v.has("pcie")) {
            refuseCapabilities(v.nested("pcie"), problems);
        }
    }

    private static void refuseCapabilities(Values pcie, Problems problems) {
        for (String key : List.of("acs", "ats")) {
            if (pcie.has(key) && pcie.text(key).equals(PcieKeys.PRESENT)) {
                String wrong = "identity 5565 is a conventional PCI card, which has no such capability";
                problems.add(pcie.where(key), pcie.pathOf(key), wrong, "write absent, or use identity: rm-queue");
            }
        }
    }

    private static void checkCoalescing(Values v, Problems problems) {
        if (v.has("coalesceFrames", "coalesceTimer")
                && v.number("coalesceFrames") > 1
                && v.number("coalesceTimer") == 0) {
            String wrong = "without a timer the last frames of a burst wait for ever";
            problems.add(
                    v.where("coalesceTimer"),
                    v.pathOf("coalesceTimer"),
                    wrong,
                    "write e.g. 20 us, or coalesceFrames: 1");
        }
    }

    private static void checkNetwork(Values v, Problems problems) {
        powerOfTwo(v, "memory", problems);
        for (String side : List.of("tx", "rx")) {
            String level = side + "AlmostFull";
            String fifo = side + "Fifo";
            if (v.has(level, fifo) && v.number(level) > v.number(fifo)) {
                String depth = Dimension.BYTES.format(v.number(fifo));
                problems.add(
                        v.where(level),
                        v.pathOf(level),
                        "is above the " + fifo + " of " + depth,
                        "write at most " + depth);
            }
        }
    }

    static void powerOfTwo(Values v, String key, Problems problems) {
        if (v.has(key) && Long.bitCount(v.number(key)) != 1) {
            long below = Long.highestOneBit(v.number(key));
            String right = "write " + Dimension.BYTES.format(below) + " or " + Dimension.BYTES.format(2 * below);
            problems.add(v.where(key), v.pathOf(key), "is not a power of two", right);
        }
    }
}
