package dev.rmtwin.scenarios.file;

import dev.rmtwin.scenarios.model.Scenario;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Loads scenario files: includes and profiles resolved, overrides applied, everything checked. Stateless and
 * thread-safe. Whatever the input, the only checked outcome besides a scenario is {@link ScenarioProblems}.
 */
public final class ScenarioLoader {
    private static final String[] STANDARD_NODES = {"A", "B", "C"};

    /**
     * Loads a file; names in it are relative to its folder.
     *
     * @throws ScenarioProblems with every problem found
     */
    public Scenario load(Path file, Overrides overrides) throws ScenarioProblems {
        return load(new Source.FileSource(file), file.toString(), overrides);
    }

    /**
     * Loads text; names in it are relative to the working directory.
     *
     * @param name stands for the file in problems, and becomes the scenario's source
     * @throws ScenarioProblems with every problem found
     */
    public Scenario loadText(String name, String yaml, Overrides overrides) throws ScenarioProblems {
        return load(new Source.TextSource(name, yaml), name, overrides);
    }

    /** Loads a packaged scenario. */
    Scenario loadPackaged(String file, Overrides overrides) throws ScenarioProblems {
        Source source = new Source.ResourceSource("files/" + file);
        return load(source, source.name(), overrides);
    }

    private Scenario load(Source source, String name, Overrides overrides) throws ScenarioProblems {
        Problems problems = new Problems();
        Optional<Item.Mapping> merged = new Includes(problems).load(source);
        if (merged.isEmpty()) {
            problems.throwIfAny();
            throw new IllegalStateException("no scenario and no problem");
        }
        Item.Mapping changed = new OverrideApplier(problems).apply(merged.get(), overrides);
        Item.Mapping complete = complete(changed, problems);
        Values values = new Binder(problems).bind(ScenarioKeys.SCENARIO, complete, "", null);
        new ScenarioChecks(values, problems).run();
        problems.throwIfAny();
        return new ScenarioAssembler(values).assemble(name);
    }

    /** The scenario with its profiles resolved, and the sections that may be left out. */
    private static Item.Mapping complete(Item.Mapping scenario, Problems problems) {
        ProfileResolver resolver = new ProfileResolver(problems);
        Item.Mapping complete = scenario;
        if (complete.get("ring") == null) {
            Item.Mapping ring = new Item.Mapping(scenario.where(), Map.of(), Item.Extent.ONE);
            complete = complete.with("ring", new Item.Entry(scenario.where(), ring));
        }
        if (complete.get("nodes") == null) {
            complete = complete.with("nodes", new Item.Entry(scenario.where(), standardNodes(scenario.where())));
        }
        for (ProfileKind kind : ProfileKind.values()) {
            Item.Entry given = scenario.entries().get(kind.key());
            Optional<Item.Mapping> profile = given == null
                    ? resolver.standard(kind, scenario.where())
                    : resolver.resolve(kind, given.value(), Optional.empty(), kind.key());
            Item.Where where = given == null ? scenario.where() : given.where();
            complete = put(complete, kind.key(), where, profile);
            complete = completeNodes(complete, kind, profile, resolver);
        }
        return complete;
    }

    private static Item.Mapping completeNodes(
            Item.Mapping scenario, ProfileKind kind, Optional<Item.Mapping> outer, ProfileResolver resolver) {
        if (!(scenario.get("nodes") instanceof Item.Mapping nodes)) {
            return scenario;
        }
        Map<String, Item.Entry> changed = new LinkedHashMap<>(nodes.entries());
        for (Map.Entry<String, Item.Entry> named : nodes.entries().entrySet()) {
            if (named.getValue().value() instanceof Item.Mapping node && node.get(kind.key()) != null) {
                Item.Entry own = node.entries().get(kind.key());
                String path = "nodes." + Problems.bare(named.getKey()) + "." + kind.key();
                Item.Mapping done =
                        put(node, kind.key(), own.where(), resolver.resolve(kind, own.value(), outer, path));
                changed.put(named.getKey(), new Item.Entry(named.getValue().where(), done));
            }
        }
        Item.Mapping all = new Item.Mapping(nodes.where(), changed, nodes.extent());
        return scenario.with(
                "nodes", new Item.Entry(scenario.entries().get("nodes").where(), all));
    }

    private static Item.Mapping put(Item.Mapping map, String key, Item.Where where, Optional<Item.Mapping> profile) {
        return profile.map(p -> map.with(key, new Item.Entry(where, p))).orElseGet(() -> map.without(key));
    }

    private static Item.Mapping standardNodes(Item.Where where) {
        Map<String, Item.Entry> nodes = new LinkedHashMap<>();
        for (int i = 0; i < STANDARD_NODES.length; i++) {
            Item.Scalar id = new Item.Scalar(where, Integer.toString(i + 1), true);
            Item.Mapping node = new Item.Mapping(where, Map.of("id", new Item.Entry(where, id)), Item.Extent.ONE);
            nodes.put(STANDARD_NODES[i], new Item.Entry(where, node));
        }
        return new Item.Mapping(where, nodes, Item.Extent.ONE);
    }
}
