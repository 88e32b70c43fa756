package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.InterruptWindow;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Stage 12: the card's interrupt vectors. A masked vector is pending, never lost; when the mask goes, it is sent. Messages
 * travel behind the data before them. Reset masks every vector. The host holds a vector back besides, by its own table (BAR 5),
 * by MSI's mask, by not letting the card master the bus, or by enabling no message at all.
 *
 * <p>A message is a write of 4 bytes whose address and data are fixed when it leaves: what the host changes while it is on its
 * way counts for the next one. An address outside the {@link InterruptWindow} is memory, and written.
 *
 * <p>Thread: the engine's.
 */
final class MsixTable {
    /** A vector on its way out; what faults at this seam see. Reused. */
    static final class Message {
        int vector;
        long subject;
    }

    private final CardEgress link;
    private static final ValueLayout.OfInt DATA = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final MessageRoute route;
    private final MemorySegment data = Arena.ofAuto().allocate(Integer.BYTES, Integer.BYTES);
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
     * @param route how the host wants the vectors, on top of the mask here
     */
    MsixTable(String owner, Wiring wiring, CounterBlock<CardCounter> counters, MessageRoute route) {
        this.link = wiring.link();
        this.route = route;
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
    record Wiring(int vectorCount, CardEgress link, SeamRegistry seams) {}

    /** What became of a vector; the order is part of the trace hash. */
    enum Delivery {
        SENT,
        PENDING,
        DROPPED
    }

    /** Sends a vector's message, or leaves it pending. */
    Delivery deliver(int vector, long subject, long nowPs) {
        subjects[vector] = subject;
        if (masked[vector] != 0 || route.holds(vector)) {
            pending[vector] = 1;
            counters.increment(CardCounter.INTERRUPTS_MASKED);
            route.showPending(this);
            return Delivery.PENDING;
        }
        message.vector = vector;
        message.subject = subject;
        long extraPs = seam.pass(message, nowPs);
        if (extraPs == Seam.DROPPED) {
            return Delivery.DROPPED;
        }
        counters.increment(CardCounter.INTERRUPTS);
        send(message.vector, subject, nowPs + extraPs);
        return Delivery.SENT;
    }

    private void send(int vector, long subject, long atPs) {
        if (vector < 0 || vector >= masked.length) {
            // A fault has made a message of it that no table entry stands behind.
            link.sendMessage(vector, subject, atPs);
            return;
        }
        long address = route.address(vector);
        if (InterruptWindow.claims(address)) {
            link.sendMessage(route.data(vector), subject, atPs);
        } else {
            data.set(DATA, 0, route.data(vector));
            link.writeHost(address, data, Integer.BYTES, -1, atPs);
        }
    }

    /** Sets or clears a mask; says what became of the vector when it was pending, else nothing. */
    Optional<Delivery> setMasked(int vector, boolean mask, long nowPs) {
        masked[vector] = mask ? 1 : 0;
        return release(vector, nowPs);
    }

    /** Sends a pending vector that nothing masks any more, and says what became of it. */
    Optional<Delivery> release(int vector, long nowPs) {
        if (pending[vector] == 0 || masked[vector] != 0 || route.holds(vector)) {
            return Optional.empty();
        }
        pending[vector] = 0;
        route.showPending(this);
        return Optional.of(deliver(vector, subjects[vector], nowPs));
    }

    /** Hears of vectors that have been let go. */
    interface Released {
        void onReleased(int vector, Delivery delivery);
    }

    /** Sends every pending vector that nothing masks any more; those that share a message send it once. */
    void releaseAll(Released listener, long nowPs) {
        for (int vector = 0; vector < pending.length; vector++) {
            Optional<Delivery> delivery = release(vector, nowPs);
            if (delivery.isEmpty()) {
                continue;
            }
            listener.onReleased(vector, delivery.get());
            for (int other = vector + 1; other < pending.length; other++) {
                pending[other] = masked[other] == 0 && route.shared(vector, other) ? 0 : pending[other];
            }
        }
        route.showPending(this);
    }

    /** What a pending interrupt was to announce is no more. */
    void clearPending(int vector) {
        pending[vector] = 0;
        route.showPending(this);
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
        route.showPending(this);
    }

    void state(StateVisitor visitor) {
        visitor.values("masked", masked);
        visitor.values("pending", pending);
        visitor.values("subjects", subjects);
    }
}
