package dev.rmtwin.scenarios.file;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Collects problems while a scenario is loaded. Not thread-safe. */
final class Problems {
    private static final int SHOWN_LENGTH = 60;
    private static final int LISTED = 12;

    private final List<Problem> found = new ArrayList<>();
    private final Set<List<Object>> seen = new HashSet<>();
    private boolean environment;

    /** Adds a problem; the same problem of the same line reached over another path (a shared profile) is told once. */
    void add(Item.Where where, String path, String wrong, String right) {
        Problem problem = new Problem(oneLine(where.source().name()), where.line(), path, wrong, right);
        if (seen.add(List.of(problem.file(), problem.line(), wrong, right))) {
            found.add(problem);
        }
    }

    /** Adds a problem of the machine rather than of the input. */
    void addEnvironment(Item.Where where, String wrong, String right) {
        environment = true;
        add(where, "", wrong, right);
    }

    int count() {
        return found.size();
    }

    void throwIfAny() throws ScenarioProblems {
        if (!found.isEmpty()) {
            throw new ScenarioProblems(sorted(), environment);
        }
    }

    /** By file, in the order in which files were first complained of, then by line. */
    private List<Problem> sorted() {
        List<String> files = found.stream().map(Problem::file).distinct().toList();
        return found.stream()
                .sorted(Comparator.comparingInt((Problem p) -> files.indexOf(p.file()))
                        .thenComparingInt(Problem::line))
                .toList();
    }

    /** User text made fit for one line of a message. */
    static String shown(String text) {
        String line = oneLine(text).strip();
        return "'" + (line.length() <= SHOWN_LENGTH ? line : line.substring(0, SHOWN_LENGTH) + "...") + "'";
    }

    /** File names may hold line feeds; a problem stays one line. */
    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }

    /** As {@link #shown}, without quotes: a name in a path. */
    static String bare(String text) {
        String quoted = shown(text);
        return quoted.substring(1, quoted.length() - 1);
    }

    /** {@code a, b, c} or, for many names, the first ones and how many more there are. */
    static String list(Collection<String> names) {
        if (names.isEmpty()) {
            return "none";
        }
        if (names.size() <= LISTED) {
            return String.join(", ", names);
        }
        List<String> first = names.stream().limit(LISTED).toList();
        return String.join(", ", first) + " and " + (names.size() - LISTED) + " more";
    }

    /** What to write instead of an unknown name: the nearest one when it is near, else all. */
    static String instead(String name, Collection<String> known, String what) {
        Optional<String> nearest = Nearest.of(name, known);
        return nearest.map(n -> "did you mean '" + n + "'?").orElse(what + ": " + list(known));
    }
}
