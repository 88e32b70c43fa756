package dev.rmtwin.scenarios.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.scenarios.model.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CanonicalTextTest {
    @ParameterizedTest
    @MethodSource("shipped")
    void shouldLoadBackToAnEqualScenario(String name) throws ScenarioProblems {
        Scenario scenario = new ScenarioCatalog().load(name, Overrides.NONE);

        assertThat(reload(scenario)).isEqualTo(scenario);
    }

    static List<String> shipped() throws ScenarioProblems {
        return new ScenarioCatalog().shipped().stream().map(CatalogEntry::name).toList();
    }

    @Test
    void shouldNeedNoOtherFile() throws ScenarioProblems {
        Scenario scenario = new ScenarioCatalog().load("reference-poll-1ms", Overrides.NONE);

        assertThat(CanonicalText.of(scenario)).doesNotContain("include", "profile:");
    }

    @Test
    void shouldKeepDescriptionsNamesAndBoundsOfEveryShape() throws ScenarioProblems {
        String yaml = Loading.SOUND
                .replace(
                        "scenario: sound",
                        "scenario: 'null'\ndescription: \"a: b # 'c' \\\"d\\\"\\n\\te \\u2028 \\\\ ü\"")
                .replace("C: {id: 3}", "007: {id: 3}");
        yaml += """
                  - {id: 'a: "b"', receiver: answer@A, measure: coreBusy, atLeast: 0.1 %, atMost: 33.3 %}
                  - {id: c, receiver: answer@A, measure: coreBusy, expected: 0.3 %, tolerance: 0.07 %}
                  - {id: d, receiver: answer@A, measure: wakeups, expected: 7, tolerance: 3}
                  - {id: e, receiver: answer@A, measure: wait.max, expected: 1 ms, tolerance: 3 ns}
                  - {id: f, receiver: answer@A, measure: framesSent, atLeast: 1}
                """;
        Scenario scenario = Loading.sound(yaml);

        assertThat(reload(scenario)).isEqualTo(scenario);
        assertThat(scenario.description()).isEqualTo("a: b # 'c' \"d\"\n\te \u2028 \\ ü");
    }

    @Property(tries = 200)
    void shouldLoadBackWhateverIsSet(@ForAll("settings") List<String> settings) throws ScenarioProblems {
        Overrides overrides = new Overrides(settings, Optional.empty(), Optional.empty());
        Scenario scenario = new ScenarioLoader().loadText("f.yaml", Loading.SOUND, overrides);

        assertThat(reload(scenario)).isEqualTo(scenario);
    }

    @Provide
    Arbitrary<List<String>> settings() {
        Arbitrary<String> timed = Combinators.combine(
                        Arbitraries.of(
                                "flows.command.phase",
                                "nodes.B.host.application.send",
                                "nodes.C.host.polling.gap",
                                "card.queue.coalesceTimer"),
                        Arbitraries.longs().between(0, 999_999L))
                .as((path, n) -> path + "=" + n + " ps");
        Arbitrary<String> duration =
                Arbitraries.longs().between(1_000_000_000L, 1L << 60).map(n -> "duration=" + n + " ps");
        Arbitrary<String> rate = Arbitraries.longs().between(1, 999_999).map(n -> "flows.command.rate=" + n + " Hz");
        Arbitrary<String> seed = Arbitraries.longs().greaterOrEqual(0).map(n -> "seed=" + n);
        Arbitrary<String> card = Arbitraries.of(
                "nodes.C.card=5565",
                "nodes.A.card=ideal",
                "host=ideal",
                "nodes.C.card.identity=5565",
                "nodes.C.driver.order=receive-before-descriptors",
                "nodes.C.driver.failedEnable=keep-attached",
                "nodes.A.driver.stepGap=1 ms",
                "flows.command.receivers.B.mode=hybrid",
                "flows.command.receivers.B.coalesceFrames=7",
                "flows.command.receivers.B.coalesceTime=7 ns",
                "card.queue.unheard=discard",
                "ring.span=1.5 m");
        Arbitrary<String> share =
                Arbitraries.integers().between(10_000, 1_000_000).map(n -> "host.polling.intervalFactor=" + n + " ppm");
        return Arbitraries.oneOf(timed, duration, rate, seed, card, share)
                .list()
                .ofMaxSize(6)
                .map(ArrayList::new);
    }

    private static Scenario reload(Scenario scenario) throws ScenarioProblems {
        return new ScenarioLoader().loadText(scenario.source(), CanonicalText.of(scenario), Overrides.NONE);
    }
}
