package dev.rmtwin.core.seam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SeamTest {
    private final Seam<long[]> seam =
            new Seam<>("node/1/x", List.of(new Lens<>("x.first", x -> x[0], (x, v) -> x[0] = v)));

    @Test
    void shouldLetEverythingThroughUnarmed() {
        assertThat(seam.armed()).isFalse();
        assertThat(seam.pass(new long[] {1}, 5)).isZero();
    }

    @Test
    void shouldGiveTheActionTheThingAndTheTime() {
        long[] thing = {1};
        seam.arm((x, nowPs) -> {
            seam.lenses().getFirst().setter().set(x, 9);
            return nowPs + 1;
        });

        assertThat(seam.pass(thing, 5)).isEqualTo(6);
        assertThat(seam.lenses().getFirst().getter().applyAsLong(thing)).isEqualTo(9);
        seam.disarm();
        assertThat(seam.pass(thing, 5)).isZero();
        seam.disarm();
    }

    @Test
    void shouldTakeOneActionAtATime() {
        seam.arm((x, nowPs) -> Seam.DROPPED);

        assertThatThrownBy(() -> seam.arm((x, nowPs) -> 0)).hasMessageContaining("node/1/x");
        assertThat(seam.pass(new long[1], 0)).isEqualTo(Seam.DROPPED);
    }

    @Test
    void shouldBeFoundByItsIdOnly() {
        SeamRegistry registry = new SeamRegistry();
        registry.add(seam);

        assertThat(registry.find("node/1/x")).contains(seam);
        assertThat(registry.find("node/1/y")).isEmpty();
        assertThatThrownBy(() -> registry.add(new Seam<>("node/1/x", List.of())))
                .hasMessageContaining("two seams");
    }
}
