package dev.rmtwin.ring;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.port.CommitListener;
import dev.rmtwin.core.port.LinkStatusListener;
import dev.rmtwin.core.port.NetworkInterruptListener;
import dev.rmtwin.core.port.SpaceListener;
import dev.rmtwin.core.port.TransmitPort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A ring of nodes joined by fibre, in the order of the list; the last node's span leads back to the first. Builds and wires
 * the stages, six components a node, and gives access to each node's ports by node id.
 *
 * <p>Every look (levels, status, counters, books) is free of side effects. Errors: {@link IllegalArgumentException} for an
 * empty ring, an id used twice, or an id that is not on the ring. Thread: the engine's.
 */
public final class FibreRing {
    private static final long MM_PER_METRE = 1_000;

    private record Parts(
            NodeSite site,
            TransmitFifo txFifo,
            LinkTransmitter transmitter,
            FibreSpan span,
            RingNode node,
            ReceiveFifo rxFifo,
            NodeMemory memory) {}

    private final PacketPool pool;
    private final List<Parts> nodes = new ArrayList<>();
    private final Map<Integer, Parts> byId = new HashMap<>();

    /**
     * Builds the ring and registers its components with the engine.
     *
     * @param link fibre and framing, the same on every span
     * @param plans nodes in ring order
     */
    public FibreRing(Engine engine, LinkProfile link, List<NodePlan> plans) {
        if (plans.isEmpty()) {
            throw new IllegalArgumentException("a ring has at least one node");
        }
        pool = engine.register(new PacketPool(link.maxPayloadBytes()));
        for (NodePlan plan : plans) {
            NodeSite site =
                    new NodeSite(plan.id(), plan.profile(), engine, pool, new CounterBlock<>(RingCounter.class));
            Parts parts = build(site, link, plan.spanToNextMm());
            if (byId.putIfAbsent(plan.id(), parts) != null) {
                throw new IllegalArgumentException("two nodes with id " + plan.id());
            }
            nodes.add(parts);
        }
        for (int n = 0; n < nodes.size(); n++) {
            nodes.get(n).span.connect(nodes.get((n + 1) % nodes.size()).node);
        }
    }

    /** Builds one node's stages from the last to the first, as each knows the one after it. */
    private static Parts build(NodeSite site, LinkProfile link, long spanMm) {
        long spanPs = Math.multiplyExact(spanMm, link.propagationPsPerMetre()) / MM_PER_METRE;
        NodeMemory memory = new NodeMemory(site);
        ReceiveFifo rxFifo = new ReceiveFifo(site, link.packetOverheadBytes(), memory);
        FibreSpan span = new FibreSpan(site, spanPs);
        LinkTransmitter transmitter = new LinkTransmitter(site, link, span);
        TransmitFifo txFifo = new TransmitFifo(site, link, transmitter);
        RingNode node = new RingNode(site, rxFifo, transmitter);
        transmitter.connect(txFifo);
        for (RingStage stage : List.of(txFifo, transmitter, span, node, rxFifo, memory)) {
            site.engine().register(stage);
        }
        return new Parts(site, txFifo, transmitter, span, node, rxFifo, memory);
    }

    /** Where a node's writes and network interrupts enter. */
    public TransmitPort transmitPort(int id) {
        return parts(id).txFifo;
    }

    /** A node's reflective memory. */
    public CardMemoryPort memory(int id) {
        return parts(id).memory;
    }

    /** Sets who hears of changes of a node's memory; null for nobody. */
    public void setCommitListener(int id, CommitListener listener) {
        parts(id).memory.setCommitListener(listener);
    }

    /** Sets who hears of network interrupts for a node; null for nobody. */
    public void setNetworkInterruptListener(int id, NetworkInterruptListener listener) {
        parts(id).rxFifo.setInterruptListener(listener);
    }

    /** Sets who hears that latched status bits of a node's receive FIFO have become set; null for nobody. */
    public void setStatusListener(int id, LinkStatusListener listener) {
        parts(id).rxFifo.setStatusListener(listener);
    }

    /** Sets who hears that a node's transmit FIFO has room for what it refused; null for nobody. */
    public void setSpaceListener(int id, SpaceListener listener) {
        parts(id).txFifo.setSpaceListener(listener);
    }

    /** Node ids in ring order. */
    public List<Integer> nodeIds() {
        return nodes.stream().map(parts -> parts.site.id()).toList();
    }

    /** A node's status bits, see {@link LinkStatus}. */
    public int status(int id) {
        Parts parts = parts(id);
        return parts.txFifo.status() | parts.rxFifo.status() | parts.node.status();
    }

    /** Clears those latched status bits that are set in {@code bits}; others are not touched. */
    public void clearStatus(int id, int bits) {
        Parts parts = parts(id);
        parts.rxFifo.clear(bits);
        parts.node.clear(bits);
    }

    /** What waits in a node's FIFOs. */
    public FifoLevels fifoLevels(int id) {
        Parts parts = parts(id);
        return new FifoLevels(
                parts.txFifo.levelBytes(),
                parts.txFifo.packetCount(),
                parts.rxFifo.levelBytes(),
                parts.rxFifo.packetCount());
    }

    /** A node's counters. */
    public CounterBlock<RingCounter> counters(int id) {
        return parts(id).site.counters();
    }

    /** Sum of one counter over all nodes. */
    public long total(RingCounter counter) {
        long sum = 0;
        for (Parts parts : nodes) {
            sum += parts.site.counters().get(counter);
        }
        return sum;
    }

    /** Use of the span that leaves a node. */
    public SpanUse spanUse(int id) {
        LinkTransmitter transmitter = parts(id).transmitter;
        return new SpanUse(transmitter.busyPs(), transmitter.packetCount());
    }

    /** Hash of a node's memory contents. */
    public long memoryHash(int id) {
        return parts(id).memory.contentHash();
    }

    /** Pages of 64 KiB that a node's memory has taken so far. */
    public int memoryPages(int id) {
        return parts(id).memory.pageCount();
    }

    /** The books, drawn up now. */
    public Conservation conservation() {
        long inFlight = 0;
        long waiting = 0;
        for (Parts parts : nodes) {
            inFlight += parts.txFifo.packetCount() + parts.span.inFlight() + parts.node.held();
            waiting += parts.rxFifo.packetCount() + parts.memory.held();
        }
        return new Conservation(
                total(RingCounter.TX_PACKETS),
                total(RingCounter.STRIPPED),
                total(RingCounter.LOST_FAULT),
                inFlight,
                total(RingCounter.RX_PACKETS),
                total(RingCounter.COMMITTED)
                        + total(RingCounter.INTERRUPTS_DELIVERED)
                        + total(RingCounter.INTERRUPTS_PASSED),
                total(RingCounter.RX_LOST_OVERFLOW)
                        + total(RingCounter.RX_LOST_FAULT)
                        + total(RingCounter.RX_LOST_RANGE),
                waiting,
                pool.referenceCount());
    }

    /** Rolls every memory's contents into the trace hash: once, at the end of a run. */
    public void finish(long nowPs) {
        for (Parts parts : nodes) {
            parts.memory.finish(nowPs);
        }
    }

    private Parts parts(int id) {
        Parts parts = byId.get(id);
        if (parts == null) {
            throw new IllegalArgumentException("no node " + id + " on the ring");
        }
        return parts;
    }
}
