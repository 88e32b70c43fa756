package dev.rmtwin.scenarios.file;

import java.util.ArrayList;
import java.util.List;

/** The packaged host and card profiles. Stateless. */
public final class ProfileCatalog {

    /**
     * Every packaged profile of a kind, with its description.
     *
     * @throws ScenarioProblems when a packaged file cannot be read, which means a broken installation
     */
    public List<CatalogEntry> list(ProfileKind kind) throws ScenarioProblems {
        Problems problems = new Problems();
        List<CatalogEntry> entries = new ArrayList<>();
        for (String name : kind.builtIn()) {
            entries.add(new CatalogEntry(name, ScenarioCatalog.description(kind.source(name), problems)));
        }
        problems.throwIfAny();
        return entries;
    }
}
