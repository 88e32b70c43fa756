package dev.rmtwin.scenarios.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.scenarios.model.ReceiveMode;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiverResultTest {
    /** The histogram's buckets are wider than a nanosecond from 2048 ns on. */
    @ParameterizedTest
    @ValueSource(longs = {1, 999, 2_048_000, 6_857_672, 9_679_543, 123_456_789_012L})
    void shouldShowNoPercentileAboveTheLargest(long latencyPs) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(latencyPs / 1000);
        ReceiverResult result = new ReceiverResult(
                "f@B",
                "f",
                "B",
                ReceiveMode.BUSY_POLL,
                0,
                histogram,
                latencyPs,
                latencyPs,
                0,
                0,
                100,
                new ChannelUse(0, 0, 0),
                1,
                1,
                Map.of(),
                0,
                0,
                0,
                List.of());
        for (double percentile : new double[] {50, 99, 99.9, 100}) {
            assertThat(result.percentilePs(percentile)).isLessThanOrEqualTo((double) latencyPs);
        }
    }
}
