package dev.rmtwin.scenarios.file;

import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a scenario file with all that it includes. */
final class Includes {
    private static final int FILE_LIMIT = 64;
    private static final String INCLUDE = "include";

    private final Problems problems;
    private final YamlReader reader;
    private final Map<String, Source> open = new LinkedHashMap<>();
    private int fileCount;
    private boolean complete = true;

    Includes(Problems problems) {
        this.problems = problems;
        this.reader = new YamlReader(problems);
    }

    /** The merged map; empty when a file could not be used, with the reason among the problems. */
    Optional<Item.Mapping> load(Source source) {
        Optional<Item.Mapping> merged = load(source, new Item.Where(source, 0));
        return complete ? merged : Optional.empty();
    }

    private Optional<Item.Mapping> load(Source source, Item.Where askedAt) {
        fileCount++;
        if (fileCount > FILE_LIMIT) {
            return refuse(askedAt, "more than " + FILE_LIMIT + " files are included", "include fewer");
        }
        Optional<Item.Mapping> own =
                reader.readFile(source, askedAt, askedAt.source().equals(source) ? "" : INCLUDE);
        if (own.isEmpty()) {
            complete = false;
            return own;
        }
        open.put(source.identity(), source);
        Optional<Item.Mapping> base = Optional.empty();
        for (Item.Scalar name : names(own.get())) {
            Optional<Item.Mapping> included = loadIncluded(source, name);
            if (included.isPresent()) {
                Item.Mapping next = included.get();
                base = Optional.of(base.map(b -> Merge.scenario(b, next)).orElse(next));
            }
        }
        open.remove(source.identity());
        Item.Mapping rest = own.get().without(INCLUDE);
        return Optional.of(base.map(b -> Merge.scenario(b, rest)).orElse(rest));
    }

    private Optional<Item.Mapping> loadIncluded(Source source, Item.Scalar name) {
        Source included;
        try {
            included = source.resolve(name.text());
        } catch (InvalidPathException e) {
            return refuse(name.where(), Problems.shown(name.text()) + " is not a file name", "name a .yaml file");
        }
        if (open.containsKey(included.identity())) {
            List<String> chain =
                    new ArrayList<>(open.values().stream().map(Source::name).toList());
            chain.add(included.name());
            return refuse(name.where(), "includes go round: " + String.join(" -> ", chain), "remove one of them");
        }
        return load(included, name.where());
    }

    private Optional<Item.Mapping> refuse(Item.Where where, String wrong, String right) {
        complete = false;
        problems.add(where, INCLUDE, wrong, right);
        return Optional.empty();
    }

    private List<Item.Scalar> names(Item.Mapping own) {
        Item item = own.get(INCLUDE);
        List<Item> listed = switch (item) {
            case null -> List.of();
            case Item.Sequence sequence -> sequence.items();
            default -> List.of(item);
        };
        List<Item.Scalar> names = new ArrayList<>();
        for (Item one : listed) {
            if (one instanceof Item.Scalar scalar && !scalar.isNull()) {
                names.add(scalar);
            } else {
                refuse(one.where(), "is " + one.shown(), "write " + KindText.of(new Kind.Files()));
            }
        }
        return names;
    }
}
