package dev.rmtwin.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class QueueBenchTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldReportBurstsBesideBothBaselinesAndAllocateNothing() {
        assertThat(bench("queue", "--quick", "--json")).isZero();
        JsonNode results = JsonMapper.shared().readTree(out.toString()).path("results");
        assertThat(results.size()).isEqualTo(2);
        for (JsonNode result : results) {
            double value = result.path("value").asDouble();
            assertThat(value).isPositive();
            assertThat(result.path("unit").asString()).isEqualTo("million descriptors/s");
            assertThat(result.path("ratio").asDouble())
                    .isCloseTo(
                            value / result.path("baselineValue").asDouble(),
                            org.assertj.core.data.Percentage.withPercentage(0.01));
        }
        assertThat(results.get(0).path("allocatedBytesEach").asDouble()).isLessThan(1);
    }

    @Test
    void shouldRefuseARunWithoutRounds() {
        assertThat(bench("queue", "--rounds", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("--rounds: 0 is too few");
    }

    private int bench(String... args) {
        return new CommandLine(new BenchCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
