package dev.rmtwin.pcie.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.Ps;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A host with as many vectors as an MSI-X table can have. */
class ManyVectorsTest {
    private final Engine engine = new Engine();
    private final List<Integer> order = new ArrayList<>();
    private final HostCpu host = HostCpu.build(
            1,
            new HostProfile(
                    "bench",
                    1,
                    0,
                    new HostProfile.Interrupt(900 * Ps.NS, Tail.NONE, 0, 0, 300 * Ps.NS, 200 * Ps.NS),
                    new HostProfile.WakeUp(0, 0, Tail.NONE, 0, 0),
                    new HostProfile.Polling(1_000_000, 0, 0, 0, 0, 1000, 0, 1000),
                    new HostProfile.Scheduler(0, 0, 0),
                    new HostProfile.Application(0, 0, 0)),
            new SeedTree(1),
            engine);

    private static final class Nothing implements Routine {
        @Override
        public Want resume(RoutineContext context) {
            return context.done();
        }

        @Override
        public void state(StateVisitor visitor) {
            // nothing to keep
        }
    }

    private void install(int vector) {
        Nothing nothing = new Nothing();
        host.install(
                vector,
                (number, nowPs) -> {
                    order.add(number);
                    return nothing;
                },
                nothing);
        host.setAttached(vector, true);
    }

    @Test
    void shouldServeLowerVectorsFirstAmongAllOfThem() {
        for (int vector = 0; vector < HostCpu.VECTORS; vector++) {
            install(vector);
        }
        host.onMessage(2047, -1, 0);
        for (int vector : new int[] {1000, 64, 63, 65, 128, 127, 0}) {
            host.onMessage(vector, -1, 0);
        }
        engine.runUntil(Ps.MS);
        assertThat(order).as("the first was taken before the others came").startsWith(2047);
        assertThat(order.subList(1, order.size())).containsExactly(0, 63, 64, 65, 127, 128, 1000);
        assertThat(host.interruptsTaken(1000)).isEqualTo(1);
    }

    @Test
    void shouldCountMessagesOfVectorsThatNobodyHas() {
        install(100);
        for (int vector : new int[] {-1, 99, 101, 2048, 5000, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            host.onMessage(vector, -1, 0);
        }
        engine.runUntil(Ps.MS);
        assertThat(order).isEmpty();
        assertThat(host.counters().get(HostCounter.UNHANDLED)).isEqualTo(7);
    }

    @Test
    void shouldGiveTheLowestOfASetWhateverIsAdded() {
        SplittableRandom random = new SplittableRandom(3);
        VectorSet set = new VectorSet(2049);
        TreeSet<Integer> oracle = new TreeSet<>();
        for (int i = 0; i < 100_000; i++) {
            if (random.nextBoolean()) {
                int number = random.nextInt(2049);
                set.add(number);
                oracle.add(number);
            } else if (!oracle.isEmpty()) {
                assertThat(set.removeLowest()).isEqualTo(oracle.pollFirst());
            }
            assertThat(set.isEmpty()).isEqualTo(oracle.isEmpty());
        }
    }
}
