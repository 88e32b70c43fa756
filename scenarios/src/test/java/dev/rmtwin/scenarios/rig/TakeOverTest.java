package dev.rmtwin.scenarios.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.device.ChannelConfig;
import dev.rmtwin.device.driver.BringUp;
import dev.rmtwin.device.driver.DriverChannel;
import dev.rmtwin.device.driver.DriverSeat;
import dev.rmtwin.device.driver.RmDriver;
import dev.rmtwin.device.transport.DmaMemory;
import dev.rmtwin.device.transport.InProcessTransport;
import dev.rmtwin.pcie.card.CardCounter;
import dev.rmtwin.pcie.card.QueueRegister;
import dev.rmtwin.pcie.host.HostCounter;
import dev.rmtwin.pcie.host.HostThread;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A driver that finds its card running: the process before it has died, and its memory is somebody else's now. */
class TakeOverTest {
    private static final byte OURS = 0x5A;

    private static Rig ring() {
        Rig rig = new Rig(TestScenarios.load("""
                scenario: dead
                duration: 1 s
                nodes: {A: {id: 1, host: ideal}, B: {id: 2}}
                flows:
                  one: {from: A, offset: 0x1000, size: 100 B, rate: 200 kHz}
                  two: {from: A, offset: 0x2000, size: 2 KiB, rate: 10 kHz}
                """));
        assertThat(rig.bringUp()).isEmpty();
        return rig;
    }

    private static RmDriver process(Rig rig, int number) {
        RigNode b = rig.nodes().get("B");
        DriverSeat seat = b.driver().seat();
        InProcessTransport transport =
                new InProcessTransport(b.link(), b.host(), b.card().config());
        return rig.engine()
                .register(new RmDriver(
                        new DriverSeat(
                                number, transport, seat.costs(), rig.engine().trace(), seat.seams()),
                        b.driver().traits()));
    }

    private static BringUp start(Rig rig, RmDriver driver) {
        BringUp bringUp = driver.bringUp();
        HostThread thread = rig.nodes().get("B").host().spawn(driver.name(), 5, bringUp);
        rig.nodes().get("B").host().start(thread, rig.engine().nowPs());
        return bringUp;
    }

    /** Dies at a moment of its own: frames come every 5 us and are moved in about 1 us. */
    @ParameterizedTest
    @ValueSource(longs = {0, 400, 800, 1200, 1600, 2000, 2400, 2800, 3200, 3600, 4000, 4400, 4800})
    void shouldWriteNothingOfTheDeadIntoTheMemoryOfTheNew(long momentNs) {
        Rig rig = ring();
        RigNode b = rig.nodes().get("B");
        RmDriver dead = process(rig, 98);
        dead.addChannel(new ChannelConfig(0x1000, 100, 1024, 256, true, 0));
        dead.addChannel(new ChannelConfig(0x2000, 2048, 1024, 2048, false, 0));
        start(rig, dead);
        rig.engine().runUntil(Rig.START_PS + 500 * Ps.US + momentNs * Ps.NS);
        assertThat(b.card().channelCounters(0).get(CardCounter.DMA_DONE)).isGreaterThan(80);
        assertThat(b.card().channelCounters(1).get(CardCounter.DMA_DONE)).isPositive();
        dead.channels().forEach(DriverChannel::letGo);

        RmDriver driver = process(rig, 99);
        DriverChannel channel = driver.addChannel(new ChannelConfig(0x8000, 64, 1024, 256, true, 0));
        BringUp bringUp = start(rig, driver);
        DmaMemory memory = null;
        while (bringUp.step() != BringUp.Step.DONE) {
            assertThat(rig.engine().step()).isTrue();
            if (memory == null && channel.bufferBytes() > 0) {
                // Where the dead process had its buffers there is memory of the new one now.
                memory = new InProcessTransport(b.link(), b.host(), b.card().config()).mapDma(2 << 20, 4096);
                memory.segment().fill(OURS);
                assertThat(b.card().peek(QueueRegister.CONTROL, 1))
                        .as("the other channel's control")
                        .isZero();
            }
        }
        long unmapped = b.host().counters().get(HostCounter.DMA_UNMAPPED);
        long moved = b.card().channelCounters(0).get(CardCounter.DMA_DONE);
        rig.engine().runUntil(rig.engine().nowPs() + Ps.MS);

        assertThat(memory).isNotNull();
        for (long at = 0; at < memory.segment().byteSize(); at++) {
            assertThat(memory.segment().get(ValueLayout.JAVA_BYTE, at)).isEqualTo(OURS);
        }
        assertThat(b.card().channelCounters(0).get(CardCounter.DMA_DONE))
                .as("frames moved for the dead")
                .isEqualTo(moved);
        assertThat(b.host().counters().get(HostCounter.DMA_UNMAPPED))
                .as("stray accesses after")
                .isEqualTo(unmapped);
        assertThat(channel.counters().values().values())
                .as("frames of the dead for the new")
                .containsOnly(0L);
    }
}
