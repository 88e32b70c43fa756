package dev.rmtwin.scenarios.figure;

import java.util.List;

/**
 * A built-in scenario, with some of its values changed.
 *
 * @param scenario its name
 * @param set changes as {@code --set} takes them: {@code path=value}
 */
public record Variant(String scenario, List<String> set) {
    /** A scenario with changes, or as it stands without any. */
    public static Variant of(String scenario, String... set) {
        return new Variant(scenario, List.of(set));
    }
}
