package dev.rmtwin.scenarios.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioTemplateTest {
    @Test
    void shouldBeAScenarioAsItIs() {
        assertThat(Loading.problems(ScenarioTemplate.text())).isEmpty();
    }

    @Test
    void shouldExplainEveryKeyOfAScenario() {
        List<String> lines = ScenarioTemplate.text().lines().toList();

        assertAllExplained(ScenarioKeys.SCENARIO, lines);
    }

    @Test
    void shouldFitALineOfText() {
        assertThat(ScenarioTemplate.text().lines()).allMatch(l -> l.length() <= 120);
    }

    private static void assertAllExplained(Section<?> section, List<String> lines) {
        for (Key<?> key : section.keys().values()) {
            String word = key.name() + ":";
            assertThat(lines)
                    .as(section.title())
                    .anyMatch(l -> l.replaceFirst("^[# ]*", "").startsWith(word));
            switch (key.kind()) {
                case Kind.Nested n -> assertAllExplained(n.section(), lines);
                case Kind.MapOf m -> assertAllExplained(m.section(), lines);
                case Kind.ListOf l -> assertAllExplained(l.section(), lines);
                default -> assertThat(key.doc()).isNotBlank();
            }
        }
    }
}
