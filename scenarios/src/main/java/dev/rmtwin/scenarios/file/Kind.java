package dev.rmtwin.scenarios.file;

import dev.rmtwin.core.config.BadQuantityException;
import dev.rmtwin.core.config.Dimension;
import java.util.List;

/** What the value of a key may be. */
sealed interface Kind {

    /**
     * A quantity with a unit; bound as {@code Long} in the dimension's base unit.
     *
     * @param least least value, inclusive
     * @param most greatest value, inclusive
     */
    record Amount(Dimension dimension, long least, long most) implements Kind {}

    /** A frequency; bound as {@code Long}, its period in picoseconds. */
    record Frequency(long leastPeriodPs, long mostPeriodPs) implements Kind {}

    /** A place in card memory: bytes, hexadecimal, or a size with its unit; bound as {@code Long}. */
    record Offset() implements Kind {}

    /** A whole number; bound as {@code Long}. */
    record Whole(long least, long most) implements Kind {}

    /** Free text on any number of lines; bound as {@code String}. */
    record Prose() implements Kind {}

    /** A name: letters, digits, '-' and '_'; bound as {@code String}. */
    record Name(String example) implements Kind {
        static final String PATTERN = "[A-Za-z0-9][A-Za-z0-9_-]{0,62}";
    }

    /** An id, profile name or file name: one line without control characters; bound as {@code String}. */
    record Label(String example) implements Kind {}

    /** One label of several; bound as {@code String}. */
    record Choice(List<String> labels) implements Kind {}

    /** Another group of keys; bound as {@link Values}. */
    record Nested(Section<?> section) implements Kind {}

    /** A profile by name or with changes; resolved before it is bound, then as {@link Nested}. */
    record Profile(ProfileKind profile) implements Kind {}

    /** A map from names to groups of keys; bound as {@code Map<String, Values>}. */
    record MapOf(Section<?> section, int least, int most) implements Kind {}

    /** A list of groups of keys; bound as {@code List<Values>}. */
    record ListOf(Section<?> section) implements Kind {}

    /** One file name or a list of them; consumed before binding. */
    record Files() implements Kind {}

    /** A number in the unit of the expectation's measure; bound as {@code Item.Scalar}. */
    record Reading() implements Kind {}

    /** A share of the expected value, or a distance from it in its unit; bound as {@code Item.Scalar}. */
    record Tolerance() implements Kind {}

    static Amount time(String least, String most) {
        return amount(Dimension.TIME, least, most);
    }

    static Amount bytes(String least, String most) {
        return amount(Dimension.BYTES, least, most);
    }

    /** An amount whose bounds are declared as they are written in files; a wrong declaration fails class loading. */
    static Amount amount(Dimension dimension, String least, String most) {
        try {
            return new Amount(dimension, dimension.parse(least), dimension.parse(most));
        } catch (BadQuantityException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
