package dev.rmtwin.scenarios.file;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts {@link Overrides} on top of a scenario's map. */
final class OverrideApplier {
    private static final String PATH_HINT = "write path=value, e.g. flows.command.rate='2 kHz'";

    private final Problems problems;

    OverrideApplier(Problems problems) {
        this.problems = problems;
    }

    Item.Mapping apply(Item.Mapping scenario, Overrides overrides) {
        Item.Mapping changed = scenario;
        for (int i = 0; i < overrides.sets().size(); i++) {
            Source source = new Source.TextSource("--set", overrides.sets().get(i));
            changed = applySet(changed, overrides.sets().get(i), new Item.Where(source, i + 1));
        }
        changed = option(changed, "duration", overrides.duration());
        return option(changed, "seed", overrides.seed());
    }

    private static Item.Mapping option(Item.Mapping scenario, String key, Optional<String> text) {
        if (text.isEmpty()) {
            return scenario;
        }
        Item.Where where = new Item.Where(new Source.TextSource("--" + key, text.get()), 1);
        return scenario.with(key, new Item.Entry(where, new Item.Scalar(where, text.get(), false)));
    }

    private Item.Mapping applySet(Item.Mapping scenario, String text, Item.Where where) {
        int equals = text.indexOf('=');
        List<String> path = equals < 0
                ? List.of()
                : List.of(text.substring(0, equals).strip().split("\\.", -1));
        if (path.isEmpty() || path.stream().anyMatch(String::isBlank) || path.size() > ItemBuilder.DEPTH_LIMIT) {
            problems.add(where, "", Problems.shown(text) + " is not path=value", PATH_HINT);
            return scenario;
        }
        if (path.getFirst().equals("include")) {
            problems.add(where, "include", "cannot be set from the command line", "write it into a file");
            return scenario;
        }
        Optional<Item> value = new YamlReader(problems).readValue(where, text.substring(equals + 1));
        if (value.isEmpty() || !checkNames(scenario, path, value.get(), where)) {
            return scenario;
        }
        Item.Mapping inLists = inList(scenario, path, value.get());
        return inLists != null ? inLists : Merge.scenario(scenario, chain(path, 0, value.get(), where));
    }

    /** A map of one key in a map of one key... down to the value. */
    private static Item.Mapping chain(List<String> path, int from, Item value, Item.Where where) {
        Item below = from == path.size() - 1 ? value : chain(path, from + 1, value, where);
        return new Item.Mapping(where, Map.of(path.get(from), new Item.Entry(where, below)), Item.Extent.ONE);
    }

    /** A misspelt flow, node or receiver would silently make a new, unfinished one: refuse it here. */
    private boolean checkNames(Item.Mapping scenario, List<String> path, Item value, Item.Where where) {
        Item at = scenario;
        for (int i = 0; i < path.size() && at instanceof Item.Mapping mapping; i++) {
            boolean last = i == path.size() - 1;
            Item next = mapping.get(path.get(i));
            boolean named = i > 0 && List.of("flows", "nodes", "receivers").contains(path.get(i - 1));
            if (next == null && named && !(last && value instanceof Item.Mapping)) {
                String wrong = "there is no " + Problems.shown(path.get(i)) + " in " + path.get(i - 1);
                Collection<String> known = mapping.entries().keySet();
                String right = Problems.instead(path.get(i), known, "there are");
                problems.add(where, Problems.bare(String.join(".", path)), wrong, right);
                return false;
            }
            at = next;
        }
        return true;
    }

    /** Sets inside a list of maps ({@code expectations.0.tolerance}); null when the path leads into none. */
    private Item.Mapping inList(Item.Mapping scenario, List<String> path, Item value) {
        boolean index = path.size() > 1 && path.get(1).matches("[0-9]{1,6}");
        if (!index || !(scenario.get(path.getFirst()) instanceof Item.Sequence sequence)) {
            return null;
        }
        int at = Integer.parseInt(path.get(1));
        Item.Where where = value.where();
        if (at >= sequence.items().size()) {
            String wrong = "there are " + sequence.items().size() + " elements";
            problems.add(where, Problems.bare(String.join(".", path)), wrong, "count from 0");
            return scenario;
        }
        List<Item> items = new ArrayList<>(sequence.items());
        if (path.size() == 2) {
            items.set(at, value);
        } else if (items.get(at) instanceof Item.Mapping element) {
            items.set(at, Merge.profile(element, chain(path, 2, value, where)));
        }
        Item.Sequence changed = new Item.Sequence(sequence.where(), List.copyOf(items), sequence.extent());
        return scenario.with(path.getFirst(), new Item.Entry(where, changed));
    }
}
