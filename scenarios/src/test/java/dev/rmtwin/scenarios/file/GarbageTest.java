package dev.rmtwin.scenarios.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** Whatever is in a file, the outcome is a scenario or one line a problem; anything else fails by itself. */
class GarbageTest {
    private static final List<String> PIECES = List.of(
            "&a",
            "*a",
            "!x",
            "!!str",
            "<<",
            "{",
            "}",
            "[",
            "]",
            ": ",
            "- ",
            "? ",
            "|",
            ">",
            "%YAML 1.2\n",
            "---\n",
            "...\n",
            "#",
            "'",
            "\"",
            "\\",
            "\\x",
            "\\U7fffffff",
            "\t",
            "\n",
            "\r",
            "  ",
            "null",
            "~",
            "0x",
            "1e9 s",
            "-1",
            "99999999999999999999 B",
            "\uD800",
            "\u0000",
            "\uFEFF",
            "@",
            "`",
            "flows",
            "command",
            "{a: {b: c}}",
            "5565");

    @Property(tries = 500)
    void shouldBearAnyBytes(@ForAll @Size(max = 200) byte[] bytes) throws IOException {
        Path file = Files.createTempFile("garbage", ".yaml");
        try {
            Files.write(file, bytes);
            checkLines(outcome(file));
        } finally {
            Files.delete(file);
        }
    }

    @Property(tries = 1500)
    void shouldBearMutationsOfASoundScenario(@ForAll("mutations") String yaml) {
        checkLines(Loading.problems(yaml));
    }

    @Property(tries = 1000)
    void shouldBearAnySetting(@ForAll("settings") String setting) {
        checkLines(Loading.problems(Loading.SOUND, Overrides.NONE.withSet(setting)));
    }

    @Provide
    Arbitrary<String> mutations() {
        Arbitrary<String> piece =
                Arbitraries.oneOf(Arbitraries.of(PIECES), Arbitraries.strings().ofMaxLength(5), Arbitraries.just(""));
        Arbitrary<int[]> cut = Combinators.combine(
                        Arbitraries.integers().between(0, Loading.SOUND.length()),
                        Arbitraries.integers().between(0, 30))
                .as((at, length) -> new int[] {at, length});
        Arbitrary<String> once = Combinators.combine(cut, piece).as((c, p) -> mutate(Loading.SOUND, c, p));
        return Arbitraries.oneOf(once, Combinators.combine(once, cut, piece).as(GarbageTest::mutate));
    }

    @Provide
    Arbitrary<String> settings() {
        Arbitrary<String> path = Arbitraries.of(
                        "flows",
                        "command",
                        "nodes",
                        "A",
                        "host",
                        "card",
                        "queue",
                        "receivers",
                        "0",
                        "expectations",
                        "x",
                        "")
                .list()
                .ofMaxSize(5)
                .map(parts -> String.join(".", parts));
        Arbitrary<String> value =
                Arbitraries.oneOf(Arbitraries.of(PIECES), Arbitraries.strings().ofMaxLength(12));
        return Combinators.combine(path, value).as((p, v) -> p + "=" + v);
    }

    private static String mutate(String text, int[] cut, String piece) {
        int from = Math.min(cut[0], text.length());
        int to = Math.min(from + cut[1], text.length());
        return text.substring(0, from) + piece + text.substring(to);
    }

    private static List<String> outcome(Path file) {
        try {
            new ScenarioLoader().load(file, Overrides.NONE);
            return List.of();
        } catch (ScenarioProblems e) {
            return e.problems().stream().map(Problem::toString).toList();
        }
    }

    private static void checkLines(List<String> lines) {
        assertThat(lines).allSatisfy(line -> {
            assertThat(line).contains(": ").contains("; ").doesNotContain("\n", "\r", "Exception", "\u0000");
            assertThat(new String(line.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                    .isNotBlank();
        });
    }
}
