package dev.rmtwin.core.seam;

import java.util.List;

/**
 * A place on an edge of the model where a fault can take hold of a thing on its way into a stage. Unarmed, it costs one
 * load and one branch.
 *
 * @param <T> what passes
 */
public final class Seam<T> {
    /** {@link #pass} says: the thing is lost here. */
    public static final long DROPPED = -1;

    private final String id;
    private final List<Lens<T>> lenses;
    private final boolean delays;
    private SeamAction<T> action;

    /**
     * @param id unique, with the node in front: {@code node/2/rx-fifo}
     * @param lenses fields of the thing that a fault may change
     */
    public Seam(String id, List<Lens<T>> lenses) {
        this(id, lenses, true);
    }

    private Seam(String id, List<Lens<T>> lenses, boolean delays) {
        this.id = id;
        this.lenses = List.copyOf(lenses);
        this.delays = delays;
    }

    /** A seam on an edge where nothing can wait: things pass at once, changed or not, or are lost. */
    public static <T> Seam<T> withoutDelay(String id, List<Lens<T>> lenses) {
        return new Seam<>(id, lenses, false);
    }

    /**
     * Lets a thing through.
     *
     * @return {@link #DROPPED}, or the delay in picoseconds that a fault adds (0 without one)
     */
    public long pass(T thing, long nowPs) {
        return action == null ? 0 : action.apply(thing, nowPs);
    }

    /** Puts an action on this seam; one at a time. */
    public void arm(SeamAction<T> armed) {
        if (action != null) {
            throw new IllegalStateException("seam " + id + " is armed already");
        }
        action = armed;
    }

    /** Takes the action off; harmless when there is none. */
    public void disarm() {
        action = null;
    }

    /** Whether an action is in place. */
    public boolean armed() {
        return action != null;
    }

    /** Whether a thing can be held up here. */
    public boolean delays() {
        return delays;
    }

    /** Unique id. */
    public String id() {
        return id;
    }

    /** Fields that a fault may change, by name. */
    public List<Lens<T>> lenses() {
        return lenses;
    }
}
