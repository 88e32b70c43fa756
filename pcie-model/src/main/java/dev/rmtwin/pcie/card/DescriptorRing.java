package dev.rmtwin.pcie.card;

import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.PcieLink;
import java.util.List;

/**
 * Stage 8: the ring of receive descriptors in host memory. The driver fills entries and rings the tail doorbell; the card
 * fetches from the head. Empty when head equals tail; full, for the driver, when (tail + 1) mod size equals head.
 *
 * <p>Fidelity: cycle-approximate; one descriptor a fetch. Thread: the engine's.
 */
final class DescriptorRing {
    private final PcieLink link;
    private final Seam<FrameRecord> seam;
    private long base;
    private int size;
    private int head;
    private int tail;
    private boolean everPosted;

    DescriptorRing(String owner, PcieLink link, SeamRegistry seams) {
        this.link = link;
        seam = seams.add(new Seam<>(
                owner + "/dma-fetch",
                List.of(
                        new Lens<>("record.offset", r -> r.offset, (r, v) -> r.offset = v),
                        new Lens<>("record.length", r -> r.lengthBytes, (r, v) -> r.lengthBytes = (int) v))));
    }

    /**
     * Asks host memory for the next descriptor for a frame; it arrives as host data.
     *
     * @return the delay that a fault adds before the request, or {@link Seam#DROPPED}
     */
    long fetch(FrameRecord record, long nowPs) {
        long extraPs = seam.pass(record, nowPs);
        if (extraPs != Seam.DROPPED) {
            long address = base + (long) head * DescriptorLayout.SIZE_BYTES;
            link.readHost(address, DescriptorLayout.SIZE_BYTES, HostReader.DMA_ENGINE.tag(0), nowPs + extraPs);
        }
        return extraPs;
    }

    /** The descriptor at the head has been used. */
    void advance() {
        head = (head + 1) % size;
    }

    /** Whether head and tail lie within the ring. */
    boolean fits() {
        return head < size && tail < size;
    }

    boolean isEmpty() {
        return head == tail;
    }

    boolean everPosted() {
        return everPosted;
    }

    int head() {
        return head;
    }

    int tail() {
        return tail;
    }

    long base() {
        return base;
    }

    int size() {
        return size;
    }

    void setBase(long value) {
        base = value;
    }

    void setSize(int value) {
        size = value;
    }

    /** Doorbell; false when the value is outside the ring. */
    boolean ring(long newTail) {
        if (newTail < 0 || newTail >= size) {
            return false;
        }
        tail = (int) newTail;
        everPosted = true;
        return true;
    }

    void reset() {
        base = 0;
        size = 0;
        head = 0;
        tail = 0;
        everPosted = false;
    }

    void state(StateVisitor visitor) {
        base = visitor.value("sqBase", base);
        size = visitor.value("sqSize", size);
        head = visitor.value("sqHead", head);
        tail = visitor.value("sqTail", tail);
        everPosted = visitor.value("everPosted", everPosted);
    }
}
