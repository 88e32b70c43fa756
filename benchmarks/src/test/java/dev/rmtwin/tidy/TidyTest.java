package dev.rmtwin.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Style is a test: sizes, imports, package descriptions and what no file may name. */
class TidyTest {
    private static final SourceTree TREE = SourceTree.find();

    /** Folders that exist on one machine only. Each pattern is written so that it does not match itself. */
    private static final Pattern MACHINE_PATH =
            Pattern.compile("(?<![\\w.:/-])(/(home|Users|root|work)/[\\w.]|[A-Z]:\\\\Users\\\\)");

    /** Hosts and settings by which a build would fetch from elsewhere than the user's own configuration says. */
    private static final Pattern REGISTRY = Pattern.compile(
            "repo1?[.]maven[.](apache[.])?org|registry[.]npmjs|registry[.]yarnpkg|files[.]pythonhosted|[.]jfrog[.]io"
                    + "|<(pluginR|r)epositor(y|ies)>|<m[i]rror>");

    private final SourceRules rules = new SourceRules();

    @Test
    void shouldKeepFilesMethodsAndParameterListsSmall() {
        List<String> problems = new ArrayList<>();
        for (Path file : TREE.javaFiles()) {
            problems.addAll(rules.problems(TREE.name(file), SourceTree.read(file)));
        }
        assertThat(TREE.javaFiles()).as("the Java files that were read").hasSizeGreaterThan(30);
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldDescribeEveryPackage() {
        List<String> undescribed = TREE.javaFiles().stream()
                .filter(file -> TREE.name(file).contains("src/main/java/"))
                .map(Path::getParent)
                .distinct()
                .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
                .map(TREE::name)
                .toList();
        assertThat(undescribed).as("packages without package-info.java").isEmpty();
    }

    @Test
    void shouldNameNoMachinePathAndNoRegistryInAnyFile() {
        List<String> problems = new ArrayList<>();
        for (Path file : TREE.files()) {
            problems.addAll(namesOfElsewhere(TREE.name(file), SourceTree.read(file)));
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldSeeWhatIsTooLargeWhenItIs() {
        String longMethod = "class A { void m() {\n" + "int i;\n".repeat(SourceRules.METHOD_LINES - 1) + "} }";
        assertThat(rules.problems("A.java", longMethod))
                .singleElement()
                .asString()
                .contains("m has 61 lines");
        assertThat(rules.problems("A.java", "class A { void m(int a, int b, int c, int d, int e, int f) { } }"))
                .singleElement()
                .asString()
                .contains("m has 6 parameters");
        assertThat(rules.problems("A.java", "record A(int a, int b, int c, int d, int e, int f) { A { } }"))
                .isEmpty();
        assertThat(rules.problems("A.java", "\n".repeat(SourceRules.FILE_LINES + 1)))
                .containsExactly("A.java: 401 lines, at most 400");
        assertThat(rules.problems("A.java", "import java.util.*;")).containsExactly("A.java:1: wildcard import");
    }

    @Test
    void shouldSeeATestThatSleepsOrDrawsWithoutASeed() {
        String sleeps = "class A { void m() { Thread.sleep(1); new Random(); new Random(7); } }";
        assertThat(rules.problems("x/src/test/A.java", sleeps)).hasSize(2);
        assertThat(rules.problems("x/src/main/A.java", sleeps)).isEmpty();
    }

    @Test
    void shouldSeeAMachinePathOrARegistryWhenThereIsOne() {
        assertThat(namesOfElsewhere("a", "cd /" + "home/me\nok\n")).containsExactly("a:1: a path of one machine");
        assertThat(namesOfElsewhere("a", "https://repo.maven." + "apache.org/")).containsExactly("a:1: a registry");
        assertThat(namesOfElsewhere("a", "see docs/work/x and /dev/rfm2g0")).isEmpty();
    }

    private static List<String> namesOfElsewhere(String name, String text) {
        List<String> problems = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (MACHINE_PATH.matcher(lines.get(i)).find()) {
                problems.add(name + ":" + (i + 1) + ": a path of one machine");
            }
            if (REGISTRY.matcher(lines.get(i)).find()) {
                problems.add(name + ":" + (i + 1) + ": a registry");
            }
        }
        return problems;
    }
}
