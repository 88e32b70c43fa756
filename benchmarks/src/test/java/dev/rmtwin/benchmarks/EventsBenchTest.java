package dev.rmtwin.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.benchmarks.events.HoldRounds;
import dev.rmtwin.scenarios.cli.CommandContribution;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EventsBenchTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Command(name = "rmtwin")
    private static final class Root {}

    @Test
    void shouldReportEachSizeBesideBothPeersAsJson() {
        int status = rmtwin("bench", "events", "--quick", "--json");

        assertThat(err.toString()).isEmpty();
        assertThat(status).isZero();
        JsonNode report = JsonMapper.shared().readTree(out.toString());
        assertThat(report.path("complete").asBoolean()).isTrue();
        assertThat(report.path("results").size()).isEqualTo(2 * HoldRounds.PENDING_COUNTS.size());
        for (JsonNode result : report.path("results")) {
            double value = result.path("value").asDouble();
            assertThat(value).isPositive();
            assertThat(result.path("unit").asString()).isEqualTo("million events/s");
            assertThat(result.path("ratio").asDouble())
                    .isEqualTo(value / result.path("baselineValue").asDouble());
            assertThat(result.path("met").asBoolean())
                    .isEqualTo(result.path("ratio").asDouble()
                            >= result.path("goal").asDouble());
            assertThat(result.path("name").asString())
                    .contains(result.path("pendingCount").asString());
            assertThat(result.path("baselineName").asString()).containsAnyOf("PriorityQueue", "SSJ");
            assertThat(result.path("allocatedBytesPerEvent").asDouble()).isLessThan(0.5);
            assertThat(result.path("baselineAllocatedBytesPerEvent").asDouble()).isGreaterThan(16);
        }
    }

    @Test
    void shouldRefuseARunWithoutRounds() {
        assertThat(rmtwin("bench", "events", "--rounds", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("--rounds: 0 is too few");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldNameTheBenchmarksWhenNoneIsAskedFor() {
        assertThat(rmtwin("bench")).isEqualTo(2);
        assertThat(err.toString()).contains("events");
    }

    /** Runs the command line as it finds its commands: through the service. */
    private int rmtwin(String... args) {
        CommandLine line = new CommandLine(new Root());
        ServiceLoader.load(CommandContribution.class).forEach(found -> line.addSubcommand(found.command()));
        return line.setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
