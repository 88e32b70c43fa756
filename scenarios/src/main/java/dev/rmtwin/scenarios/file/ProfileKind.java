package dev.rmtwin.scenarios.file;

import java.util.List;

/** The two sorts of profile that a node takes. */
public enum ProfileKind {
    /** A host machine. */
    HOST("host", List.of("reference-lab", "ideal", "microcontroller")),
    /** A reflective-memory card. */
    CARD("card", List.of("reference-lab", "ideal", "5565"));

    private static final String STANDARD = "reference-lab";

    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> builtIn;

    ProfileKind(String key, List<String> builtIn) {
        this.key = key;
        this.builtIn = builtIn;
    }

    /** The key in scenario files. */
    public String key() {
        return key;
    }

    /** Names of the profiles that are packaged. */
    public List<String> builtIn() {
        return builtIn;
    }

    /** The profile that holds when none is named. */
    public String standard() {
        return STANDARD;
    }

    /** The keys of such a profile. */
    Section<?> section() {
        return this == HOST ? HostKeys.HOST : CardKeys.CARD;
    }

    /** Where a packaged profile lies. */
    Source source(String name) {
        return new Source.ResourceSource("profiles/" + key + "/" + name + ".yaml");
    }
}
