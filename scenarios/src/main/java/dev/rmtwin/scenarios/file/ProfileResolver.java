package dev.rmtwin.scenarios.file;

import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns a profile's name, file or changes into its complete map. */
final class ProfileResolver {
    private static final String PROFILE = "profile";
    private static final String NAME = "name";
    private static final String IDENTITY = "identity";
    /** Sections of cards with a queue block only. */
    private static final List<String> OF_QUEUE_BLOCK = List.of("queue", "commands");

    private static final String CHANGED = " (changed)";

    private final Problems problems;
    private final YamlReader reader;
    private final Map<String, Optional<Item.Mapping>> loaded = new HashMap<>();
    private final List<Source> open = new ArrayList<>();

    ProfileResolver(Problems problems) {
        this.problems = problems;
        this.reader = new YamlReader(problems);
    }

    /**
     * The complete map of a profile with its name; empty when it cannot be made, with the reason among the problems.
     *
     * @param item a name, a file, or a map of changes
     * @param outer what a map that names no profile changes; empty for the standard profile
     */
    Optional<Item.Mapping> resolve(ProfileKind kind, Item item, Optional<Item.Mapping> outer, String path) {
        return switch (item) {
            case Item.Scalar scalar when !scalar.isNull() -> load(kind, scalar, path);
            case Item.Mapping map -> resolveMap(kind, map, outer, path);
            default -> {
                problems.add(item.where(), path, "is " + item.shown(), "write " + KindText.of(new Kind.Profile(kind)));
                yield Optional.empty();
            }
        };
    }

    /** The standard profile, for a scenario that names none. */
    Optional<Item.Mapping> standard(ProfileKind kind, Item.Where where) {
        return load(kind, new Item.Scalar(where, kind.standard(), true), kind.key());
    }

    private Optional<Item.Mapping> resolveMap(
            ProfileKind kind, Item.Mapping map, Optional<Item.Mapping> outer, String path) {
        Item named = map.get(PROFILE);
        Optional<Item.Mapping> base = named == null
                ? outer.or(() -> standard(kind, map.where()))
                : loadNamed(kind, named, path + "." + PROFILE);
        return base.map(b -> change(b, map.without(PROFILE)));
    }

    private Optional<Item.Mapping> loadNamed(ProfileKind kind, Item named, String path) {
        if (named instanceof Item.Scalar scalar && !scalar.isNull()) {
            return load(kind, scalar, path);
        }
        problems.add(named.where(), path, "is " + named.shown(), "name a profile: " + Problems.list(kind.builtIn()));
        return Optional.empty();
    }

    private static Item.Mapping change(Item.Mapping base, Item.Mapping changes) {
        if (changes.entries().isEmpty()) {
            return base;
        }
        Item.Mapping merged = Merge.profile(fitting(base, changes), changes);
        if (changes.entries().containsKey(NAME) || !(base.get(NAME) instanceof Item.Scalar name)) {
            return merged;
        }
        String text = name.text().endsWith(CHANGED) ? name.text() : name.text() + CHANGED;
        return named(merged, text);
    }

    /** A change of identity to a card without a queue block takes the base's sections of it away, unless they are changed too. */
    private static Item.Mapping fitting(Item.Mapping base, Item.Mapping changes) {
        boolean plain = changes.get(IDENTITY) instanceof Item.Scalar identity
                && identity.text().equals(CardKeys.IDENTITY_5565);
        Item.Mapping fitting = base;
        for (String section : OF_QUEUE_BLOCK) {
            fitting = plain && changes.get(section) == null ? fitting.without(section) : fitting;
        }
        return fitting;
    }

    private static Item.Mapping named(Item.Mapping map, String name) {
        Item.Scalar scalar = new Item.Scalar(map.where(), name, false);
        return map.with(NAME, new Item.Entry(map.where(), scalar));
    }

    private Optional<Item.Mapping> load(ProfileKind kind, Item.Scalar name, String path) {
        Optional<Source> source = find(kind, name, path);
        if (source.isEmpty()) {
            return Optional.empty();
        }
        String identity = kind + " " + source.get().identity();
        if (open.contains(source.get())) {
            problems.add(
                    name.where(), path, "profiles go round: " + name.shown() + " starts from itself", "remove one");
            return Optional.empty();
        }
        if (!loaded.containsKey(identity)) {
            open.add(source.get());
            loaded.put(identity, read(kind, source.get(), name.where(), path));
            open.removeLast();
        }
        return loaded.get(identity);
    }

    private Optional<Item.Mapping> read(ProfileKind kind, Source source, Item.Where askedAt, String path) {
        Optional<Item.Mapping> own = reader.readFile(source, askedAt, path);
        if (own.isEmpty()) {
            return own;
        }
        Item.Mapping map = own.get();
        Item.Mapping titled = map.entries().containsKey(NAME) ? map : named(map, stem(source));
        Item base = map.get(PROFILE);
        if (base == null) {
            return Optional.of(titled);
        }
        return loadNamed(kind, base, PROFILE).map(b -> change(b, titled.without(PROFILE)));
    }

    private Optional<Source> find(ProfileKind kind, Item.Scalar name, String path) {
        String text = name.text();
        if (kind.builtIn().contains(text)) {
            return Optional.of(kind.source(text));
        }
        if (text.contains("/") || text.endsWith(".yaml") || text.endsWith(".yml")) {
            try {
                return Optional.of(name.where().source().resolve(text));
            } catch (InvalidPathException e) {
                problems.add(name.where(), path, name.shown() + " is not a file name", "name a .yaml file");
                return Optional.empty();
            }
        }
        String wrong = "there is no " + kind.key() + " profile " + name.shown();
        String known = "there are " + Problems.list(kind.builtIn()) + ", or name a file: ./FILE.yaml";
        problems.add(
                name.where(),
                path,
                wrong,
                Nearest.of(text, kind.builtIn())
                        .map(n -> "did you mean '" + n + "'? " + known)
                        .orElse(known));
        return Optional.empty();
    }

    private static String stem(Source source) {
        String name = source.name();
        String file = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        int dot = file.lastIndexOf('.');
        return dot > 0 ? file.substring(0, dot) : file;
    }
}
