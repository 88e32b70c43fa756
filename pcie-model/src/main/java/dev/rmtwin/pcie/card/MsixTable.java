package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.PcieLink;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Stage 12: the card's interrupt vectors. A masked vector is pending, never lost; when the mask goes, it is sent. Messages
 * travel behind the data before them. Reset masks every vector. The host's own table (BAR 5) can hold a vector back besides.
 *
 * <p>Thread: the engine's.
 */
final class MsixTable {
    /** A vector on its way out; what faults at this seam see. Reused. */
    static final class Message {
        int vector;
        long subject;
    }

    private final PcieLink link;
    private final IntPredicate held;
    private final CounterBlock<CardCounter> counters;
    private final Seam<Message> seam;
    private final Message message = new Message();
    private final long[] masked;
    private final long[] pending;
    private final long[] subjects;

    /**
     * Vectors of a card, all masked.
     *
     * @param owner start of the seam's name
     * @param held whether the host's MSI-X table holds a vector back, on top of the mask here
     */
    MsixTable(String owner, Wiring wiring, CounterBlock<CardCounter> counters, IntPredicate held) {
        this.link = wiring.link();
        this.held = held;
        this.counters = counters;
        int vectorCount = wiring.vectorCount();
        seam = wiring.seams()
                .add(new Seam<>(
                        owner + "/msix",
                        List.of(new Lens<>("message.vector", m -> m.vector, (m, v) -> m.vector = (int) v))));
        masked = new long[vectorCount];
        pending = new long[vectorCount];
        subjects = new long[vectorCount];
        reset();
    }

    /**
     * What the vectors are joined with.
     *
     * @param vectorCount vectors
     * @param link where messages go
     * @param seams where their seam is known
     */
    record Wiring(int vectorCount, PcieLink link, SeamRegistry seams) {}

    /** What became of a vector; the order is part of the trace hash. */
    enum Delivery {
        SENT,
        PENDING,
        DROPPED
    }

    /** Sends a vector's message, or leaves it pending. */
    Delivery deliver(int vector, long subject, long nowPs) {
        subjects[vector] = subject;
        if (masked[vector] != 0 || held.test(vector)) {
            pending[vector] = 1;
            counters.increment(CardCounter.INTERRUPTS_MASKED);
            return Delivery.PENDING;
        }
        message.vector = vector;
        message.subject = subject;
        long extraPs = seam.pass(message, nowPs);
        if (extraPs == Seam.DROPPED) {
            return Delivery.DROPPED;
        }
        counters.increment(CardCounter.INTERRUPTS);
        link.sendMessage(message.vector, subject, nowPs + extraPs);
        return Delivery.SENT;
    }

    /** Sets or clears a mask; says what became of the vector when it was pending, else nothing. */
    Optional<Delivery> setMasked(int vector, boolean mask, long nowPs) {
        masked[vector] = mask ? 1 : 0;
        return release(vector, nowPs);
    }

    /** Sends a pending vector that nothing masks any more, and says what became of it. */
    Optional<Delivery> release(int vector, long nowPs) {
        if (pending[vector] == 0 || masked[vector] != 0 || held.test(vector)) {
            return Optional.empty();
        }
        pending[vector] = 0;
        return Optional.of(deliver(vector, subjects[vector], nowPs));
    }

    /** What a pending interrupt was to announce is no more. */
    void clearPending(int vector) {
        pending[vector] = 0;
    }

    boolean masked(int vector) {
        return masked[vector] != 0;
    }

    boolean pending(int vector) {
        return pending[vector] != 0;
    }

    int vectorCount() {
        return masked.length;
    }

    void reset() {
        Arrays.fill(masked, 1);
        Arrays.fill(pending, 0);
    }

    void state(StateVisitor visitor) {
        visitor.values("masked", masked);
        visitor.values("pending", pending);
        visitor.values("subjects", subjects);
    }
}
