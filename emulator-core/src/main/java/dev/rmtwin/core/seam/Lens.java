package dev.rmtwin.core.seam;

import java.util.function.ToLongFunction;

/**
 * A named field of a thing, so that a fault can change it without knowing the thing's type.
 *
 * @param name e.g. {@code packet.offset}
 * @param getter reads the field
 * @param setter writes the field
 * @param <T> the thing
 */
public record Lens<T>(String name, ToLongFunction<T> getter, Setter<T> setter) {
    /** Writes a field. */
    @FunctionalInterface
    public interface Setter<T> {
        /** Writes {@code value}, cut to the field's width. */
        void set(T thing, long value);
    }
}
