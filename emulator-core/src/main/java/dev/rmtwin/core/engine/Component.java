package dev.rmtwin.core.engine;

import dev.rmtwin.core.event.EventKey;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.TraceHash;

/**
 * A part of the model that has state and takes events. It owns its event sequence and its rolling trace hash, so that both
 * depend on its own history alone, whatever order a run visits components in.
 *
 * <p>Thread: whoever carries the engine; never two at once.
 */
public abstract class Component {
    private final String name;
    private Engine engine;
    private int id = -1;
    private long sequence;
    private long hash = TraceHash.SEED;

    /** @param name unique in the ring, e.g. {@code node/2/rx-fifo}: part of snapshots and messages */
    protected Component(String name) {
        this.name = name;
    }

    final void attach(Engine owner, int componentId) {
        if (engine != null) {
            throw new IllegalStateException(name + " is registered already");
        }
        engine = owner;
        id = componentId;
    }

    /** Takes an event that was posted to this component. */
    public abstract void onEvent(int kind, long arg, long nowPs);

    /**
     * Saves or restores all that {@link #onEvent} depends on and that events do not carry. Overriders call super first.
     * Configuration is not state: a restored ring is wired from the same scenario first.
     */
    public void state(StateVisitor visitor) {
        sequence = visitor.value("sequence", sequence);
        hash = visitor.value("hash", hash);
    }

    /** Posts an event to this component. {@code kind} is 0 to 255. */
    protected final void post(Rank rank, long timePs, int kind, long arg) {
        engine.push(timePs, EventKey.pack(rank, id, nextSequence()), id, kind, arg);
    }

    /** Posts an event to another component, ordered by this component's own sequence. */
    protected final void postTo(Component target, Rank rank, long timePs, int kind, long arg) {
        engine.push(timePs, EventKey.pack(rank, id, nextSequence()), target.id, kind, arg);
    }

    /**
     * Posts an event about a packet to {@code target}, ordered by the target, the packet's origin and its number: all that
     * identifies it in any order of visiting.
     */
    protected final void postPacket(Component target, long timePs, int kind, long arg, long packetSequence) {
        engine.push(timePs, EventKey.pack(Rank.LINK, target.id, packetSequence), target.id, kind, arg);
    }

    /** Rolls an outcome into this component's trace hash. */
    protected final void outcome(int code, long nowPs, long detail) {
        hash = TraceHash.roll(hash, code, nowPs, detail);
    }

    private long nextSequence() {
        return sequence++;
    }

    /** The engine that this component is registered with. */
    protected final Engine engine() {
        return engine;
    }

    /** Id in registration order. */
    public final int id() {
        return id;
    }

    /** Unique name. */
    public final String name() {
        return name;
    }

    final long hash() {
        return hash;
    }

    @Override
    public final String toString() {
        return name;
    }
}
