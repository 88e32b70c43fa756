package dev.rmtwin.scenarios.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each block of {@code problems.txt}: what a user got wrong, and the exact lines that tell so. */
class ProblemLinesTest {
    /** One block. */
    record Case(String name, List<String> removed, List<String> added, List<String> lines) {
        @Override
        public String toString() {
            return name;
        }
    }

    @Test
    void shouldFindNothingWrongWithTheSoundScenario() {
        assertThat(Loading.problems(Loading.SOUND)).isEmpty();
    }

    @ParameterizedTest(name = "should tell of {0}")
    @MethodSource("cases")
    void shouldTellEveryProblemWithItsLineAndRemedy(Case wrong) {
        String yaml = Loading.changed(String.join("\n", wrong.removed()), String.join("\n", wrong.added()));

        assertThat(Loading.problems(yaml)).containsExactlyElementsOf(wrong.lines());
    }

    static Stream<Case> cases() throws IOException {
        String text;
        try (InputStream in = ProblemLinesTest.class.getResourceAsStream("problems.txt")) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        List<Case> cases = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith("## ")) {
                cases.add(new Case(line.substring(3), new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
            } else if (!cases.isEmpty() && !line.isEmpty()) {
                Case last = cases.getLast();
                switch (line.charAt(0)) {
                    case '-' -> last.removed().add(line.substring(1));
                    case '+' -> last.added().add(line.substring(1));
                    case '>' -> last.lines().add(line.substring(2));
                    default -> throw new IllegalArgumentException("problems.txt: " + line);
                }
            }
        }
        return cases.stream();
    }
}
