package dev.rmtwin.pcie.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.Ps;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The interrupt line that slots share, with handlers that act as drivers of level-triggered devices. */
class InterruptLineTest {
    private static final long ENTRY_PS = 900 * Ps.NS;
    private static final long EXIT_PS = 300 * Ps.NS;
    private static final InterruptLine.Patience SHORT = new InterruptLine.Patience(100, 90, 100 * Ps.MS);

    private final Engine engine = new Engine();
    private final List<String> order = new ArrayList<>();
    private final HostCpu host = HostCpu.build(1, profile(), new SeedTree(1), engine, SHORT);
    private final Device first = new Device("first", host.slot());
    private final Device second = new Device("second", host.addSlot());

    private static HostProfile profile() {
        return new HostProfile(
                "bench",
                1,
                0,
                new HostProfile.Interrupt(ENTRY_PS, Tail.NONE, 0, 0, EXIT_PS, 0),
                new HostProfile.WakeUp(0, 0, Tail.NONE, 0, 0),
                new HostProfile.Polling(1_000_000, 0, 0, 0, 0, 1000, 0, 1000),
                new HostProfile.Scheduler(0, 0, 0),
                new HostProfile.Application(0, 0, 0));
    }

    /** A device with a count of things to be served, and the handler of its driver: 1 us and one thing an interrupt. */
    private final class Device implements InterruptHandler, Routine {
        private final String name;
        private final HostSlot slot;
        private int waiting;
        private boolean mute;
        private boolean own;
        private boolean charged;

        private Device(String name, HostSlot slot) {
            this.name = name;
            this.slot = slot;
            slot.installPin(this, this);
        }

        private void raise(int things) {
            waiting += things;
            slot.onPinLevel(true, engine.nowPs());
        }

        @Override
        public Routine onMessage(int vector, long nowPs) {
            charged = false;
            return this;
        }

        @Override
        public Want resume(RoutineContext context) {
            if (!charged) {
                charged = true;
                order.add(name + "@" + context.nowPs() / Ps.NS);
                context.charge(Ps.US);
                return context.proceed();
            }
            own = waiting > 0 && !mute;
            if (own && --waiting == 0) {
                slot.onPinLevel(false, context.nowPs());
            }
            return context.done();
        }

        @Override
        public boolean handled() {
            return own;
        }

        @Override
        public void state(StateVisitor visitor) {
            throw new AssertionError("kept by nobody");
        }
    }

    private void attachBoth() {
        first.slot.setPinAttached(true);
        second.slot.setPinAttached(true);
        run(Ps.US);
    }

    private void run(long ps) {
        engine.runUntil(engine.nowPs() + ps);
    }

    private long count(HostCounter counter) {
        return host.counters().get(counter);
    }

    @Test
    void shouldRunEveryHandlerInTheOrderOfTheSlotsEachAtItsCost() {
        attachBoth();
        second.raise(1);
        run(100 * Ps.US);
        assertThat(order).containsExactly("first@1900", "second@2900");
        assertThat(first.slot.claims()).isZero();
        assertThat(second.slot.claims()).isEqualTo(1);
        assertThat(host.interruptsTaken(HostCpu.LINE_VECTOR)).isEqualTo(1);
        assertThat(host.core(0).busyPs(engine.nowPs())).isEqualTo(ENTRY_PS + 2 * Ps.US + EXIT_PS);
    }

    @Test
    void shouldInterruptAgainWhileTheLineIsStillAsserted() {
        attachBoth();
        first.raise(3);
        run(100 * Ps.US);
        assertThat(first.slot.claims()).isEqualTo(3);
        assertThat(host.interruptsTaken(HostCpu.LINE_VECTOR)).isEqualTo(3);
        assertThat(host.line().asserted()).isFalse();
    }

    @Test
    void shouldStayAssertedUntilTheLastFunctionLetsGo() {
        first.raise(1);
        second.raise(1);
        assertThat(count(HostCounter.UNHANDLED)).isEqualTo(2);
        run(100 * Ps.US);
        assertThat(order).as("nobody is attached").isEmpty();
        first.slot.onPinLevel(false, engine.nowPs());
        assertThat(host.line().asserted()).isTrue();
        attachBoth();
        run(100 * Ps.US);
        assertThat(second.slot.claims()).as("the level waits for its handler").isEqualTo(1);
        assertThat(host.line().asserted()).isFalse();
    }

    @Test
    void shouldGiveTheLineUpWhenNobodyCares() {
        attachBoth();
        first.mute = true;
        first.raise(1);
        run(10 * Ps.MS);
        assertThat(count(HostCounter.LINE_SPURIOUS)).isEqualTo(100);
        assertThat(count(HostCounter.LINE_DISABLED)).isEqualTo(1);
        assertThat(host.line().disabled()).isTrue();
        second.raise(1);
        run(10 * Ps.MS);
        assertThat(second.slot.claims())
                .as("the line is dead for its other sharers, too")
                .isZero();
        first.mute = false;
        first.slot.setPinAttached(false);
        second.slot.setPinAttached(false);
        attachBoth();
        run(Ps.MS);
        assertThat(first.slot.claims()).isEqualTo(1);
        assertThat(second.slot.claims()).isEqualTo(1);
    }

    @Test
    void shouldBearUnclaimedInterruptsThatComeSeldom() {
        attachBoth();
        first.mute = true;
        for (int i = 0; i < 150; i++) {
            first.raise(1);
            run(2 * Ps.US);
            first.slot.onPinLevel(false, engine.nowPs());
            run(150 * Ps.MS);
        }
        assertThat(count(HostCounter.LINE_SPURIOUS)).isGreaterThanOrEqualTo(150);
        assertThat(host.line().disabled()).isFalse();
    }
}
