package dev.rmtwin.scenarios.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class JsonSchemaTest {
    private static final Path PROFILES = Path.of("src/main/resources/dev/rmtwin/scenarios/profiles");

    @ParameterizedTest
    @MethodSource("published")
    void shouldBePublishedAsItIsGenerated(String file) throws IOException {
        Path published = Path.of("schema", file);
        if (Boolean.getBoolean("rmtwin.schema.write")) {
            Files.writeString(published, JsonSchema.text(file));
        }

        assertThat(published)
                .as("regenerate with: mvn -pl scenarios -am test -Dtest=JsonSchemaTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Drmtwin.schema.write=true")
                .hasContent(JsonSchema.text(file));
    }

    static List<String> published() {
        return JsonSchema.FILES;
    }

    @ParameterizedTest
    @MethodSource("scenarioFiles")
    void shouldAcceptEveryShippedScenario(Path file) throws IOException {
        assertThat(errors("scenario.schema.json", Files.readString(file))).isEmpty();
    }

    static List<Path> scenarioFiles() throws IOException {
        return files(Path.of("files"));
    }

    @ParameterizedTest
    @CsvSource({"host", "card"})
    void shouldAcceptEveryShippedProfile(String kind) throws IOException {
        List<Path> profiles = files(PROFILES.resolve(kind));
        assertThat(profiles).isNotEmpty();
        for (Path file : profiles) {
            assertThat(errors(kind + "-profile.schema.json", Files.readString(file)))
                    .as("%s", file)
                    .isEmpty();
        }
    }

    @Test
    void shouldAcceptTheTemplateTheSoundScenarioAndCanonicalTexts() {
        assertThat(errors("scenario.schema.json", ScenarioTemplate.text())).isEmpty();
        assertThat(errors("scenario.schema.json", Loading.SOUND)).isEmpty();
        assertThat(errors("scenario.schema.json", CanonicalText.of(Loading.sound(Loading.SOUND))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rate: 1 kHz | rat: 1 kHz",
                "rate: 1 kHz | rate: 1 kW",
                "rate: 1 kHz | rate: 1",
                "rate: 1 kHz | phase: 1 ms",
                "rate: 1 kHz | rate: {Hz: 1}",
                "duration: 1 s | duration: 1",
                "duration: 1 s | seed: x",
                "from: A | form: A",
                "offset: 0x2000 | offset: here",
                "{id: 2} | {id: 256}",
                "{id: 2} | {id: two}",
                "C: {id: 3} | C.x: {id: 3}",
                "mode: interrupt-dma | mode: interrupt",
                "measure: oneWay.mean | measure: oneWay.avg",
                "scenario: sound | seed: 1",
                "id: mean, | ident: mean,",
                "duration: 1 s | host: {wakeUp: {shedule: 1 us}}",
                "duration: 1 s | card: {queue: {channels: 0}}",
                "duration: 1 s | ring: {span: 20}"
            })
    void shouldRefuseWhatTheLoaderRefuses(String from, String to) {
        String yaml = Loading.changed(from, to);

        assertThat(errors("scenario.schema.json", yaml)).isNotEmpty();
        assertThat(Loading.problems(yaml)).isNotEmpty();
    }

    @Test
    void shouldAskOnlyPartsOfAFileThatIncludesAnother() {
        assertThat(errors("scenario.schema.json", "include: base.yaml\nflows: {command: {rate: 2 kHz}}\n"))
                .isEmpty();
        assertThat(errors("scenario.schema.json", "flows: {command: {rate: 2 kHz}}\n"))
                .isNotEmpty();
    }

    private static List<String> errors(String schemaFile, String yaml) {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
        Schema schema = registry.getSchema(JsonSchema.text(schemaFile), InputFormat.JSON);
        return schema.validate(yaml, InputFormat.YAML).stream()
                .map(Object::toString)
                .toList();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList();
        }
    }
}
