package dev.rmtwin.core.counter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CounterBlockTest {
    private enum Bell implements CounterId {
        RUNG,
        MUTED;

        @Override
        public String id() {
            return "bell." + name();
        }

        @Override
        public String doc() {
            return "times " + name();
        }

        @Override
        public Layer layer() {
            return Layer.USER;
        }
    }

    @Test
    void shouldCountEachIdByItself() {
        CounterBlock<Bell> counters = new CounterBlock<>(Bell.class);
        counters.increment(Bell.RUNG);
        counters.add(Bell.RUNG, 4);
        counters.increment(Bell.MUTED);

        assertThat(counters.get(Bell.RUNG)).isEqualTo(5);
        assertThat(counters.get(Bell.MUTED)).isEqualTo(1);
    }

    @Test
    void shouldListAllCountsInTheOrderOfTheEnum() {
        CounterBlock<Bell> counters = new CounterBlock<>(Bell.class);
        counters.increment(Bell.MUTED);

        assertThat(counters.values().toString()).isEqualTo("{bell.RUNG=0, bell.MUTED=1}");
    }
}
