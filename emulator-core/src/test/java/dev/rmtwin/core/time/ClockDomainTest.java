package dev.rmtwin.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ClockDomainTest {
    @Property(tries = 5000)
    void shouldComputeEveryEdgeExactly(
            @ForAll @LongRange(min = 1) long numerator,
            @ForAll @LongRange(min = 1) long denominator,
            @ForAll @LongRange long n) {
        BigInteger exact =
                BigInteger.valueOf(n).multiply(BigInteger.valueOf(numerator)).divide(BigInteger.valueOf(denominator));
        Assume.that(exact.bitLength() < Long.SIZE);

        assertThat(new ClockDomain(numerator, denominator).edgePs(n)).isEqualTo(exact.longValueExact());
    }

    @Property
    void shouldComputeSmallEdgesExactly(
            @ForAll @LongRange(min = 1, max = 100_000_000_000_000L) long numerator,
            @ForAll @LongRange(min = 1, max = 10_000_000_000L) long denominator,
            @ForAll @LongRange(max = 100_000) long n) {
        shouldComputeEveryEdgeExactly(numerator, denominator, n);
    }

    @Test
    void shouldRefuseAnEdgeThatNoLongHolds() {
        assertThatThrownBy(() -> new ClockDomain(Long.MAX_VALUE, 1).edgePs(2)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void shouldGiveThePublishedPacketTimesOfTheFibre() {
        ClockDomain bytes = new ClockDomain(10 * Ps.SECOND, 2_125_000_000L);

        assertThat(bytes).isEqualTo(new ClockDomain(80_000, 17));
        assertThat(bytes.edgePs(4 + 16)).isEqualTo(94_117);
        assertThat(bytes.edgePs(64 + 16)).isEqualTo(376_470);
        assertThat(bytes.edgePs(17)).isEqualTo(80_000);
    }

    @Test
    void shouldNotDriftInADayOfThirdsOfAPicosecond() {
        ClockDomain clock = ClockDomain.ofRate(3, 1_000);
        long edgesADay = 3 * Ps.SECOND / 1_000 * 86_400;

        assertThat(clock.edgePs(edgesADay)).isEqualTo(Ps.SECOND * 86_400);
    }

    @Test
    void shouldRefuseAPeriodOfNothing() {
        assertThatThrownBy(() -> new ClockDomain(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ClockDomain(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
