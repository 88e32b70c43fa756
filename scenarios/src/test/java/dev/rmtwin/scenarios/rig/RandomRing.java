package dev.rmtwin.scenarios.rig;

import dev.rmtwin.scenarios.model.ReceiveMode;
import dev.rmtwin.scenarios.model.Scenario;
import java.util.ArrayList;
import java.util.List;

/**
 * A ring drawn at random, as the scenario file that a user would write; {@code toString} is that file, so that a failed try
 * shows what repeats it.
 */
record RandomRing(long seed, int nodeCount, long durationNs, CardDraw card, HostDraw host, List<FlowDraw> flows) {
    private static final long WIRE_PS_PER_BYTE = 4706;
    private static final int PORTABLE_TYPES = 3;

    /** What is drawn of the card, the same for all nodes. */
    record CardDraw(
            String profile,
            int spanM,
            int txFifo,
            int rxFifo,
            int commitNs,
            int eventFifo,
            int coalesceFrames,
            int coalesceTimerUs) {}

    /** What is drawn of the host, the same for all nodes. */
    record HostDraw(
            String profile,
            int spareCores,
            int sliceUs,
            int afterDeliveryNs,
            int statusReads,
            int entryTailNs,
            boolean shared) {}

    /** What is drawn of a flow. */
    record FlowDraw(
            int from,
            int hops,
            int words,
            long periodNs,
            int jitterPercent,
            ReceiveMode mode,
            int ringShift,
            boolean echo) {
        int sizeBytes() {
            return 4 * words;
        }
    }

    Scenario scenario() {
        return TestScenarios.load(toString());
    }

    /** The same ring with another seed. */
    RandomRing withSeed(long other) {
        return new RandomRing(other, nodeCount, durationNs, card, host, flows);
    }

    private int sender(FlowDraw flow) {
        return echoes(flow) ? receiver(flows.getFirst()) : flow.from % nodeCount;
    }

    private int receiver(FlowDraw flow) {
        return (sender(flow) + 1 + flow.hops % (nodeCount - 1)) % nodeCount;
    }

    @SuppressWarnings("ReferenceEquality") // two flows may be drawn alike; which of them it is, counts
    private boolean echoes(FlowDraw flow) {
        return flow.echo && flow != flows.getFirst();
    }

    /** A flow's period, no shorter than the loader lets it be: a sender's flows must fit its fibre. */
    @SuppressWarnings("ReferenceEquality") // as above
    private long periodNs(FlowDraw flow) {
        long least = 0;
        for (FlowDraw other : flows) {
            if (other == flow || (flow == flows.getFirst() && echoes(other))) {
                long packets = (other.sizeBytes() + 63L) / 64;
                long wirePs = (other.sizeBytes() + 16 * packets) * WIRE_PS_PER_BYTE;
                long sharing =
                        flows.stream().filter(f -> sender(f) == sender(other)).count();
                least = Math.max(least, wirePs * sharing / 990);
            }
        }
        return Math.max(least, flow.periodNs);
    }

    private int threadCount() {
        return 2 * flows.size() + 1;
    }

    @Override
    public String toString() {
        StringBuilder yaml = new StringBuilder();
        yaml.append("scenario: random\nseed: %d\nduration: %d ns\n".formatted(seed, durationNs));
        int cores = host.shared ? 1 + host.spareCores : threadCount() + host.spareCores;
        yaml.append("host:\n  profile: %s\n  cores: %d\n".formatted(host.profile, cores));
        yaml.append("  interrupt: {entryTail: {mean: %d ns, limit: %d ns}}\n"
                .formatted(host.entryTailNs, 8 * host.entryTailNs));
        yaml.append("  polling: {statusReads: %d, gap: 1 us, tidyUp: 2 us, yieldCheck: 250 ns}\n"
                .formatted(host.statusReads));
        // Threads that share a core and never yield need slices that end, and work that gets done.
        yaml.append("  scheduler: {slice: %d us, stallMin: 1 us, stallMax: 20 us}\n"
                .formatted(host.shared ? 50 : host.sliceUs));
        yaml.append("  application: {afterDelivery: %d ns}\n"
                .formatted(host.shared ? Math.min(400, host.afterDeliveryNs) : host.afterDeliveryNs));
        yaml.append(
                "card:\n  profile: %s\n  queue: {channels: 16, eventFifo: %d, coalesceFrames: %d, coalesceTimer: %d us}\n"
                        .formatted(card.profile, card.eventFifo, card.coalesceFrames, card.coalesceTimerUs));
        yaml.append("  network: {memory: 64 KiB, commit: %d ns, txFifo: %d B, txAlmostFull: %d B"
                .formatted(card.commitNs, card.txFifo, Math.max(128, card.txFifo / 2)));
        yaml.append(", rxFifo: %d B, rxAlmostFull: %d B}\n".formatted(card.rxFifo, Math.max(128, card.rxFifo / 2)));
        yaml.append("ring: {span: %d m}\nnodes:\n".formatted(card.spanM));
        for (int n = 0; n < nodeCount; n++) {
            yaml.append("  N%d: {id: %d}\n".formatted(n, 7 * (n + 1)));
        }
        yaml.append("flows:\n");
        long offset = 0;
        int portable = 0;
        for (int f = 0; f < flows.size(); f++) {
            FlowDraw flow = flows.get(f);
            boolean announced = flow.mode == ReceiveMode.NETWORK_INTERRUPT && portable < PORTABLE_TYPES;
            portable += announced ? 1 : 0;
            yaml.append(flowText(f, offset, announced ? portable : 0));
            offset += flow.sizeBytes();
        }
        return yaml.toString();
    }

    private String flowText(int index, long offset, int notify) {
        FlowDraw flow = flows.get(index);
        ReceiveMode mode =
                flow.mode == ReceiveMode.NETWORK_INTERRUPT && notify == 0 ? ReceiveMode.INTERRUPT_DMA : flow.mode;
        List<String> keys = new ArrayList<>();
        keys.add("from: N" + sender(flow));
        keys.add("offset: " + offset);
        keys.add("size: %d B".formatted(flow.sizeBytes()));
        if (echoes(flow)) {
            keys.add("echo: F0");
        } else {
            keys.add("period: %d ns".formatted(periodNs(flow)));
            keys.add("jitter: %d ns".formatted(periodNs(flow) * flow.jitterPercent / 100));
            keys.add("phase: %d ns".formatted(durationNs * index / 16));
        }
        if (notify > 0) {
            keys.add("notify: INT" + notify);
        }
        String period = mode == ReceiveMode.POLL ? ", period: 20 us" : "";
        keys.add("receivers: {N%d: {mode: %s, ring: %d%s}}"
                .formatted(receiver(flow), mode.label(), 1 << flow.ringShift, period));
        return "  F%d: {%s}\n".formatted(index, String.join(", ", keys));
    }
}
