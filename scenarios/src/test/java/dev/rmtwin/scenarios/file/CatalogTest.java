package dev.rmtwin.scenarios.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.scenarios.model.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CatalogTest {
    private static final Path RESOURCES = Path.of("src/main/resources/dev/rmtwin/scenarios");

    @Test
    void shouldListEveryScenarioThatIsShipped() throws Exception {
        assertThat(new ScenarioCatalog().shipped())
                .extracting(CatalogEntry::name)
                .containsExactlyInAnyOrderElementsOf(stems(Path.of("files")));
        assertThat(new ScenarioCatalog().shipped())
                .noneMatch(e -> e.description().isBlank());
        assertThat(new ScenarioCatalog().inFolder(Path.of("files"))).hasSameSizeAs(stems(Path.of("files")));
    }

    @ParameterizedTest
    @EnumSource(ProfileKind.class)
    void shouldListEveryProfileThatIsPackaged(ProfileKind kind) throws Exception {
        List<CatalogEntry> profiles = new ProfileCatalog().list(kind);

        assertThat(profiles)
                .extracting(CatalogEntry::name)
                .containsExactlyInAnyOrderElementsOf(
                        stems(RESOURCES.resolve("profiles").resolve(kind.key())));
        assertThat(profiles).noneMatch(e -> e.description().isBlank());
    }

    @Test
    void shouldLoadTheSameScenarioFromThePackageAndFromItsFile() throws Exception {
        for (CatalogEntry entry : new ScenarioCatalog().shipped()) {
            Path file = Path.of("files", entry.name() + ".yaml");
            Scenario fromFile = new ScenarioLoader().load(file, Overrides.NONE);
            Scenario packaged = new ScenarioCatalog().load(entry.name(), Overrides.NONE);

            assertThat(packaged.source()).isEqualTo("built-in:files/" + entry.name() + ".yaml");
            assertThat(packaged)
                    .usingRecursiveComparison()
                    .ignoringFields("source")
                    .isEqualTo(fromFile);
        }
    }

    @Test
    void shouldGiveEveryLineOfAProfileItsSource() throws IOException {
        for (String name : List.of("host/reference-lab", "host/microcontroller", "card/reference-lab", "card/5565")) {
            List<String> lines = Files.readAllLines(RESOURCES.resolve("profiles/" + name + ".yaml"));
            assertThat(lines.stream().filter(l -> l.startsWith("  "))).as(name).allMatch(l -> l.contains("  # "));
        }
    }

    @Test
    void shouldPointEditorsToTheSchemaInEveryShippedFile() throws IOException {
        String marker = "# yaml-language-server: $schema=";
        List<Path> folders =
                List.of(Path.of("files"), RESOURCES.resolve("profiles/host"), RESOURCES.resolve("profiles/card"));
        for (Path folder : folders) {
            for (String stem : stems(folder)) {
                String first =
                        Files.readAllLines(folder.resolve(stem + ".yaml")).getFirst();

                assertThat(first).as(stem).startsWith(marker);
                assertThat(folder.resolve(first.substring(marker.length())))
                        .as(stem)
                        .isRegularFile();
            }
        }
    }

    private static List<String> stems(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString())
                    .filter(f -> f.endsWith(".yaml"))
                    .map(f -> f.substring(0, f.length() - ".yaml".length()))
                    .toList();
        }
    }
}
