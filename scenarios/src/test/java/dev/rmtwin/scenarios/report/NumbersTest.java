package dev.rmtwin.scenarios.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void shouldShowThreeDigitsOrSo() {
        assertThat(Numbers.micros(7_812_345)).isEqualTo("7.81");
        assertThat(Numbers.micros(48_190_000)).isEqualTo("48.2");
        assertThat(Numbers.micros(325.4e6)).isEqualTo("325");
        assertThat(Numbers.micros(1_181.4e6)).isEqualTo("1,181");
        assertThat(Numbers.micros(9_999_000)).isEqualTo("10.0");
        assertThat(Numbers.micros(0)).isEqualTo("0");
    }

    @Test
    void shouldShowTimesExactlyInTheUnitThatSuitsThem() {
        assertThat(Numbers.time(Ps.MS)).isEqualTo("1 ms");
        assertThat(Numbers.time(100 * Ps.US)).isEqualTo("100 us");
        assertThat(Numbers.time(235_294)).isEqualTo("235.294 ns");
        assertThat(Numbers.time(0)).isEqualTo("0");
        assertThat(Numbers.time(600 * Ps.SECOND)).isEqualTo("600 s");
        assertThat(Numbers.scaled(200, 1)).isEqualTo("200");
    }

    @Property
    void shouldWidenALogarithmicScaleToHoldItsRange(
            @ForAll @DoubleRange(min = 0.01, max = 1e6) double low,
            @ForAll @DoubleRange(min = 1, max = 1e5) double factor) {
        double high = low * factor;
        LogScale scale = LogScale.around(low, high, 300);
        assertThat(scale.low()).isLessThanOrEqualTo(low * 1.00001);
        assertThat(scale.high()).isGreaterThanOrEqualTo(high * 0.99999).isGreaterThan(scale.low());
        assertThat(scale.at(low)).isBetween(0.0, 300.0);
        assertThat(scale.at(high)).isBetween(scale.at(low), 300.0);
        assertThat(scale.ticks()).hasSizeBetween(2, 10).isSorted();
    }
}
