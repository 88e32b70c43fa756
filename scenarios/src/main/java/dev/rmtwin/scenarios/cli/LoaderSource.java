package dev.rmtwin.scenarios.cli;

import dev.rmtwin.core.config.BadQuantityException;
import dev.rmtwin.core.config.Dimension;
import dev.rmtwin.scenarios.file.CatalogEntry;
import dev.rmtwin.scenarios.file.Overrides;
import dev.rmtwin.scenarios.file.Problem;
import dev.rmtwin.scenarios.file.ProfileCatalog;
import dev.rmtwin.scenarios.file.ProfileKind;
import dev.rmtwin.scenarios.file.ScenarioCatalog;
import dev.rmtwin.scenarios.file.ScenarioLoader;
import dev.rmtwin.scenarios.file.ScenarioProblems;
import dev.rmtwin.scenarios.file.ScenarioTemplate;
import dev.rmtwin.scenarios.model.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Scenarios from YAML files and from those packaged with rmtwin. */
final class LoaderSource implements ScenarioSource {

    /** Work of the loader, which reports its problems by a checked exception. */
    @FunctionalInterface
    private interface Loading<T> {
        T get() throws ScenarioProblems;
    }

    @Override
    public Scenario load(Path file, Settings settings) {
        return translate(() -> new ScenarioLoader().load(file, overrides(settings)));
    }

    @Override
    public Scenario builtIn(String name, Settings settings) {
        return translate(() -> new ScenarioCatalog().load(name, overrides(settings)));
    }

    @Override
    public List<Entry> scenarios() {
        return entries(() -> new ScenarioCatalog().shipped());
    }

    @Override
    public boolean hasBuiltIn(String name) {
        return new ScenarioCatalog().has(name);
    }

    @Override
    public List<Entry> hostProfiles() {
        return entries(() -> new ProfileCatalog().list(ProfileKind.HOST));
    }

    @Override
    public List<Entry> cardProfiles() {
        return entries(() -> new ProfileCatalog().list(ProfileKind.CARD));
    }

    @Override
    public String template() {
        return ScenarioTemplate.text();
    }

    @Override
    public long timePs(String option, String text) {
        try {
            return Dimension.TIME.parse(text);
        } catch (BadQuantityException e) {
            throw CommandFailure.badInput(option + ": " + e.wrong() + "; " + e.right());
        }
    }

    private static Overrides overrides(Settings settings) {
        return new Overrides(settings.set, Optional.ofNullable(settings.duration), Optional.ofNullable(settings.seed));
    }

    private static List<Entry> entries(Loading<List<CatalogEntry>> loading) {
        return translate(loading).stream()
                .map(entry -> new Entry(entry.name(), entry.description()))
                .toList();
    }

    private static <T> T translate(Loading<T> loading) {
        try {
            return loading.get();
        } catch (ScenarioProblems e) {
            List<String> lines = e.problems().stream().map(Problem::toString).toList();
            throw e.environment() ? CommandFailure.environment(lines, e) : CommandFailure.badInput(lines);
        }
    }
}
