package dev.rmtwin.core.seam;

/**
 * What a fault does to things that pass a seam. It may change the thing through the seam's lenses.
 *
 * @param <T> what passes
 */
@FunctionalInterface
public interface SeamAction<T> {
    /**
     * @return {@link Seam#DROPPED} to lose the thing, else the extra delay in picoseconds
     */
    long apply(T thing, long nowPs);
}
