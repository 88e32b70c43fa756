package dev.rmtwin.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.counter.CounterId;
import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.device.ChannelConfig;
import dev.rmtwin.device.Device;
import dev.rmtwin.device.Device.Channel;
import dev.rmtwin.device.driver.DriverCounter;
import dev.rmtwin.pcie.card.CardCounter;
import dev.rmtwin.pcie.host.HostCounter;
import dev.rmtwin.ring.RingCounter;
import dev.rmtwin.scenarios.file.Overrides;
import dev.rmtwin.scenarios.file.ScenarioLoader;
import dev.rmtwin.scenarios.file.ScenarioProblems;
import dev.rmtwin.scenarios.rig.Twin;
import java.lang.foreign.Arena;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The journey of one write as ARCHITECTURE.md tells it is the one that a write takes. */
class JourneyDocumentTest {
    private static final String TEXT = SourceTree.read(SourceTree.find().root().resolve("ARCHITECTURE.md"));
    private static final Pattern STAGE_ROW =
            Pattern.compile("(?m)^\\| (\\d+) \\| ([A-Z_]+) \\| \\[(\\w+)#\\w+]\\[(\\w+)]");
    private static final Pattern COUNTER = Pattern.compile("`((?:ring|card|host|driver)[.][a-z.-]+)`");
    private static final Pattern SEAM = Pattern.compile("`(node/N/[\\w/-]+)`");

    /** A ring where only the test writes. */
    private static Twin quietTwin() throws ScenarioProblems {
        String yaml = """
                scenario: quiet
                duration: 1 ms
                flows: {}
                """;
        return new Twin(new ScenarioLoader().loadText("quiet.yaml", yaml, Overrides.NONE));
    }

    @Test
    void shouldHaveOneRowForEachStageInTheOrderOfTheJourney() {
        List<String> rows = STAGE_ROW
                .matcher(TEXT)
                .results()
                .map(row -> row.group(1) + " " + row.group(2))
                .toList();
        assertThat(rows)
                .containsExactlyElementsOf(Stream.of(Stage.values())
                        .map(stage -> stage.ordinal() + 1 + " " + stage)
                        .toList());
    }

    @Test
    void shouldLinkEachStageToTheFileOfItsClass() {
        assertThat(STAGE_ROW.matcher(TEXT).results())
                .hasSize(Stage.count())
                .allSatisfy(row -> assertThat(TEXT)
                        .containsPattern("(?m)^\\[" + row.group(4) + "]: \\S+/" + row.group(3) + "[.]java$"));
    }

    @Test
    void shouldTakeOneWriteThroughEveryStageThatTheDocumentTellsOf() throws ScenarioProblems {
        Twin twin = quietTwin();
        Set<Stage> reached = EnumSet.noneOf(Stage.class);
        twin.rig().engine().trace().listen((stage, node, subject, nowPs) -> reached.add(stage));
        try (Device a = twin.open("A");
                Device b = twin.open("B");
                Channel channel = b.openChannel(new ChannelConfig(0x1000, 100, 8, 128, true, 0))) {
            a.write(0x1000, Arena.ofAuto().allocate(100));
            assertThat(channel.waitForEvent(1_000_000)).isEqualTo(Channel.Cause.FRAMES);
            channel.release(channel.poll());
        }
        assertThat(reached).containsExactlyInAnyOrder(Stage.values());
    }

    @Test
    void shouldNameSeamsOfTheRing() throws ScenarioProblems {
        Twin twin = quietTwin();
        try (Device b = twin.open("B");
                Channel channel = b.openChannel(new ChannelConfig(0x1000, 100, 8, 128, true, 0))) {
            assertThat(channel).isNotNull();
            List<String> named = SEAM.matcher(TEXT)
                    .results()
                    .map(seam -> seam.group(1).replace("/N/", "/2/").replace("/C/", "/0/"))
                    .toList();
            assertThat(named)
                    .hasSize(Stage.count())
                    .allSatisfy(id -> assertThat(twin.rig().engine().seams().find(id))
                            .as(id)
                            .isPresent());
        }
    }

    @Test
    void shouldNameCountersThatThereAre() {
        Set<String> ids = Stream.<CounterId[]>of(
                        RingCounter.values(), CardCounter.values(), HostCounter.values(), DriverCounter.values())
                .flatMap(Stream::of)
                .map(CounterId::id)
                .collect(Collectors.toSet());
        List<String> named =
                COUNTER.matcher(TEXT).results().map(counter -> counter.group(1)).toList();
        assertThat(named).hasSizeGreaterThan(25).isSubsetOf(ids);
    }
}
