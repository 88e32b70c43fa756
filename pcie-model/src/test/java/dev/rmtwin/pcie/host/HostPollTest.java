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
import org.junit.jupiter.api.Test;

/** Polls that a service routine has put off: after it, before threads, and broken into by vectors between two steps. */
class HostPollTest {
    private static final int POLLED = 3;
    private static final int OTHER = 5;

    private final Engine engine = new Engine();
    private final List<String> order = new ArrayList<>();
    private final HostCpu host = HostCpu.build(1, profile(), new SeedTree(1), engine);

    private static HostProfile profile() {
        return new HostProfile(
                "bench",
                1,
                0,
                new HostProfile.Interrupt(900 * Ps.NS, Tail.NONE, 0, 0, 300 * Ps.NS, 200 * Ps.NS),
                new HostProfile.WakeUp(0, 0, Tail.NONE, 0, 0),
                new HostProfile.Polling(1_000_000, 0, 0, 0, 0, 1000, 0, 1000),
                new HostProfile.Scheduler(0, 0, 0),
                new HostProfile.Application(0, 0, 0));
    }

    /** Takes so many steps of 1 us, and notes when each begins. */
    private final class Steps implements Routine {
        private final String name;
        private final int steps;
        private final Runnable atEnd;
        private int done;

        private Steps(String name, int steps, Runnable atEnd) {
            this.name = name;
            this.steps = steps;
            this.atEnd = atEnd;
        }

        private Routine again() {
            done = 0;
            return this;
        }

        @Override
        public Want resume(RoutineContext context) {
            order.add(name + "@" + context.nowPs() / Ps.NS);
            context.charge(Ps.US);
            if (++done < steps) {
                return context.proceed();
            }
            atEnd.run();
            return context.done();
        }

        @Override
        public void state(StateVisitor visitor) {
            done = visitor.value("done", done);
        }
    }

    private void install(int pollSteps) {
        Steps service = new Steps("isr", 1, () -> host.schedulePoll(POLLED, engine.nowPs() + Ps.US));
        Steps poll = new Steps("poll", pollSteps, () -> {});
        Steps other = new Steps("other", 1, () -> {});
        host.install(POLLED, (vector, now) -> service.again(), service);
        host.installPoll(POLLED, (vector, now) -> poll.again(), poll);
        host.install(OTHER, (vector, now) -> other.again(), other);
        host.setAttached(POLLED, true);
        host.setAttached(OTHER, true);
    }

    @Test
    void shouldPollAfterTheServiceRoutineAndBeforeAnyThread() {
        install(2);
        HostThread thread = host.spawn("thread", 0, new Steps("thread", 1, () -> {}));
        host.onMessage(POLLED, -1, 0);
        host.start(thread, 0);
        engine.runUntil(Ps.MS);
        assertThat(order).containsExactly("isr@900", "poll@2400", "poll@3400", "thread@4400");
        // Everything but the thread's own microsecond is the interrupt's, from its arrival on.
        assertThat(host.core(0).busyPs(engine.nowPs())).isEqualTo(5400 * Ps.NS);
        assertThat(host.counters().get(HostCounter.POLLS)).isEqualTo(1);
    }

    @Test
    void shouldLetAVectorBreakIntoAPollBetweenTwoSteps() {
        install(3);
        host.onMessage(POLLED, -1, 0);
        engine.runUntil(2900 * Ps.NS);
        host.onMessage(OTHER, -1, engine.nowPs());
        engine.runUntil(Ps.MS);
        assertThat(order).containsExactly("isr@900", "poll@2400", "other@4300", "poll@5600", "poll@6600");
    }

    @Test
    void shouldPayForTheTimersInterruptWhenNoServiceRoutineBringsThePoll() {
        install(1);
        host.schedulePoll(POLLED, 10 * Ps.US);
        engine.runUntil(Ps.MS);
        assertThat(order).containsExactly("poll@11100");
        assertThat(host.core(0).busyPs(engine.nowPs())).isEqualTo(2400 * Ps.NS);
    }

    @Test
    void shouldRunNothingOfADetachedHandler() {
        install(1);
        host.onMessage(POLLED, -1, 0);
        host.schedulePoll(POLLED, 0);
        host.setAttached(POLLED, false);
        engine.runUntil(Ps.MS);
        assertThat(order).isEmpty();
        assertThat(host.counters().get(HostCounter.UNHANDLED)).isEqualTo(1);
    }

    @Test
    void shouldGiveFreedAddressesToTheNextMapping() {
        HostRegion first = host.memory().map(4096, 4096);
        HostRegion second = host.memory().map(100, 256);
        host.memory().unmap(first);
        assertThat(host.memory().map(8192, 4096).address()).isGreaterThan(second.address());
        assertThat(host.memory().map(4096, 4096).address()).isEqualTo(first.address());
        assertThat(host.memory().mappedBytes()).isEqualTo(8192 + 4096 + 100);
    }
}
