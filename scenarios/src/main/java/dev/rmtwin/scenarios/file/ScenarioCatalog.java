package dev.rmtwin.scenarios.file;

import dev.rmtwin.scenarios.model.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The scenarios that come with the product, and those in a folder. Stateless. */
public final class ScenarioCatalog {
    private static final List<String> SHIPPED = List.of(
            "reference-echo",
            "reference-poll-1ms",
            "reference-poll-100us",
            "reference-busy-poll",
            "yield-poll",
            "ideal-poll",
            "portable-5565",
            "coalescing",
            "figure-hybrid-burst",
            "figure-coalescing-rates",
            "figure-coalescing-time",
            "figure-descriptor-ring",
            "figure-first-frame",
            "figure-first-frame-unattached",
            "figure-shared-line",
            "figure-failed-enable");

    /** The packaged scenarios, which {@link #load} knows by name wherever the program runs. */
    public List<CatalogEntry> shipped() throws ScenarioProblems {
        Problems problems = new Problems();
        List<CatalogEntry> entries = new ArrayList<>();
        for (String name : SHIPPED) {
            entries.add(new CatalogEntry(name, description(source(name), problems)));
        }
        problems.throwIfAny();
        return entries;
    }

    /**
     * The scenario files of a folder, by name; a file that is not YAML is a problem, as it would be when run.
     *
     * @throws ScenarioProblems with every problem found; of the environment when the folder cannot be listed
     */
    public List<CatalogEntry> inFolder(Path folder) throws ScenarioProblems {
        Problems problems = new Problems();
        List<CatalogEntry> entries = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
                entries.add(new CatalogEntry(file.toString(), description(new Source.FileSource(file), problems)));
            }
        } catch (IOException e) {
            Item.Where where = new Item.Where(new Source.FileSource(folder), 0);
            problems.addEnvironment(
                    where, "cannot be listed: " + Problems.shown(String.valueOf(e.getMessage())), "check it");
        }
        problems.throwIfAny();
        return entries;
    }

    /** Whether a packaged scenario has this name. */
    public boolean has(String name) {
        return SHIPPED.contains(name);
    }

    /**
     * Loads a packaged scenario; its source reads {@code built-in:files/NAME.yaml}.
     *
     * @throws ScenarioProblems when an override is wrong
     * @throws IllegalArgumentException when there is no such scenario
     */
    public Scenario load(String name, Overrides overrides) throws ScenarioProblems {
        if (!has(name)) {
            throw new IllegalArgumentException("no packaged scenario " + name + "; there are " + SHIPPED);
        }
        return new ScenarioLoader().loadPackaged(name + ".yaml", overrides);
    }

    /** The description that stands in a file, empty when there is none. */
    static String description(Source source, Problems problems) {
        return new YamlReader(problems)
                .readFile(source, new Item.Where(source, 0), "")
                .map(map -> map.get("description") instanceof Item.Scalar text ? text.text() : "")
                .orElse("");
    }

    private static Source source(String name) {
        return new Source.ResourceSource("files/" + name + ".yaml");
    }
}
