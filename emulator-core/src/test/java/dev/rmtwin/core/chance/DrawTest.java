package dev.rmtwin.core.chance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class DrawTest {
    private static final int DRAWS = 100_000;

    @Property
    void shouldDrawAlikeForTheSameSeedSeamOriginAndNumber(
            @ForAll long seed, @ForAll @StringLength(max = 30) String seam, @ForAll long origin, @ForAll long number) {
        Draw here = new SeedTree(seed).seam(seam);
        Draw there = new SeedTree(seed).seam(seam);
        there.bits(origin + 1, number);
        there.unit(origin, number + 1);

        assertThat(there.bits(origin, number)).isEqualTo(here.bits(origin, number));
    }

    @Property
    void shouldDrawOtherwiseForAnotherSeedSeamOriginOrNumber(
            @ForAll long seed, @ForAll long origin, @ForAll long number) {
        long bits = new SeedTree(seed).seam("node/1/x").bits(origin, number);

        assertThat(new SeedTree(seed + 1).seam("node/1/x").bits(origin, number)).isNotEqualTo(bits);
        assertThat(new SeedTree(seed).seam("node/2/x").bits(origin, number)).isNotEqualTo(bits);
        assertThat(new SeedTree(seed).seam("node/1/x").bits(origin + 1, number)).isNotEqualTo(bits);
        assertThat(new SeedTree(seed).seam("node/1/x").bits(origin, number + 1)).isNotEqualTo(bits);
    }

    @Test
    void shouldDrawTheSameOnEveryMachineAndRelease() {
        Draw draw = new SeedTree(1).seam("node/2/host/wake-up");

        assertThat(draw.bits(3, 4)).isEqualTo(-7454760210453719925L);
        assertThat(draw.tail(new Tail(2_000_000, 9_000_000), 7)).isEqualTo(6258682L);
        assertThat(draw.bell(1_000_000, 50_000, 7)).isEqualTo(1052562L);
    }

    @Test
    void shouldNotRepeatItselfOverOriginsAndNumbers() {
        Draw draw = new SeedTree(7).seam("a");
        Set<Long> seen = new HashSet<>();
        for (long origin = 0; origin < 256; origin++) {
            for (long number = 0; number < 256; number++) {
                seen.add(draw.bits(origin, number));
            }
        }
        assertThat(seen).hasSize(256 * 256);
    }

    @Test
    void shouldSpreadUnitDrawsEvenly() {
        Draw draw = new SeedTree(3).seam("unit");
        int[] tenths = new int[10];
        for (long n = 0; n < DRAWS; n++) {
            double unit = draw.unit(5, n);
            assertThat(unit).isBetween(0.0, Math.nextDown(1.0));
            tenths[(int) (unit * 10)]++;
        }
        for (int count : tenths) {
            assertThat(count).isCloseTo(DRAWS / 10, within(DRAWS / 200));
        }
    }

    @Property
    void shouldStayBetweenItsBounds(
            @ForAll long seed,
            @ForAll @LongRange(min = -1_000_000, max = 1_000_000) long low,
            @ForAll @LongRange(max = 1_000_000) long width,
            @ForAll long number) {
        assertThat(new SeedTree(seed).seam("between").between(low, low + width, number))
                .isBetween(low, low + width);
    }

    @Test
    void shouldReachBothBounds() {
        Draw draw = new SeedTree(3).seam("between");

        assertThat(LongStream.range(0, 200)
                        .map(n -> draw.between(4, 6, n))
                        .distinct()
                        .sorted())
                .containsExactly(4L, 5L, 6L);
    }

    @Property
    void shouldKeepTheBellWithinThreeAndAHalfDeviations(@ForAll long seed, @ForAll long number) {
        assertThat(new SeedTree(seed).seam("bell").bell(1_000_000, 10_000, number))
                .isBetween(1_000_000L - 34_642, 1_000_000L + 34_642);
    }

    @Test
    void shouldGiveTheBellItsMeanAndDeviation() {
        Draw draw = new SeedTree(11).seam("bell");
        double[] draws = LongStream.range(0, DRAWS)
                .mapToDouble(n -> draw.bell(500_000, 20_000, n))
                .toArray();

        double mean = mean(draws);
        double variance = 0;
        for (double value : draws) {
            variance += (value - mean) * (value - mean) / DRAWS;
        }
        assertThat(mean).isCloseTo(500_000, within(300.0));
        assertThat(Math.sqrt(variance)).isCloseTo(20_000, within(300.0));
    }

    @Property
    void shouldKeepTheTailWithinItsLimit(
            @ForAll long seed,
            @ForAll @LongRange(min = 1, max = 1_000_000_000) long meanPs,
            @ForAll @LongRange(min = 1, max = 1_000_000_000) long limitPs,
            @ForAll long number) {
        assertThat(new SeedTree(seed).seam("tail").tail(new Tail(meanPs, limitPs), number))
                .isBetween(0L, limitPs);
    }

    @Test
    void shouldGiveTheTailTheMeanOfACutExponential() {
        Draw draw = new SeedTree(5).seam("tail");
        double meanPs = 3_000_000;
        double limitPs = 9_000_000;
        double[] draws = LongStream.range(0, DRAWS)
                .mapToDouble(n -> draw.tail(new Tail((long) meanPs, (long) limitPs), n))
                .toArray();

        double cutMean = meanPs - limitPs / Math.expm1(limitPs / meanPs);
        assertThat(mean(draws)).isCloseTo(cutMean, within(0.01 * cutMean));
    }

    @Test
    void shouldNotPileUpTailsAtTheLimit() {
        Draw draw = new SeedTree(5).seam("tail");
        Tail tail = new Tail(10_000_000, 1_000_000);

        long nearLimit = LongStream.range(0, DRAWS)
                .map(n -> draw.tail(tail, n))
                .filter(ps -> ps > 990_000)
                .count();
        assertThat(nearLimit).isBetween(DRAWS / 200L, DRAWS / 50L);
    }

    @Test
    void shouldDrawNoTailWithoutAMeanOrALimit() {
        Draw draw = new SeedTree(5).seam("tail");

        assertThat(draw.tail(Tail.NONE, 1)).isZero();
        assertThat(draw.tail(new Tail(5, 0), 1)).isZero();
        assertThat(draw.tail(new Tail(0, 5), 1)).isZero();
        assertThatThrownBy(() -> new Tail(-1, 0)).hasMessageContaining("negative");
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
