package dev.rmtwin.core.state;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Walks through a component's state, either writing it to a record or reading it back. One method serves both directions
 * ({@code head = visitor.value("head", head)}), so that saving and restoring cannot drift apart. Tags are checked on reading.
 *
 * <p>Errors: {@link SnapshotException} when a record does not fit.
 */
public interface StateVisitor {
    /** Whether state is being read back. */
    boolean restoring();

    /** Saves {@code present} and returns it, or returns the saved value. */
    long value(String tag, long present);

    /** As {@link #value(String, long)}, for an int. */
    default int value(String tag, int present) {
        return Math.toIntExact(value(tag, (long) present));
    }

    /** As {@link #value(String, long)}, for a boolean. */
    default boolean value(String tag, boolean present) {
        return value(tag, present ? 1L : 0L) != 0;
    }

    /**
     * As {@link #value(String, int)}, for the number of entries that follow. A saved one is refused when the rest of the record
     * cannot hold so many, so that memory may be taken for them.
     *
     * @param leastBytes bytes that each entry takes in the record at least, above 0
     */
    int count(String tag, int present, int leastBytes);

    /** As {@link #value(String, int)}, for an index; a saved one must lie within {@code size}. */
    default int index(String tag, int present, int size) {
        return Objects.checkIndex(value(tag, present), size);
    }

    /** Saves the array's contents or fills it; the saved length must be the same. */
    void values(String tag, long[] array);

    /** Saves the array's contents or fills it; the saved length must be the same. */
    void values(String tag, int[] array);

    /** Saves bytes or returns the saved ones, at most {@code limitBytes}; for contents of variable length. */
    byte[] bytes(String tag, byte[] present, int limitBytes);

    /** Saves the segment's bytes or fills it; the saved length must be the same. */
    void segment(String tag, MemorySegment segment);
}
