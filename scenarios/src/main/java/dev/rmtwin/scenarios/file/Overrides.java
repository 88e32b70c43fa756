package dev.rmtwin.scenarios.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the command line changes in a scenario, in the order given; later ones win.
 *
 * @param sets {@code path=value}: a dotted path ({@code flows.command.receivers.B.mode}) and a YAML value on one
 *     line; an empty value or {@code null} removes the key; elements of lists go by index from 0
 * @param duration as in the file, {@code 10 min}
 * @param seed as in the file
 */
public record Overrides(List<String> sets, Optional<String> duration, Optional<String> seed) {
    /** Nothing changed. */
    public static final Overrides NONE = new Overrides(List.of(), Optional.empty(), Optional.empty());

    public Overrides {
        sets = List.copyOf(sets);
    }

    /** The same, and one more {@code path=value}. */
    public Overrides withSet(String pathAndValue) {
        List<String> more = new ArrayList<>(sets);
        more.add(pathAndValue);
        return new Overrides(more, duration, seed);
    }

    /** The same with this duration. */
    public Overrides withDuration(String text) {
        return new Overrides(sets, Optional.of(text), seed);
    }

    /** The same with this seed. */
    public Overrides withSeed(String text) {
        return new Overrides(sets, duration, Optional.of(text));
    }

    /** The same with this seed. */
    public Overrides withSeed(long number) {
        return withSeed(Long.toString(number));
    }
}
