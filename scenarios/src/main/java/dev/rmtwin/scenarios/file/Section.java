package dev.rmtwin.scenarios.file;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A group of keys that makes one record.
 *
 * @param title what it is, with an article, for messages and the schema
 * @param type the record
 * @param keys in the order in which they are written
 * @param exactlyOne keys of which exactly one must be given; empty when there is no such choice
 * @param maker makes the record from checked values
 * @param check looks at what spans several keys of this section
 * @param <R> the record
 */
record Section<R>(
        String title,
        Class<R> type,
        Map<String, Key<R>> keys,
        List<String> exactlyOne,
        Function<Values, R> maker,
        Check check) {

    /** Reports what is wrong between the keys of one section; must bear that any value is missing. */
    @FunctionalInterface
    interface Check {
        void check(Values values, Problems problems);
    }

    static <R> Builder<R> of(String title, Class<R> type) {
        return new Builder<>(title, type);
    }

    List<String> keyNames() {
        return List.copyOf(keys.keySet());
    }

    /** The record; only for values without problems. */
    R make(Values values) {
        return maker.apply(values);
    }

    /** A name for the schema's definitions: that of the record, {@code wakeUp}. */
    String id() {
        String simple = type.getSimpleName();
        return Character.toLowerCase(simple.charAt(0)) + simple.substring(1);
    }

    /** Collects the keys of one section. */
    static final class Builder<R> {
        private final String title;
        private final Class<R> type;
        private final List<Key<R>> keys = new ArrayList<>();
        private List<String> exactlyOne = List.of();
        private Check check = (values, problems) -> {};

        private Builder(String title, Class<R> type) {
            this.title = title;
            this.type = type;
        }

        /** A key that must be given. */
        Builder<R> need(String name, Kind kind, String doc, Function<R, ?> get) {
            keys.add(new Key<>(name, kind, true, null, doc, get));
            return this;
        }

        /** A key that may be given; {@code standard} is what its absence means. */
        Builder<R> may(String name, Kind kind, String standard, String doc, Function<R, ?> get) {
            keys.add(new Key<>(name, kind, false, standard, doc, get));
            return this;
        }

        Builder<R> exactlyOne(List<String> names) {
            exactlyOne = names;
            return this;
        }

        Builder<R> check(Check sectionCheck) {
            check = sectionCheck;
            return this;
        }

        Section<R> make(Function<Values, R> maker) {
            Map<String, Key<R>> byName = new LinkedHashMap<>();
            for (Key<R> key : keys) {
                if (byName.put(key.name(), key) != null) {
                    throw new IllegalArgumentException(title + " declares " + key.name() + " twice");
                }
            }
            return new Section<>(title, type, Collections.unmodifiableMap(byName), exactlyOne, maker, check);
        }
    }
}
