package dev.rmtwin.scenarios.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.card.CardCounter;
import dev.rmtwin.pcie.card.QueueRegister;
import dev.rmtwin.ring.LossCause;
import dev.rmtwin.scenarios.model.ReceiveMode;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The architecture's invariants, watched event by event from outside on random rings and loads. */
class InvariantPropertyTest {
    private static final long DRAIN_PS = 40 * Ps.MS;

    @Provide
    static Arbitrary<RandomRing> rings() {
        return RandomRings.any();
    }

    /** When a vector is masked and opened again: offsets in parts of 1000 of the run. */
    @Provide
    static Arbitrary<List<Integer>> maskTimes() {
        return Arbitraries.integers().between(0, 1000).list().ofMinSize(2).ofMaxSize(6);
    }

    @Property(tries = 150)
    void shouldHoldAtEveryInstantOfAnyRun(@ForAll("rings") RandomRing ring) {
        Rig rig = new Rig(ring.scenario());
        RingWatch watch = new RingWatch(rig);
        assertThat(rig.bringUp()).isEmpty();
        watch.runUntil(rig.endPs());
        watch.runUntil(rig.endPs() + Ps.MS);
        watch.checkAllAnnounced();
        rig.engine().runUntil(rig.endPs() + DRAIN_PS);
        checkEnd(rig);
        Rig unobserved = new Rig(rig.scenario(), new RigOptions(false));
        unobserved.engine().runUntil(rig.engine().nowPs());
        assertThat(unobserved.engine().eventCount()).isEqualTo(rig.engine().eventCount());
        assertThat(unobserved.engine().traceHash())
                .as("hash without observers")
                .isEqualTo(rig.engine().traceHash());
    }

    @Property(tries = 60)
    void shouldKeepInterruptsPendingWhileTheirVectorsAreMasked(
            @ForAll("rings") RandomRing ring, @ForAll("maskTimes") List<Integer> times) {
        Rig rig = new Rig(ring.scenario());
        assertThat(rig.bringUp()).isEmpty();
        RingWatch watch = new RingWatch(rig);
        boolean mask = true;
        for (int time : times.stream().sorted().toList()) {
            watch.runUntil(Rig.START_PS + rig.scenario().durationPs() / 1000 * time);
            setMasks(rig, mask);
            mask = !mask;
        }
        watch.runUntil(rig.endPs());
        setMasks(rig, false);
        watch.runUntil(rig.endPs() + Ps.MS);
        watch.checkAllAnnounced();
        rig.engine().runUntil(rig.endPs() + DRAIN_PS);
        checkEnd(rig);
    }

    private static void setMasks(Rig rig, boolean mask) {
        for (RigReceiver receiver : rig.receivers()) {
            if (receiver.receiver().mode() == ReceiveMode.INTERRUPT_DMA) {
                QueueRegister register = QueueRegister.VECTOR_CONTROL;
                long address = BarAddress.of(
                        QueueRegister.BAR, register.offset(receiver.channel().index()));
                receiver.node()
                        .link()
                        .writeRegister(
                                address,
                                register.widthBytes(),
                                mask ? 1 : 0,
                                rig.engine().nowPs());
            }
        }
    }

    private static void checkEnd(Rig rig) {
        assertThat(rig.ring().conservation().inFlight())
                .as("packets still on the ring")
                .isZero();
        assertThat(rig.ring().conservation().waiting())
                .as("packets still before memory")
                .isZero();
        boolean lossless = true;
        for (LossCause cause : LossCause.values()) {
            lossless &= rig.ring().total(cause.counter()) == 0;
        }
        if (lossless) {
            assertThat(rig.ring().nodeIds().stream().map(rig.ring()::memoryHash).distinct())
                    .as("memories of a lossless, idle ring")
                    .hasSize(1);
        }
        for (RigReceiver receiver : rig.receivers()) {
            checkReceiver(rig, receiver, lossless);
        }
    }

    private static void checkReceiver(Rig rig, RigReceiver receiver, boolean lossless) {
        String name = receiver.receiver().name();
        long sent = rig.framesSent(receiver.flow().name());
        long received = receiver.meter().received();
        assertThat(receiver.channel().framesWaiting())
                .as("frames that wait at " + name)
                .isZero();
        assertThat(received).as(name).isLessThanOrEqualTo(sent);
        if (receiver.receiver().mode() == ReceiveMode.NETWORK_INTERRUPT) {
            return;
        }
        assertThat(receiver.meter().repeated())
                .as("frames of " + name + " out of order")
                .isZero();
        long lost = receiver.meter().torn();
        for (CardCounter cause : List.of(
                CardCounter.NOT_ENABLED,
                CardCounter.NO_DESCRIPTOR,
                CardCounter.EVENT_OVERFLOW,
                CardCounter.OVERWRITTEN,
                CardCounter.BUFFER_TOO_SMALL)) {
            lost += receiver.node()
                    .card()
                    .channelCounters(receiver.channel().index())
                    .get(cause);
        }
        if (lossless) {
            assertThat(received + lost)
                    .as("frames of " + name + " received or lost by name")
                    .isEqualTo(sent);
        } else {
            assertThat(received + lost)
                    .as("frames of " + name + " received or lost by name")
                    .isLessThanOrEqualTo(sent);
        }
    }
}
