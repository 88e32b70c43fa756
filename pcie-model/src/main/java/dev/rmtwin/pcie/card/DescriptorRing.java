package dev.rmtwin.pcie.card;

import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.CompletionStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Stage 8: the ring of receive descriptors in host memory. The driver fills entries and rings the tail doorbell; the card
 * fetches from the head. Empty when head equals tail; full, for the driver, when (tail + 1) mod size equals head.
 *
 * <p>One read brings as many descriptors as the profile's prefetch, the ring's end and the bus allow; they wait in the card, which
 * looks at no descriptor twice. With a prefetch of 1 nothing waits. Answers to reads from before a reset are not used.
 * Fidelity: cycle-approximate. Thread: the engine's.
 */
final class DescriptorRing {
    /** Bits of a request's token that say which channel asked; above them is the epoch. */
    private static final int CHANNEL_BITS = 6;

    private static final int EPOCH_MASK = (1 << 18) - 1;

    private final CardEgress link;
    private final int channel;
    private final int prefetch;
    private final Seam<FrameRecord> seam;
    /** Twice the prefetch: one batch in use and one that arrives meanwhile. */
    private final MemorySegment cache;

    private final int slots;
    private long base;
    private int size;
    private int head;
    private int tail;
    private boolean everPosted;
    private int firstSlot;
    private int cached;
    private boolean asked;
    private int askedCount;
    private int epoch;

    DescriptorRing(String owner, int channel, int prefetch, CardEgress link, SeamRegistry seams) {
        this.link = link;
        this.channel = channel;
        this.prefetch = prefetch;
        slots = 2 * prefetch;
        cache = Arena.ofAuto().allocate((long) slots * DescriptorLayout.SIZE_BYTES, Long.BYTES);
        seam = seams.add(new Seam<>(
                owner + "/dma-fetch",
                List.of(
                        new Lens<>("record.offset", r -> r.offset, (r, v) -> r.offset = v),
                        new Lens<>("record.length", r -> r.lengthBytes, (r, v) -> r.lengthBytes = (int) v))));
    }

    /** Lets a frame pass on its way to its descriptor: what a fault adds to the time, or {@link Seam#DROPPED}. */
    long pass(FrameRecord record, long nowPs) {
        return seam.pass(record, nowPs);
    }

    /**
     * Asks host memory for the next descriptors that are neither here nor on their way; they arrive as host data. There must
     * be one.
     */
    void fetch(long atPs) {
        int next = (head + cached) % size;
        int count = Math.min(Math.min(prefetch, available() - cached), size - next);
        askedCount = Math.clamp(link.maxReadBytes() / DescriptorLayout.SIZE_BYTES, 1, count);
        asked = true;
        link.readHost(
                base + (long) next * DescriptorLayout.SIZE_BYTES,
                askedCount * DescriptorLayout.SIZE_BYTES,
                HostReader.DMA_ENGINE.tag(epoch << CHANNEL_BITS | channel),
                atPs);
    }

    static int channelOf(int token) {
        return token & (1 << CHANNEL_BITS) - 1;
    }

    /** Whether an answer is to the present request, and not to one from before a reset. */
    boolean awaits(int token) {
        return token >>> CHANNEL_BITS == epoch && asked;
    }

    /** The answer to the present request has come. */
    void arrived(CompletionStatus status, MemorySegment data) {
        asked = false;
        if (status != CompletionStatus.SUCCESS) {
            return;
        }
        for (int i = 0; i < askedCount; i++) {
            long slot = ((long) firstSlot + cached++) % slots;
            MemorySegment.copy(
                    data,
                    (long) i * DescriptorLayout.SIZE_BYTES,
                    cache,
                    slot * DescriptorLayout.SIZE_BYTES,
                    DescriptorLayout.SIZE_BYTES);
        }
    }

    /** Whether the descriptor at the head is in the card. */
    boolean isHere() {
        return cached > 0;
    }

    /** Whether descriptors are on their way. */
    boolean isAsked() {
        return asked;
    }

    /** Whether it is worth asking for more while the one at the head is used. */
    boolean wantsMore() {
        return prefetch > 1 && !asked && cached == 1 && available() > 1;
    }

    /** Copies the descriptor at the head, which is here, into a job. */
    void load(DmaJob job) {
        long at = (long) firstSlot * DescriptorLayout.SIZE_BYTES;
        job.address = DescriptorLayout.address(cache, at);
        job.bufferBytes = Integer.toUnsignedLong(DescriptorLayout.lengthBytes(cache, at));
        job.descriptorId = DescriptorLayout.id(cache, at);
        job.reserved = DescriptorLayout.reserved(cache, at);
        job.doneBytes = 0;
    }

    /** The descriptor at the head has been used. */
    void advance() {
        head = (head + 1) % size;
        dropFirst();
    }

    private void dropFirst() {
        firstSlot = (firstSlot + 1) % slots;
        cached--;
    }

    /** The descriptor at the head has not been used: without prefetch the next frame reads it again. */
    void giveBack() {
        if (prefetch == 1 && cached > 0) {
            dropFirst();
        }
    }

    /** Forgets what is in the card and on its way. */
    void forget() {
        cached = 0;
        asked = false;
        epoch = epoch + 1 & EPOCH_MASK;
    }

    /** Whether head and tail lie within the ring. */
    boolean fits() {
        return head < size && tail < size;
    }

    boolean isEmpty() {
        return head == tail;
    }

    private int available() {
        return distance(tail);
    }

    /** Entries from the head to a place in the ring. */
    private int distance(int place) {
        return (place - head + size) % size;
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
        forget();
    }

    void setSize(int value) {
        size = value;
        forget();
    }

    /** Doorbell; false when the value is outside the ring, or takes back what is posted. */
    boolean ring(long newTail) {
        if (newTail < 0 || newTail >= size || fits() && distance((int) newTail) < available()) {
            return false;
        }
        tail = (int) newTail;
        everPosted = true;
        return true;
    }

    void reset() {
        forget();
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
        firstSlot = visitor.index("firstSlot", firstSlot, slots);
        cached = visitor.index("cached", cached, slots + 1);
        asked = visitor.value("asked", asked);
        askedCount = visitor.index("askedCount", askedCount, prefetch + 1);
        epoch = visitor.value("fetchEpoch", epoch);
        visitor.segment("descriptors", cache);
    }
}
