package dev.rmtwin.scenarios.file;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A value read from YAML that knows where it was written. Immutable, so aliases share it. */
sealed interface Item {
    /** Where the value starts. */
    Where where();

    /** How much it unfolds to. */
    Extent extent();

    /** {@code a map}, {@code a list} or the scalar itself, for problem lines. */
    String shown();

    /**
     * A place.
     *
     * @param source the file
     * @param line from 1; 0 for the file as a whole
     */
    record Where(Source source, int line) {}

    /**
     * Size of an unfolded tree.
     *
     * @param items how many items it has, aliases unfolded
     * @param height longest way down
     */
    record Extent(long items, int height) {
        static final Extent ONE = new Extent(1, 1);

        Extent above(Extent other) {
            return new Extent(Math.addExact(items, other.items), Math.max(height, other.height + 1));
        }
    }

    /** A single value; {@code plain} when it was written without quotes. */
    record Scalar(Where where, String text, boolean plain) implements Item {
        boolean isNull() {
            return plain && (text.isEmpty() || text.equals("~") || text.equalsIgnoreCase("null"));
        }

        @Override
        public Extent extent() {
            return Extent.ONE;
        }

        @Override
        public String shown() {
            return isNull() ? "empty" : Problems.shown(text);
        }
    }

    /** A list. */
    record Sequence(Where where, List<Item> items, Extent extent) implements Item {
        @Override
        public String shown() {
            return "a list";
        }
    }

    /** A map in the order of the file; the key's own place is kept beside its value. */
    record Mapping(Where where, Map<String, Entry> entries, Extent extent) implements Item {
        public Mapping {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }

        @Override
        public String shown() {
            return "a map";
        }

        /** The value of a key, or null. */
        Item get(String key) {
            Entry entry = entries.get(key);
            return entry == null ? null : entry.value();
        }

        Mapping with(String key, Entry entry) {
            Map<String, Entry> changed = new LinkedHashMap<>(entries);
            changed.put(key, entry);
            return new Mapping(where, changed, extent);
        }

        Mapping without(String key) {
            Map<String, Entry> changed = new LinkedHashMap<>(entries);
            changed.remove(key);
            return new Mapping(where, changed, extent);
        }
    }

    /** A key's place and its value. */
    record Entry(Where where, Item value) {}
}
