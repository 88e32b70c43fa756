package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.port.HostWrite;
import dev.rmtwin.core.port.TransmitPort;
import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.core.trace.Trace;
import java.util.List;

/**
 * Stage 1: what a host writes through BAR 3 goes to the transmit FIFO and, at once, into the card's own memory. When the FIFO
 * has no room the write is not taken, and the bus behind it stalls: nothing of it is seen anywhere.
 *
 * <p>Thread: the engine's.
 */
final class MemoryWindow {
    private final int node;
    private final TransmitPort transmit;
    private final CardMemoryPort memory;
    private final Trace trace;
    private final CounterBlock<CardCounter> counters;
    private final Seam<HostWrite> seam;
    private boolean refused;
    private long refusedOffset;

    MemoryWindow(int node, RmCard.RingSide ring, Engine engine, CounterBlock<CardCounter> counters) {
        this(node, "node/" + node + "/host-write", ring, engine, counters);
    }

    /** @param seamName name of this way's seam */
    MemoryWindow(int node, String seamName, RmCard.RingSide ring, Engine engine, CounterBlock<CardCounter> counters) {
        this.node = node;
        this.transmit = ring.transmit();
        this.memory = ring.memory();
        this.trace = engine.trace();
        this.counters = counters;
        seam = engine.seams()
                .add(Seam.withoutDelay(
                        seamName, List.of(new Lens<>("write.offset", HostWrite::offset, HostWrite::setOffset))));
    }

    /** Takes a posted write; false when it must wait. */
    boolean accept(HostWrite write, long nowPs) {
        if (refused) {
            // The bus offers the same write again, as the host sent it; it has been through the seam already.
            write.setOffset(refusedOffset);
        } else if (seam.armed() && seam.pass(write, nowPs) == Seam.DROPPED) {
            counters.increment(CardCounter.HOST_WRITES_LOST_FAULT);
            return true;
        }
        long packetSequence = transmit.accept(write, nowPs);
        refused = packetSequence < 0;
        if (refused) {
            refusedOffset = write.offset();
            return false;
        }
        trace.line(Stage.HOST_WRITE, node, packetSequence, nowPs);
        if (!write.isInterrupt()) {
            memory.writeOwn(write, packetSequence, nowPs);
        }
        return true;
    }

    /** What was refused is not offered again. */
    void forget() {
        refused = false;
    }

    void state(StateVisitor visitor) {
        refused = visitor.value("refused", refused);
        refusedOffset = visitor.value("refusedOffset", refusedOffset);
    }
}
