package dev.rmtwin.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DimensionTest {
    @ParameterizedTest
    @CsvSource({
        "TIME, 1 ms, 1000000000",
        "TIME, 1.5us, 1500000",
        "TIME, 2 µs, 2000000",
        "TIME, 10 min, 600000000000000",
        "TIME, 10m, 600000000000000",
        "TIME, 0.001 ns, 1",
        "TIME, 1e3 ns, 1000000",
        "BYTES, 100 B, 100",
        "BYTES, 2 KiB, 2048",
        "BYTES, 2 kB, 2000",
        "BYTES, 0.5 KiB, 512",
        "BYTE_RATE, 3.94 GB/s, 3940000000",
        "LINE_RATE, 2.125 Gbaud, 2125000000",
        "LENGTH, 20 m, 20000",
        "TIME_PER_LENGTH, 5 ns/m, 5000",
        "TIME_PER_LENGTH, 5 us/km, 5000",
        "SHARE, 10 %, 100000",
        "SHARE, 7 ppm, 7",
        "TIME, -1 ms, -1000000000"
    })
    void shouldReadQuantitiesExactlyInTheBaseUnit(Dimension dimension, String text, long expected) throws Exception {
        assertThat(dimension.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1 kHz, 1000000000", "3 Hz, 333333333333", "6 MHz, 166667", "0.5 Hz, 2000000000000"})
    void shouldRoundThePeriodOfARateToTheNearestPicosecond(String text, long expectedPs) throws Exception {
        assertThat(Dimension.parsePeriodPs(text)).isEqualTo(expectedPs);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TIME | 5 | '5' has no unit | ps, ns, us, ms, s, min, h",
                "TIME | 5 MS | 'MS' is no unit of a time | e.g. 1 ms",
                "TIME | 5 B | 'B' is no unit of a time | e.g. 1 ms",
                "BYTES | 5 KB | 'KB' is no unit of a size | kB, KiB",
                "TIME | ms | 'ms' is not a time | e.g. 1 ms",
                "TIME | 1,5 ms | ',5 ms' is no unit of a time | e.g. 1 ms",
                "TIME | 0.5 ps | '0.5 ps' is not a whole number of ps | the nearest is 0 ps",
                "BYTES | 0.3 KiB | '0.3 KiB' is not a whole number of B | the nearest is 307 B",
                "TIME | 999999999999999999 h | '999999999999999999 h' is too large | e.g. 1 ms",
                "TIME | 1e99 h | '1e99 h' is too large | e.g. 1 ms",
                "TIME | 1e999 h | 'e999 h' is no unit of a time | e.g. 1 ms",
                "TIME | NaN s | 'NaN s' is not a time | e.g. 1 ms"
            })
    void shouldSayWhatIsWrongAndWhatWouldBeRight(Dimension dimension, String text, String wrong, String right) {
        assertThatThrownBy(() -> dimension.parse(text)).isInstanceOfSatisfying(BadQuantityException.class, e -> {
            assertThat(e.wrong()).isEqualTo(wrong);
            assertThat(e.right()).contains(right);
        });
    }

    @ParameterizedTest
    @CsvSource({"0 Hz", "-1 kHz", "1e-99 Hz", "1e20 MHz", "1 ms", "5"})
    void shouldRefuseRatesWithoutAPeriod(String text) {
        assertThatThrownBy(() -> Dimension.parsePeriodPs(text)).isInstanceOf(BadQuantityException.class);
    }

    @Property
    void shouldReadBackWhatItWrites(@ForAll Dimension dimension, @ForAll @LongRange(min = 0) long value)
            throws Exception {
        String text = dimension.format(value);

        assertThat(dimension.parse(text)).isEqualTo(value);
    }

    @Property
    void shouldAcceptByItsPatternWhatItWrites(@ForAll Dimension dimension, @ForAll @LongRange(min = 0) long value) {
        assertThat(dimension.format(value)).matches(Pattern.compile(dimension.pattern()));
    }

    @ParameterizedTest
    @CsvSource({
        "TIME, 1500000, 1.5 us",
        "TIME, 0, 0 ps",
        "BYTES, 3072, 3 KiB",
        "BYTES, 100, 100 B",
        "SHARE, 620000, 62 %"
    })
    void shouldWriteTheShortestText(Dimension dimension, long value, String expected) {
        assertThat(dimension.format(value)).isEqualTo(expected);
    }
}
