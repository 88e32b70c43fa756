package dev.rmtwin.scenarios.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.card.QueueRegister;
import dev.rmtwin.ring.RingCounter;
import dev.rmtwin.scenarios.model.Scenario;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Snapshots with every kind of work in flight: the restored ring goes on to the same end. */
class SnapshotInstantTest {
    /** Every receive mode, a coalescer, FIFOs that fill, threads that are stalled. */
    private static final Scenario BUSY = TestScenarios.load("""
            scenario: busy
            seed: 77
            duration: 3 ms
            host:
              profile: reference-lab
              cores: 12
              scheduler: {slice: 300 us, stallMin: 20 us, stallMax: 60 us}
              application: {afterDelivery: 5 us}
            card:
              profile: reference-lab
              queue: {channels: 8, coalesceFrames: 8, coalesceTimer: 30 us}
              network: {memory: 64 KiB, txFifo: 512 B, txAlmostFull: 256 B, rxFifo: 1 KiB, rxAlmostFull: 512 B}
            nodes:
              A: {id: 3}
              B: {id: 1}
              C: {id: 200}
              D: {id: 7}
            flows:
              told: {from: A, offset: 0, size: 100 B, period: 20 us, phase: 10 us, receivers: {B: {mode: interrupt-dma, ring: 16}}}
              answer: {from: B, offset: 0x400, size: 100 B, echo: told, receivers: {A: {mode: busy-poll, ring: 4}}}
              looked: {from: C, offset: 0x800, size: 2 KiB, period: 90 us, phase: 15 us, receivers: {D: {mode: poll, period: 40 us}}}
              burst: {from: C, offset: 0x1000, size: 1 KiB, period: 50 us, phase: 16 us, receivers: {A: {mode: yield-poll}}}
              portable: {from: D, offset: 0x2000, size: 132 B, period: 60 us, phase: 0 us, notify: INT2, receivers: {B: {mode: network-interrupt, ring: 4}}}
            """);

    /** Kinds of work in flight, each with how it is seen from outside after an event. */
    enum Instant {
        PACKETS_ON_FIBRES(look -> look.rig.ring().conservation().inFlight() > 3),
        WRITE_ON_THE_BUS(look -> look.stages.contains(Stage.TX_FIFO) && look.onTheBus("C") > 2),
        DOORBELL_RUNG(look -> look.stages.contains(Stage.APP_RING) && look.onTheBus("B") > 0),
        DESCRIPTOR_ON_ITS_WAY(look -> look.stages.contains(Stage.MEMORY)
                && look.rig.nodes().get("B").card().framesInChannel(0) > 0),
        DATA_MOVING(look -> look.stages.contains(Stage.DMA_FETCH)),
        COMPLETION_ON_ITS_WAY(look -> look.stages.contains(Stage.DMA_MOVE)),
        COALESCER_RUNNING(look -> look.rig.nodes().get("B").card().coalescerRunning(0)),
        VECTOR_ON_ITS_WAY(look -> look.stages.contains(Stage.COALESCE)),
        VECTOR_TAKEN(look -> look.stages.contains(Stage.MSIX)),
        VECTOR_MASKED_AND_PENDING(look -> look.rig.nodes().get("B").card().peek(QueueRegister.VECTOR_PENDING, 0) != 0),
        SERVICE_ROUTINE_RUNNING(look -> look.stages.contains(Stage.ISR)),
        THREAD_WAKING(look -> look.stages.contains(Stage.EVENTFD)),
        THREAD_STALLED(look -> look.newStalls),
        THREAD_LOOPING(look -> look.stages.contains(Stage.CQE_POST)),
        BUS_STALLED_BY_A_FULL_FIFO(look -> look.newRefusals),
        LOOK_IN_THE_MIDDLE(look -> look.stages.isEmpty() && look.onTheBus("D") == 1),
        PORTABLE_READ_IN_THE_MIDDLE(look -> look.stages.isEmpty() && look.onTheBus("B") == 1);

        private final Predicate<Look> seen;

        Instant(Predicate<Look> seen) {
            this.seen = seen;
        }
    }

    /** What the last event did. */
    private static final class Look {
        private final Rig rig;
        private final Set<Stage> stages = EnumSet.noneOf(Stage.class);
        private boolean newStalls;
        private boolean newRefusals;

        Look(Rig rig) {
            this.rig = rig;
            rig.engine().trace().listen((stage, node, subject, nowPs) -> stages.add(stage));
        }

        void step() {
            long stalls = Outcome.stalls(rig);
            long refusals = rig.ring().total(RingCounter.TX_REFUSED);
            stages.clear();
            rig.engine().step();
            newStalls = Outcome.stalls(rig) > stalls;
            newRefusals = rig.ring().total(RingCounter.TX_REFUSED) > refusals;
        }

        int onTheBus(String node) {
            return rig.nodes().get(node).link().postedInFlight();
        }
    }

    @ParameterizedTest
    @EnumSource(Instant.class)
    void shouldGoOnAlikeFromEveryKindOfInstant(Instant instant) {
        for (int occurrence : new int[] {1, 2, 7}) {
            Rig rig = new Rig(BUSY);
            assertThat(rig.bringUp()).isEmpty();
            if (instant == Instant.VECTOR_MASKED_AND_PENDING) {
                setMask(rig, 1);
            }
            find(rig, instant, occurrence);
            checkRestored(rig, instant == Instant.VECTOR_MASKED_AND_PENDING);
        }
    }

    /** Steps to the instant; occurrences that follow each other at once count as one. */
    private static void find(Rig rig, Instant instant, int occurrence) {
        Look look = new Look(rig);
        boolean before = false;
        for (int found = 0; found < occurrence; ) {
            assertThat(rig.engine().nowPs())
                    .as("time at which " + instant + " is still looked for")
                    .isLessThan(rig.endPs());
            look.step();
            boolean now = instant.seen.test(look);
            // A masked vector stays pending: later events will do as later occurrences.
            found += now && (!before || instant == Instant.VECTOR_MASKED_AND_PENDING) ? 1 : 0;
            before = now;
        }
    }

    private static void checkRestored(Rig rig, boolean unmask) {
        byte[] state = Checkpoint.save(rig);
        Rig restored = Checkpoint.restore(rig.scenario(), state);
        assertThat(Checkpoint.save(restored)).as("state saved again").isEqualTo(state);
        if (unmask) {
            setMask(rig, 0);
            setMask(restored, 0);
        }
        Outcome uninterrupted = Outcome.finish(rig);
        assertThat(uninterrupted.receivers())
                .allSatisfy(seen -> assertThat(seen.figures().get(1)).isPositive());
        assertThat(Outcome.finish(restored)).isEqualTo(uninterrupted);
    }

    private static void setMask(Rig rig, int mask) {
        long address = BarAddress.of(QueueRegister.BAR, QueueRegister.VECTOR_CONTROL.offset(0));
        rig.nodes().get("B").link().writeRegister(address, 4, mask, rig.engine().nowPs());
    }

    @Provide
    static Arbitrary<RandomRing> rings() {
        return RandomRings.any();
    }

    @Property(tries = 60)
    void shouldGoOnAlikeFromAnyInstantOfAnyRun(
            @ForAll("rings") RandomRing ring,
            @ForAll @IntRange(max = 1000) int first,
            @ForAll @IntRange(max = 1000) int second) {
        Scenario scenario = ring.scenario();
        Rig rig = new Rig(scenario);
        assertThat(rig.bringUp()).isEmpty();
        long spanPs = scenario.durationPs() + Ps.MS / 10;
        rig.engine().runUntil(Rig.START_PS + spanPs / 1000 * Math.min(first, second));
        byte[] early = Checkpoint.save(rig);
        Rig restored = Checkpoint.restore(scenario, early);
        rig.engine().runUntil(Rig.START_PS + spanPs / 1000 * Math.max(first, second));
        restored.engine().runUntil(Rig.START_PS + spanPs / 1000 * Math.max(first, second));
        byte[] late = Checkpoint.save(restored);
        Rig again = Checkpoint.restore(scenario, late);
        Outcome uninterrupted = Outcome.finish(rig);
        assertThat(Outcome.finish(restored)).isEqualTo(uninterrupted);
        assertThat(Outcome.finish(again)).as("restored twice").isEqualTo(uninterrupted);
    }
}
