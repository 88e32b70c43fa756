package dev.rmtwin.scenarios.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Checks a map against the table of keys and binds what is right. */
final class Binder {
    private static final Pattern NAME = Pattern.compile(Kind.Name.PATTERN);

    private final Problems problems;
    private final ScalarBinder scalars;

    Binder(Problems problems) {
        this.problems = problems;
        this.scalars = new ScalarBinder(problems);
    }

    /** Binds every key of a section, then runs the section's own check. */
    Values bind(Section<?> section, Item.Mapping mapping, String path, Values parent) {
        Values values = new Values(section, mapping, path, parent);
        for (Map.Entry<String, Item.Entry> entry : mapping.entries().entrySet()) {
            if (!section.keys().containsKey(entry.getKey())) {
                unknown(section, entry, path);
            }
        }
        for (Key<?> key : section.keys().values()) {
            Item.Entry entry = mapping.entries().get(key.name());
            if (entry != null) {
                bind(key, entry, values).ifPresent(v -> values.put(key.name(), v));
            } else if (key.required()) {
                missing(section, key, values);
            } else if (key.standard() != null && !(key.kind() instanceof Kind.Profile)) {
                Item.Scalar standard = new Item.Scalar(mapping.where(), key.standard(), false);
                scalars.bind(key.kind(), standard, values.pathOf(key.name())).ifPresent(v -> values.put(key.name(), v));
            }
        }
        section.check().check(values, problems);
        return values;
    }

    private void unknown(Section<?> section, Map.Entry<String, Item.Entry> entry, String path) {
        String name = entry.getKey();
        String wrong = "unknown key " + Problems.shown(name);
        String right = Problems.instead(name, section.keyNames(), section.title() + " has the keys");
        String at = path.isEmpty() ? "" : path + ".";
        problems.add(entry.getValue().where(), at + Problems.bare(name), wrong, right);
    }

    private void missing(Section<?> section, Key<?> key, Values values) {
        String wrong = section.title() + " needs the key '" + key.name() + "' (" + key.doc() + ")";
        problems.add(values.where(), values.path(), wrong, "add '" + key.name() + ": " + KindText.example(key) + "'");
    }

    private Optional<?> bind(Key<?> key, Item.Entry entry, Values values) {
        String path = values.pathOf(key.name());
        Item item = entry.value();
        if (item instanceof Item.Scalar scalar && scalar.isNull() && !(key.kind() instanceof Kind.MapOf)) {
            String right = "write '" + key.name() + ": " + KindText.example(key) + "'";
            problems.add(entry.where(), path, "has no value", right);
            return Optional.empty();
        }
        return switch (key.kind()) {
            case Kind.Nested nested -> bindNested(nested.section(), item, path, values);
            case Kind.Profile profile -> bindNested(profile.profile().section(), item, path, values);
            case Kind.MapOf map -> bindMap(map, entry, path, values);
            case Kind.ListOf list -> bindList(list, item, path, values);
            case Kind.Files files -> Optional.empty();
            default -> bindScalar(key, item, path);
        };
    }

    private Optional<?> bindScalar(Key<?> key, Item item, String path) {
        if (item instanceof Item.Scalar scalar) {
            return scalars.bind(key.kind(), scalar, path);
        }
        problems.add(item.where(), path, "is " + item.shown(), "write " + KindText.of(key.kind()));
        return Optional.empty();
    }

    private Optional<Values> bindNested(Section<?> section, Item item, String path, Values parent) {
        if (item instanceof Item.Mapping mapping) {
            return Optional.of(bind(section, mapping, path, parent));
        }
        String keys = Problems.list(section.keyNames());
        problems.add(item.where(), path, "is " + item.shown(), "write a map with the keys " + keys);
        return Optional.empty();
    }

    private Optional<?> bindMap(Kind.MapOf kind, Item.Entry entry, String path, Values parent) {
        Item item = entry.value();
        Map<String, Values> bound = new LinkedHashMap<>();
        if (!(item instanceof Item.Mapping mapping)) {
            if (item instanceof Item.Scalar scalar && scalar.isNull() && kind.least() == 0) {
                return Optional.of(bound);
            }
            problems.add(entry.where(), path, "is " + item.shown(), "write a map 'NAME: {...}'");
            return Optional.empty();
        }
        int count = mapping.entries().size();
        if (count < kind.least() || count > kind.most()) {
            String right = "write " + kind.least() + " to " + kind.most();
            problems.add(entry.where(), path, "has " + count + " entries", right);
        }
        for (Map.Entry<String, Item.Entry> named : mapping.entries().entrySet()) {
            String at = path + "." + Problems.bare(named.getKey());
            if (!NAME.matcher(named.getKey()).matches()) {
                String wrong = "the name " + Problems.shown(named.getKey()) + " cannot be used";
                problems.add(named.getValue().where(), at, wrong, "use letters, digits, '-' and '_', at most 63");
            } else {
                bindNested(kind.section(), named.getValue().value(), at, parent)
                        .ifPresent(v -> bound.put(named.getKey(), v));
            }
        }
        return Optional.of(bound);
    }

    private Optional<?> bindList(Kind.ListOf kind, Item item, String path, Values parent) {
        if (!(item instanceof Item.Sequence sequence)) {
            problems.add(item.where(), path, "is " + item.shown(), "write a list: '- {...}' lines");
            return Optional.empty();
        }
        List<Values> bound = new ArrayList<>();
        for (int i = 0; i < sequence.items().size(); i++) {
            bindNested(kind.section(), sequence.items().get(i), path + "." + i, parent)
                    .ifPresent(bound::add);
        }
        return Optional.of(bound);
    }
}
