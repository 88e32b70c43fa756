package dev.rmtwin.scenarios.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostileFileTest {
    @TempDir
    private Path folder;

    @Test
    void shouldRefuseAYamlBomb() {
        StringBuilder bomb = new StringBuilder("scenario: bomb\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i <= 9; i++) {
            bomb.append("a").append(i).append(": &a").append(i).append(" [");
            bomb.append(("*a" + (i - 1) + ", ").repeat(9))
                    .append("*a")
                    .append(i - 1)
                    .append("]\n");
        }

        assertThat(Loading.problems(bomb.toString()))
                .containsExactly("f.yaml:6: unfolds to more than 100000 values; use fewer aliases, or split the file");
    }

    @Test
    void shouldRefuseManyAliases() {
        String yaml = "scenario: many\nx: &x 1\ny: [" + "*x, ".repeat(101) + "]\n";

        assertThat(Loading.problems(yaml)).singleElement().asString().startsWith("f.yaml:3: has more than 100 aliases");
    }

    @Test
    void shouldRefuseAnAliasThatContainsItself() {
        assertThat(Loading.problems("scenario: loop\nnodes: &n\n  A: *n\n"))
                .containsExactly("f.yaml:3: alias '*n' contains itself; write the value out");
    }

    @Test
    void shouldRefuseAnAliasWithoutAnAnchor() {
        assertThat(Loading.problems("scenario: *n\n"))
                .singleElement()
                .asString()
                .startsWith("f.yaml:1: alias '*n' has no anchor");
    }

    @Test
    void shouldReadAnAliasAsTheValueOfItsAnchor() {
        String yaml = Loading.changed("offset: 0x1000\n    size: 100 B", "offset: 0x1000\n    size: &size 64 B")
                .replace("offset: 0x2000\n    size: 100 B", "offset: 0x2000\n    size: *size");

        assertThat(Loading.sound(yaml).flows()).extracting(f -> f.sizeBytes()).containsExactly(64, 64);
    }

    @Test
    void shouldRefuseDeepNesting() {
        assertThat(Loading.problems("scenario: deep\nx: " + "[".repeat(100_000)))
                .containsExactly("f.yaml:2: is nested deeper than 32 levels; write plain maps, lists and values");
    }

    @Test
    void shouldRefuseTagsMergeKeysAndMapsAsKeys() {
        assertThat(Loading.problems("scenario: !!java.net.URL [x]\n"))
                .singleElement()
                .asString()
                .contains("tag ");
        assertThat(Loading.problems("scenario: x\n<<: {a: 1}\n"))
                .containsExactly("f.yaml:2: merge key '<<' is not read here; use include, or a profile");
        assertThat(Loading.problems("scenario: x\n{a: 1}: b\n"))
                .singleElement()
                .asString()
                .startsWith("f.yaml:2:");
    }

    @Test
    void shouldRefuseASecondDocument() {
        assertThat(Loading.problems("scenario: x\n---\nscenario: y\n"))
                .containsExactly("f.yaml:2: starts a second document; keep one document a file; remove '---'");
    }

    @Test
    void shouldRefuseTextThatIsNoMap() {
        assertThat(Loading.problems("- a\n- b\n"))
                .containsExactly("f.yaml:1: has a list at the top; write a map: 'key: value' lines");
        assertThat(Loading.problems("\n\nhello\n"))
                .containsExactly("f.yaml:3: has 'hello' at the top; write a map: 'key: value' lines");
    }

    @Test
    void shouldTellTheLineOfBrokenYaml() {
        assertThat(Loading.problems("scenario: x\nnodes: {A: {id: 1}\nflows: }\n"))
                .singleElement()
                .asString()
                .startsWith("f.yaml:3: is not YAML:");
        assertThat(Loading.problems("scenario: x\n\tduration: 1 s\n"))
                .singleElement()
                .asString()
                .startsWith("f.yaml:2:");
    }

    @Test
    void shouldRefuseAnEmptyFile() throws IOException {
        assertThat(problems(file("empty.yaml", new byte[0])))
                .containsExactly("empty.yaml:1: is empty; write at least 'scenario: NAME' (rmtwin new FILE)");
        assertThat(problems(file("comment.yaml", "# nothing\n".getBytes(StandardCharsets.UTF_8))))
                .singleElement()
                .asString()
                .startsWith("comment.yaml:1: is empty;");
    }

    @Test
    void shouldRefuseAFileThatIsNotUtf8() throws IOException {
        byte[] latin1 = "scenario: x\ndescription: Grün\n".getBytes(StandardCharsets.ISO_8859_1);

        assertThat(problems(file("latin1.yaml", latin1)))
                .containsExactly("latin1.yaml:2: byte 0xFC is not UTF-8; save the file as UTF-8");
    }

    @Test
    void shouldRefuseNulBytes() throws IOException {
        byte[] bytes = "scenario: x\n\nduration: \0 s\n".getBytes(StandardCharsets.UTF_8);

        assertThat(problems(file("nul.yaml", bytes)))
                .containsExactly(
                        "nul.yaml:3: character U+0000 is not text; remove it, or check that this is a text file");
    }

    @Test
    void shouldReadAFileWithAByteOrderMarkAndWindowsLineEnds() throws Exception {
        String yaml = "\uFEFF" + Loading.SOUND.replace("\n", "\r\n");
        Path path = file("bom.yaml", yaml.getBytes(StandardCharsets.UTF_8));

        assertThat(new ScenarioLoader().load(path, Overrides.NONE).name()).isEqualTo("sound");
    }

    @Test
    void shouldRefuseAHugeFile() throws IOException {
        byte[] huge = ("scenario: x\n" + "# filler\n".repeat(200_000)).getBytes(StandardCharsets.UTF_8);

        assertThat(problems(file("huge.yaml", huge)))
                .containsExactly("huge.yaml:1: is larger than 1 MiB; split it with include, or check the name");
    }

    @Test
    void shouldRefuseADirectoryAMissingFileAndAPathThroughAFile() throws IOException {
        Path inside = file("file.yaml", new byte[0]).resolve("x.yaml");

        assertThat(problems(folder)).singleElement().asString().endsWith(": is a directory; name a .yaml file in it");
        assertThat(problems(folder.resolve("none.yaml")))
                .containsExactly("none.yaml: does not exist; check the name (rmtwin list)");
        assertThat(problems(inside)).singleElement().asString().startsWith("file.yaml/x.yaml: cannot be opened:");
    }

    @Test
    void shouldRefuseAFileThatMayNotBeRead() throws IOException {
        Path path = file("secret.yaml", Loading.SOUND.getBytes(StandardCharsets.UTF_8));
        assumeTrue(Files.getFileStore(path).supportsFileAttributeView("posix"), "needs POSIX permissions");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("---------"));
        assumeTrue(!Files.isReadable(path), "the superuser reads everything");

        assertThat(problems(path)).containsExactly("secret.yaml: may not be read; allow reading (chmod +r)");
    }

    @Test
    void shouldCallAnErrorWhileReadingAFaultOfTheEnvironment() {
        Path memory = Path.of("/proc/self/mem");
        assumeTrue(Files.isReadable(memory), "needs Linux, whose process memory cannot be read at offset 0");

        ScenarioProblems problems =
                catchThrowableOfType(ScenarioProblems.class, () -> new ScenarioLoader().load(memory, Overrides.NONE));

        assertThat(problems.environment()).isTrue();
        assertThat(problems.problems()).singleElement().asString().startsWith("/proc/self/mem: cannot be read:");
    }

    @Test
    void shouldTellAllProblemsAtOnceInTheOrderOfLines() {
        String yaml = Loading.changed("duration: 1 s", "duration: 1")
                .replace("rate: 1 kHz", "rate: 1")
                .replace("  C: {id: 3}", "  C: {id: 2}")
                .replace("tolerance", "tolerence");

        assertThat(Loading.problems(yaml))
                .extracting(p -> p.split(":", -1)[1])
                .containsExactly("2", "6", "12", "24", "24");
    }

    private Path file(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    private List<String> problems(Path path) {
        ScenarioProblems problems =
                catchThrowableOfType(ScenarioProblems.class, () -> new ScenarioLoader().load(path, Overrides.NONE));
        assertThat(problems.environment()).isFalse();
        String prefix = folder + "/";
        return problems.problems().stream()
                .map(p -> p.toString().replace(prefix, ""))
                .toList();
    }
}
