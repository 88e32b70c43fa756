package dev.rmtwin.scenarios.file;

import dev.rmtwin.scenarios.model.Scenario;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Loads text as a user's file and tells what was wrong with it, one line a problem. */
final class Loading {
    /** A scenario without problems; tests change one line of it. */
    static final String SOUND = """
            scenario: sound
            duration: 1 s
            nodes:
              A: {id: 1}
              B: {id: 2}
              C: {id: 3}
            flows:
              command:
                from: A
                offset: 0x1000
                size: 100 B
                rate: 1 kHz
                receivers:
                  B:
                    mode: interrupt-dma
                    buffer: 256 B
              answer:
                from: B
                echo: command
                offset: 0x2000
                size: 100 B
                receivers: {A: {mode: interrupt-dma}}
            expectations:
              - {id: mean, receiver: command@B, measure: oneWay.mean, expected: 7.8 us, tolerance: 10 %}
            """;

    private Loading() {}

    /** {@link #SOUND} with one piece of text replaced, which must be there. */
    static String changed(String from, String to) {
        if (!SOUND.contains(from)) {
            throw new IllegalArgumentException("not in the sound scenario: " + from);
        }
        return SOUND.replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to));
    }

    static Scenario sound(String yaml, Overrides overrides) {
        try {
            return new ScenarioLoader().loadText("f.yaml", yaml, overrides);
        } catch (ScenarioProblems e) {
            throw new AssertionError(e);
        }
    }

    static Scenario sound(String yaml) {
        return sound(yaml, Overrides.NONE);
    }

    static List<String> problems(String yaml) {
        return problems(yaml, Overrides.NONE);
    }

    /** The lines that a user sees; empty when the text is a scenario. */
    static List<String> problems(String yaml, Overrides overrides) {
        try {
            new ScenarioLoader().loadText("f.yaml", yaml, overrides);
            return List.of();
        } catch (ScenarioProblems e) {
            return e.problems().stream().map(Problem::toString).toList();
        }
    }
}
