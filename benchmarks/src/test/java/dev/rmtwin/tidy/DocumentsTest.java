package dev.rmtwin.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documents name is in the sources: files, types, members, links. */
class DocumentsTest {
    private static final SourceTree TREE = SourceTree.find();
    private static final SourceNames NAMES = new SourceNames(TREE.javaFiles());

    private static final Pattern INLINE_LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern LINK_DEFINITION = Pattern.compile("(?m)^\\[([\\w-]+)]: (\\S+)$");
    private static final Pattern LINK_USE = Pattern.compile("]\\[([\\w-]+)]");
    private static final Pattern JAVA_PATH = Pattern.compile("(?<![\\w./])[\\w.-]+(?:/[\\w.-]+)+[.]java\\b");
    private static final Pattern MEMBER = Pattern.compile("\\b([A-Z]\\w*)#(\\w+)");
    private static final Pattern CONSTANT =
            Pattern.compile("`([A-Z]\\w*[a-z]\\w*)[.](?!java`)([A-Za-z]\\w*)(?:\\(\\))?`");
    private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)*)`");

    private static final Pattern COMMAND_ROW = Pattern.compile("(?m)^\\| `(\\w+)[^`]*` \\|");
    private static final Pattern COMMAND_LISTED = Pattern.compile("(?m)^  (\\w+) {2,}\\S");

    /** Names that the documents may use and that are Java's own, or checks of Error Prone. */
    private static final Set<String> ELSEWHERE = Set.of(
            "IllegalStateException",
            "PriorityQueue",
            "StrictMath",
            "EnumOrdinal",
            "MissingSummary",
            "OperatorPrecedence",
            "RefactorSwitch",
            "InlineFormatString",
            "ImmutableEnumChecker");

    private static final int COLUMNS = 150;
    private static final int ARCHITECTURE_LINES = 250;
    private static final int README_LINES = 120;
    private static final int DECISION_LINES = 60;

    private static List<Path> documents() {
        return TREE.files().stream()
                .filter(file -> file.toString().endsWith(".md"))
                .toList();
    }

    @Test
    void shouldNameOnlyWhatIsThere() {
        List<String> problems = new ArrayList<>();
        for (Path document : documents()) {
            problems.addAll(problems(document, SourceTree.read(document)));
        }
        assertThat(documents()).as("the documents that were read").hasSizeGreaterThan(6);
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldStayShort() {
        assertLines(TREE.root().resolve("ARCHITECTURE.md"), ARCHITECTURE_LINES);
        assertLines(TREE.root().resolve("README.md"), README_LINES);
        for (Path document : documents()) {
            if (TREE.name(document).startsWith("docs/decisions/")) {
                assertLines(document, DECISION_LINES);
            }
        }
        assertThat(SourceTree.read(TREE.root().resolve("ARCHITECTURE.md"))
                        .lines()
                        .filter(l -> l.length() > COLUMNS))
                .as("lines of ARCHITECTURE.md that are too long")
                .isEmpty();
    }

    private static void assertLines(Path document, int limit) {
        assertThat(SourceTree.read(document).lines().count())
                .as("lines of %s", TREE.name(document))
                .isLessThanOrEqualTo(limit);
    }

    @Test
    void shouldListTheCommandsThatThereAreInTheReadme() throws IOException, InterruptedException {
        Set<String> documented = all(COMMAND_ROW, SourceTree.read(TREE.root().resolve("README.md")))
                .map(row -> row.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> real = all(COMMAND_LISTED, help()).map(row -> row.group(1)).collect(Collectors.toSet());
        assertThat(real).contains("run");
        real.remove("help");
        real.add("test"); // the launcher's own
        assertThat(documented).containsExactlyInAnyOrderElementsOf(real);
    }

    private static String help() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        "dev.rmtwin.scenarios.cli.Main",
                        "--help")
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }

    @Test
    void shouldSeeWhatIsNotThere() {
        Path document = TREE.root().resolve("X.md");
        assertThat(problems(document, "[a](README.md) [b](gone.md#part) [c](https://example.org/x)"))
                .containsExactly("X.md: link to gone.md#part");
        assertThat(problems(document, "[a][there] [b][lost]\n\n[there]: pom.xml\n[bad]: nowhere/pom.xml\n"))
                .containsExactlyInAnyOrder("X.md: link to nowhere/pom.xml", "X.md: link [lost] leads nowhere");
        assertThat(problems(document, "see event/EventKey.java and event/Nothing.java"))
                .containsExactly("X.md: no file event/Nothing.java");
        assertThat(problems(document, "`Engine#step`, `Engine#leap`, Nobody#step"))
                .containsExactly("X.md: no Engine#leap", "X.md: no Nobody#step");
        assertThat(problems(document, "`Rank.BUS`, `Rank.TRAIN`, `EventKey`, `EventLock`, `StrictMath`"))
                .containsExactly("X.md: no Rank.TRAIN", "X.md: no type EventLock");
    }

    private static List<String> problems(Path document, String text) {
        List<String> problems = new ArrayList<>();
        links(text)
                .filter(link -> !isThere(document, link))
                .map(link -> "link to " + link)
                .forEach(problems::add);
        Set<String> defined =
                Set.copyOf(all(LINK_DEFINITION, text).map(m -> m.group(1)).toList());
        all(LINK_USE, text)
                .map(m -> m.group(1))
                .filter(use -> !defined.contains(use))
                .map(use -> "link [" + use + "] leads nowhere")
                .forEach(problems::add);
        all(JAVA_PATH, text)
                .map(MatchResult::group)
                .filter(path ->
                        TREE.javaFiles().stream().noneMatch(file -> ("/" + TREE.name(file)).endsWith("/" + path)))
                .map(path -> "no file " + path)
                .forEach(problems::add);
        all(MEMBER, text)
                .filter(m -> !NAMES.hasMember(m.group(1), m.group(2)))
                .map(m -> "no " + m.group())
                .forEach(problems::add);
        all(CONSTANT, text)
                .filter(m -> !NAMES.hasMember(m.group(1), m.group(2)) && !ELSEWHERE.contains(m.group(1)))
                .map(m -> "no " + m.group(1) + "." + m.group(2))
                .forEach(problems::add);
        all(TYPE, text)
                .map(m -> m.group(1))
                .filter(type -> !NAMES.hasType(type) && !ELSEWHERE.contains(type))
                .map(type -> "no type " + type)
                .forEach(problems::add);
        return problems.stream()
                .distinct()
                .map(problem -> TREE.name(document) + ": " + problem)
                .toList();
    }

    private static Stream<String> links(String text) {
        return Stream.concat(
                all(INLINE_LINK, text).map(m -> m.group(1)),
                all(LINK_DEFINITION, text).map(m -> m.group(2)));
    }

    private static boolean isThere(Path document, String link) {
        String path = link.replaceFirst("#.*", "");
        return link.contains("://")
                || path.isEmpty()
                || Files.exists(document.getParent().resolve(path));
    }

    private static Stream<MatchResult> all(Pattern pattern, String text) {
        return pattern.matcher(text).results();
    }
}
