package dev.rmtwin.core.seam;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** All seams of a ring by id, in the order in which they were built. */
public final class SeamRegistry {
    private final Map<String, Seam<?>> seams = new LinkedHashMap<>();

    /** Adds a seam and returns it. */
    public <T> Seam<T> add(Seam<T> seam) {
        if (seams.putIfAbsent(seam.id(), seam) != null) {
            throw new IllegalStateException("two seams named " + seam.id());
        }
        return seam;
    }

    /**
     * The seam that has the id of {@code fresh}, or {@code fresh} itself when there is none: for owners that come and go, like
     * channels that are opened again. The id fixes the type of what passes.
     */
    @SuppressWarnings("unchecked")
    public <T> Seam<T> obtain(Seam<T> fresh) {
        return (Seam<T>) seams.computeIfAbsent(fresh.id(), missing -> fresh);
    }

    /** The seam with this id. */
    public Optional<Seam<?>> find(String id) {
        return Optional.ofNullable(seams.get(id));
    }

    /** All seams. */
    public Collection<Seam<?>> all() {
        return Collections.unmodifiableCollection(seams.values());
    }
}
