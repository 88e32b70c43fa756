package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.CompletionStatus;
import dev.rmtwin.pcie.bus.PcieLink;
import dev.rmtwin.pcie.config.ConfigSpace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;

/**
 * The one door by which the card's own requests leave: writes and reads of host memory, interrupt messages.
 *
 * <p>While the function may not master the bus (bus master off, not in D0, in reset) the door is shut: engines that ask
 * {@link #open} wait before their next step, and what one of them has already asked for waits here in order. It goes on when
 * the door opens. A reset throws away what waits here and takes back what has left and not yet arrived, so that nothing from
 * before lands after; answers to reads from before are not passed on.
 *
 * <p>Fidelity: functional. A real card has a few packets of room where this has a queue; its engines ask first, so little waits.
 * Thread: the engine's.
 */
final class CardEgress {
    /** A reader's tag has this many bits; above them stands which life of the function it belongs to. */
    private static final int TAG_BITS = 26;

    private static final int LIFE_MASK = (1 << Integer.SIZE - 1 - TAG_BITS) - 1;
    private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);
    private static final int LONGEST_BYTES = 1 << 16;

    /** A request that waits; {@code data} is empty for a read, {@code relaxed} says that its order may be. */
    private record Held(
            boolean read, boolean relaxed, long address, MemorySegment data, int lengthBytes, long subjectOrTag) {
        private static final Held NONE = new Held(false, false, 0, NOTHING, 0, 0);
    }

    private final PcieLink link;
    private final ConfigSpace config;
    private final CounterBlock<CardCounter> counters;
    private final BooleanSupplier mayMaster;
    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private int life;
    private int openReads;

    /**
     * @param mayMaster whether the function may send requests of its own at this moment
     */
    CardEgress(PcieLink link, ConfigSpace config, CounterBlock<CardCounter> counters, BooleanSupplier mayMaster) {
        this.link = link;
        this.config = config;
        this.counters = counters;
        this.mayMaster = mayMaster;
    }

    /** The card's counters. */
    CounterBlock<CardCounter> counters() {
        return counters;
    }

    /** Whether requests leave at once. Engines ask before each step, and wait when not. */
    boolean open() {
        return mayMaster.getAsBoolean() && held.isEmpty();
    }

    /** See {@link PcieLink#writeHost}. */
    void writeHost(long address, MemorySegment source, int lengthBytes, long subject, long nowPs) {
        if (open()) {
            link.writeHost(address, source, lengthBytes, subject, nowPs);
        } else {
            hold(new Held(false, false, address, copy(source, lengthBytes), lengthBytes, subject));
        }
    }

    /** See {@link PcieLink#writeHostData}. */
    void writeHostData(long address, MemorySegment source, int lengthBytes, long nowPs) {
        if (open()) {
            link.writeHostData(address, source, lengthBytes, nowPs);
        } else {
            hold(new Held(false, true, address, copy(source, lengthBytes), lengthBytes, -1));
        }
    }

    private static MemorySegment copy(MemorySegment source, int lengthBytes) {
        MemorySegment data = MemorySegment.ofArray(new byte[lengthBytes]);
        MemorySegment.copy(source, 0, data, 0, lengthBytes);
        return data;
    }

    /** See {@link PcieLink#readHost}. */
    void readHost(long address, int lengthBytes, int tag, long nowPs) {
        read(address, lengthBytes, tag, false, nowPs);
    }

    /** See {@link PcieLink#readHostData}. */
    void readHostData(long address, int lengthBytes, int tag, long nowPs) {
        read(address, lengthBytes, tag, true, nowPs);
    }

    private void read(long address, int lengthBytes, int tag, boolean relaxed, long nowPs) {
        if (tag >>> TAG_BITS != 0) {
            throw new IllegalStateException("tag " + Integer.toHexString(tag) + " has more than " + TAG_BITS + " bits");
        }
        if (!open()) {
            hold(new Held(true, relaxed, address, NOTHING, lengthBytes, tag));
            return;
        }
        ask(address, lengthBytes, tag, relaxed, nowPs);
    }

    private void hold(Held request) {
        counters.increment(CardCounter.REQUESTS_HELD);
        held.add(request);
    }

    private void ask(long address, int lengthBytes, int tag, boolean relaxed, long nowPs) {
        if (openReads++ == 0) {
            config.showPendingReads(true);
        }
        int full = life << TAG_BITS | tag;
        if (relaxed) {
            link.readHostData(address, lengthBytes, full, nowPs);
        } else {
            link.readHost(address, lengthBytes, full, nowPs);
        }
    }

    /** See {@link PcieLink#toHostReadyPs}. */
    long toHostReadyPs(long nowPs) {
        return link.toHostReadyPs(nowPs);
    }

    /** See {@link PcieLink#maxReadBytes}. */
    int maxReadBytes() {
        return link.maxReadBytes();
    }

    /** See {@link PcieLink#sendMessage}; whoever sends it has asked whether the card may. */
    void sendMessage(int vector, long subject, long nowPs) {
        link.sendMessage(vector, subject, nowPs);
    }

    /** The door may have opened: what waited goes. */
    void onGate(long nowPs) {
        while (mayMaster.getAsBoolean() && !held.isEmpty()) {
            Held next = held.poll();
            if (next.read()) {
                ask(next.address(), next.lengthBytes(), (int) next.subjectOrTag(), next.relaxed(), nowPs);
            } else {
                post(next, nowPs);
            }
        }
    }

    private void post(Held write, long nowPs) {
        if (write.relaxed()) {
            link.writeHostData(write.address(), write.data(), write.lengthBytes(), nowPs);
        } else {
            link.writeHost(write.address(), write.data(), write.lengthBytes(), write.subjectOrTag(), nowPs);
        }
    }

    /** An answer has come: whether a reader of this life still waits for it, and what the configuration space says of it. */
    boolean accepts(int tag, CompletionStatus status) {
        if (tag >>> TAG_BITS != life) {
            counters.increment(CardCounter.ANSWERS_DROPPED);
            return false;
        }
        if (--openReads == 0) {
            config.showPendingReads(false);
        }
        switch (status) {
            case SUCCESS -> {}
            case UNSUPPORTED_REQUEST -> config.onMasterAbort();
            case COMPLETER_ABORT -> config.onTargetAbort();
            case TIMED_OUT -> config.onCompletionTimeout();
        }
        return true;
    }

    /** A reader's own tag. */
    static int tag(int tag) {
        return tag & (1 << TAG_BITS) - 1;
    }

    /** The function is reset: nothing of before goes on. */
    void reset() {
        long writes = held.stream().filter(request -> !request.read()).count();
        counters.add(CardCounter.POSTED_DROPPED, writes + link.dropFromCard());
        held.clear();
        life = life + 1 & LIFE_MASK;
        openReads = 0;
        config.showPendingReads(false);
    }

    /** Requests that wait for the door. */
    int heldRequests() {
        return held.size();
    }

    void state(StateVisitor visitor) {
        life = visitor.value("egressLife", life);
        openReads = visitor.value("egressReads", openReads);
        int count = visitor.count("egressHeld", held.size(), Long.BYTES);
        ArrayDeque<Held> present = new ArrayDeque<>(held);
        held.clear();
        for (int i = 0; i < count; i++) {
            Held was = visitor.restoring() ? Held.NONE : present.poll();
            held.add(new Held(
                    visitor.value("heldRead", was.read()),
                    visitor.value("heldRelaxed", was.relaxed()),
                    visitor.value("heldAddress", was.address()),
                    MemorySegment.ofArray(
                            visitor.bytes("heldData", was.data().toArray(ValueLayout.JAVA_BYTE), LONGEST_BYTES)),
                    visitor.value("heldLength", was.lengthBytes()),
                    visitor.value("heldSubject", was.subjectOrTag())));
        }
    }
}
