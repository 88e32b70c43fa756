package dev.rmtwin.pcie.card;

import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Trace;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Stage 10: the ring of completion entries in host memory. The card writes at the tail with a phase bit that starts at 1 and
 * flips exactly at each wrap; the host tells by the head doorbell what it has consumed. Full when (tail + 1) mod size = head.
 *
 * <p>Thread: the engine's.
 */
final class CompletionQueue {
    private final CardEgress link;
    private final int channel;
    private final Seam<FrameRecord> seam;
    private final MemorySegment entry = Arena.ofAuto().allocate(CompletionLayout.SIZE_BYTES, Long.BYTES);
    private long base;
    private int size;
    private int head;
    private int tail;
    private int phase = 1;

    CompletionQueue(String owner, int channel, CardEgress link, SeamRegistry seams) {
        this.link = link;
        this.channel = channel;
        seam = seams.add(new Seam<>(
                owner + "/cqe-post",
                List.of(
                        new Lens<>("cqe.length", r -> r.lengthBytes, (r, v) -> r.lengthBytes = (int) v),
                        new Lens<>("cqe.origin", r -> r.origin, (r, v) -> r.origin = (int) v))));
    }

    /**
     * Posts the completion of a frame behind its data. The queue must not be full.
     *
     * @param status how the transfer ended
     * @return {@link Seam#DROPPED} when a fault swallowed the entry
     */
    long post(FrameRecord record, int descriptorId, int sqHead, DmaError status, long nowPs) {
        long extraPs = seam.pass(record, nowPs);
        if (extraPs == Seam.DROPPED) {
            return extraPs;
        }
        CompletionLayout.write(entry, record, descriptorId, sqHead, CompletionLayout.word(status.code(), phase));
        link.writeHost(
                base + (long) tail * CompletionLayout.SIZE_BYTES,
                entry,
                CompletionLayout.SIZE_BYTES,
                Trace.record(channel, record.number),
                nowPs + extraPs);
        tail++;
        if (tail == size) {
            tail = 0;
            phase ^= 1;
        }
        return extraPs;
    }

    /** Whether head and tail lie within the ring. */
    boolean fits() {
        return head < size && tail < size;
    }

    boolean isFull() {
        return (tail + 1) % size == head;
    }

    boolean hasUnconsumed() {
        return head != tail;
    }

    int head() {
        return head;
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
    boolean ring(long newHead) {
        if (newHead < 0 || newHead >= size || distance((int) newHead) > distance(tail)) {
            return false;
        }
        head = (int) newHead;
        return true;
    }

    /** Entries from the head to a place in the ring: the head can move over written entries only. */
    private int distance(int place) {
        return (place - head + size) % size;
    }

    void reset() {
        base = 0;
        size = 0;
        head = 0;
        tail = 0;
        phase = 1;
    }

    void state(StateVisitor visitor) {
        base = visitor.value("cqBase", base);
        size = visitor.value("cqSize", size);
        head = visitor.value("cqHead", head);
        tail = visitor.value("cqTail", tail);
        phase = visitor.value("cqPhase", phase);
    }
}
