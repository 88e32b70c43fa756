package dev.rmtwin.pcie.host;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.HostSide;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The machine around a card: memory, cores, and the vectors that the card's interrupts come in by.
 *
 * <p>Thread: the engine's.
 */
public final class HostCpu extends Component implements HostSide {
    /** Vectors that messages can have: as many as one card's MSI-X table. */
    public static final int VECTORS = 2048;
    /** The vector that the shared interrupt line comes in by: the one behind those of messages. */
    public static final int LINE_VECTOR = VECTORS;

    private static final int POLL = 0;
    private static final int LINE = 1;
    private static final int OUTCOME_LINE_DISABLED = 1;

    private final HostProfile profile;
    private final HostCore[] cores;
    private final HostTiming timing;
    private final HostMemory memory = new HostMemory();
    private final CounterBlock<HostCounter> counters = new CounterBlock<>(HostCounter.class);
    private final InterruptLine line;
    private final HostSlot slot;
    // As many as have handlers: most hosts use a few of all those vectors.
    private InterruptHandler[] handlers = new InterruptHandler[0];
    private Routine[] routines = new Routine[0];
    private InterruptHandler[] pollHandlers = new InterruptHandler[0];
    private Routine[] polls = new Routine[0];
    private long[] attached = new long[0];
    private long[] taken = new long[0];
    private long[] affinity = new long[0];
    private long linesTaken;

    private HostCpu(int node, HostProfile profile, SeedTree seeds, InterruptLine.Patience patience) {
        super("node/" + node + "/host");
        this.profile = profile;
        timing = new HostTiming(name(), profile, seeds, counters);
        cores = new HostCore[profile.coreCount()];
        for (int index = 0; index < cores.length; index++) {
            cores[index] = new HostCore(name() + "/core/" + index, timing, this);
        }
        line = new InterruptLine(this, counters, patience);
        slot = new HostSlot(this);
    }

    /** Builds a host and registers it and its cores. */
    public static HostCpu build(int node, HostProfile profile, SeedTree seeds, Engine engine) {
        return build(node, profile, seeds, engine, InterruptLine.Patience.LINUX);
    }

    /** As {@link #build(int, HostProfile, SeedTree, Engine)}, with its own patience for an interrupt line that nobody claims. */
    public static HostCpu build(
            int node, HostProfile profile, SeedTree seeds, Engine engine, InterruptLine.Patience patience) {
        HostCpu host = engine.register(new HostCpu(node, profile, seeds, patience));
        for (HostCore core : host.cores) {
            engine.register(core);
        }
        return host;
    }

    /** The slot of the host's first card; the host itself stands for it at the end of a bus. */
    public HostSlot slot() {
        return slot;
    }

    /** Adds a slot for one more card, before the first event. */
    public HostSlot addSlot() {
        return new HostSlot(this);
    }

    /** The interrupt line that all slots share. */
    public InterruptLine line() {
        return line;
    }

    /** Adds a thread that runs {@code routine} on a core; it starts with {@link #start}. */
    public HostThread spawn(String name, int core, Routine routine) {
        return cores[core].addThread(name, routine);
    }

    /** Starts a thread at a time. */
    public void start(HostThread thread, long atPs) {
        thread.core().start(thread, atPs);
    }

    /**
     * Declares the driver's handler of a vector and the routine that it runs, before the first event. The handler is called
     * only while it is attached.
     */
    public void install(int vector, InterruptHandler handler, Routine routine) {
        grow(vector + 1);
        handlers[vector] = handler;
        routines[vector] = routine;
    }

    /**
     * Declares what a vector's service routine may put off, before the first event: a routine that runs outside the interrupt,
     * on the same core, before any thread, and that interrupts may break into between its steps.
     */
    public void installPoll(int vector, InterruptHandler handler, Routine routine) {
        grow(vector + 1);
        pollHandlers[vector] = handler;
        polls[vector] = routine;
    }

    /** Lets a vector's poll run at a time, or as soon after as its core is free of interrupts. */
    public void schedulePoll(int vector, long atPs) {
        post(Rank.HOST, atPs, POLL, vector);
    }

    private void grow(int count) {
        if (count > VECTORS) {
            throw new IllegalArgumentException("vector " + (count - 1) + " of " + VECTORS);
        }
        int had = affinity.length;
        if (count > had) {
            handlers = Arrays.copyOf(handlers, count);
            routines = Arrays.copyOf(routines, count);
            pollHandlers = Arrays.copyOf(pollHandlers, count);
            polls = Arrays.copyOf(polls, count);
            attached = Arrays.copyOf(attached, count);
            taken = Arrays.copyOf(taken, count);
            affinity = Arrays.copyOf(affinity, count);
            Arrays.fill(affinity, had, count, profile.interruptCore());
        }
    }

    /** Attaches or detaches the installed handler. */
    public void setAttached(int vector, boolean attach) {
        if (attach && (vector >= handlers.length || handlers[vector] == null)) {
            throw new IllegalStateException("no handler is installed for vector " + vector);
        }
        if (vector < attached.length) {
            attached[vector] = attach ? 1 : 0;
        }
    }

    @Override
    public void onMessage(int vector, long subject, long nowPs) {
        raise(vector, nowPs);
    }

    /** A device raises a vector: by a message, or by a line on the chip. */
    public void raise(int vector, long nowPs) {
        counters.increment(HostCounter.MESSAGES);
        if (vector < 0 || vector >= attached.length || attached[vector] == 0) {
            counters.increment(HostCounter.UNHANDLED);
            return;
        }
        cores[(int) affinity[vector]].raise(vector, nowPs);
    }

    @Override
    public void onPinLevel(boolean asserted, long nowPs) {
        slot.onPinLevel(asserted, nowPs);
    }

    void onPinLevel(int input, boolean asserted, long nowPs) {
        if (asserted) {
            counters.increment(HostCounter.MESSAGES);
        }
        line.onLevel(input, asserted, nowPs);
    }

    /** Looks at the line when whoever runs now has ended its step. */
    void scheduleLine() {
        post(Rank.INTERRUPT, engine().nowPs(), LINE, 0);
    }

    void raiseLine(long nowPs) {
        cores[profile.interruptCore()].raise(LINE_VECTOR, nowPs);
    }

    void onLineDisabled(long nowPs) {
        outcome(OUTCOME_LINE_DISABLED, nowPs, LINE_VECTOR);
    }

    /** The routine of an interrupt that a core has taken; null when its handler has been detached meanwhile. */
    Routine service(int vector, long nowPs) {
        if (vector == LINE_VECTOR) {
            counters.increment(HostCounter.SERVICED);
            linesTaken++;
            return line.onMessage(vector, nowPs);
        }
        if (attached[vector] == 0) {
            counters.increment(HostCounter.UNHANDLED);
            return null;
        }
        counters.increment(HostCounter.SERVICED);
        taken[vector]++;
        return handlers[vector].onMessage(vector, nowPs);
    }

    /** The poll of a vector; null when its handler has been detached meanwhile. */
    Routine poll(int vector, long nowPs) {
        if (attached[vector] == 0) {
            return null;
        }
        counters.increment(HostCounter.POLLS);
        return pollHandlers[vector].onMessage(vector, nowPs);
    }

    Routine pollOf(int vector) {
        return polls[vector];
    }

    Routine routineOf(int vector) {
        return vector == LINE_VECTOR ? line : routines[vector];
    }

    @Override
    public void writeMemory(long address, MemorySegment data, int lengthBytes, long nowPs) {
        HostRegion region = memory.find(address, lengthBytes);
        if (region == null) {
            counters.increment(HostCounter.DMA_UNMAPPED);
            return;
        }
        memory.write(region, address, data, lengthBytes, nowPs);
    }

    @Override
    public boolean readMemory(long address, MemorySegment target, int lengthBytes, long nowPs) {
        HostRegion region = memory.find(address, lengthBytes);
        if (region == null) {
            counters.increment(HostCounter.DMA_UNMAPPED);
            return false;
        }
        MemorySegment.copy(region.segment(), address - region.address(), target, 0, lengthBytes);
        return true;
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        switch (kind) {
            case POLL -> cores[(int) affinity[(int) arg]].raise(ServiceSlot.POLLS_FROM + (int) arg, nowPs);
            case LINE -> line.evaluate(nowPs);
            default -> throw new IllegalStateException(this + " got event kind " + kind);
        }
    }

    /** The host's present. */
    public long nowPs() {
        return engine().nowPs();
    }

    /** Memory that the card can reach. */
    public HostMemory memory() {
        return memory;
    }

    /** One core. */
    public HostCore core(int index) {
        return cores[index];
    }

    /** Its parameters. */
    public HostProfile profile() {
        return profile;
    }

    /** Interrupts taken by a vector. */
    public long interruptsTaken(int vector) {
        return vector == LINE_VECTOR ? linesTaken : vector < taken.length ? taken[vector] : 0;
    }

    /** Counters of the host. */
    public CounterBlock<HostCounter> counters() {
        return counters;
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        memory.state(visitor);
        counters.state(visitor);
        visitor.values("attached", attached);
        visitor.values("taken", taken);
        visitor.values("affinity", affinity);
        linesTaken = visitor.value("linesTaken", linesTaken);
        line.state(visitor);
    }
}
