package dev.rmtwin.scenarios.file;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The bound values of one section. A value that has a problem is absent: checks ask {@link #has} first, makers run only
 * when there are no problems at all.
 */
final class Values {
    private final Section<?> section;
    private final Item.Mapping mapping;
    private final String path;
    private final Values parent;
    private final Map<String, Object> bound = new LinkedHashMap<>();

    Values(Section<?> section, Item.Mapping mapping, String path, Values parent) {
        this.section = section;
        this.mapping = mapping;
        this.path = path;
        this.parent = parent;
    }

    Section<?> section() {
        return section;
    }

    /** Path of this section in the file, empty at the top. */
    String path() {
        return path;
    }

    /** The last part of the path: the name of an entry of a map. */
    String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** The section around this one, null at the top. */
    Values parent() {
        return parent;
    }

    void put(String key, Object value) {
        bound.put(key, value);
    }

    /** Whether there is a value without problems, given or by default. */
    boolean has(String... keys) {
        for (String key : keys) {
            declared(key);
            if (!bound.containsKey(key)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the key is written in the file, right or wrong. */
    boolean given(String key) {
        declared(key);
        return mapping.entries().containsKey(key);
    }

    /** Where a problem with this key is shown: its value, or the section when it is absent. */
    Item.Where where(String key) {
        Item.Entry entry = mapping.entries().get(key);
        return entry == null ? mapping.where() : entry.where();
    }

    Item.Where where() {
        return mapping.where();
    }

    String pathOf(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    long number(String key) {
        return value(key, Long.class);
    }

    int integer(String key) {
        return Math.toIntExact(number(key));
    }

    String text(String key) {
        return value(key, String.class);
    }

    Item.Scalar scalar(String key) {
        return value(key, Item.Scalar.class);
    }

    Values nested(String key) {
        return value(key, Values.class);
    }

    /** The record of a nested section. */
    <T> T made(String key, Class<T> type) {
        Values values = nested(key);
        return type.cast(values.section.make(values));
    }

    /** The sections of a map by their names, in file order; empty when the map is absent or wrong. */
    Map<String, Values> map(String key) {
        Map<String, Values> entries = new LinkedHashMap<>();
        if (has(key)) {
            Map<?, ?> boundMap = value(key, Map.class);
            boundMap.forEach((name, entry) -> entries.put((String) name, (Values) entry));
        }
        return entries;
    }

    /** The names written in a map, right or wrong: a name with problems of its own exists all the same. */
    List<String> names(String key) {
        declared(key);
        return mapping.get(key) instanceof Item.Mapping map
                ? List.copyOf(map.entries().keySet())
                : List.of();
    }

    /** The sections of a list; empty when the list is absent or wrong. */
    List<Values> list(String key) {
        if (!has(key)) {
            return List.of();
        }
        return ((List<?>) bound.get(key)).stream().map(Values.class::cast).toList();
    }

    private <T> T value(String key, Class<T> type) {
        declared(key);
        Object value = bound.get(key);
        if (value == null) {
            throw new IllegalStateException(pathOf(key) + " has no value");
        }
        return type.cast(value);
    }

    private void declared(String key) {
        if (!section.keys().containsKey(key)) {
            throw new IllegalArgumentException(section.title() + " declares no key " + key);
        }
    }
}
