package dev.rmtwin.scenarios.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.device.Capability;
import dev.rmtwin.device.ChannelConfig;
import dev.rmtwin.device.ChannelTuning;
import dev.rmtwin.device.Device;
import dev.rmtwin.device.Device.Channel;
import dev.rmtwin.device.DeviceException;
import dev.rmtwin.device.ReceivedFrame;
import dev.rmtwin.pcie.card.QueueRegister;
import dev.rmtwin.pcie.card.RmCard;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Applications that open nodes of a twin as devices. */
class TwinDeviceTest {
    private static final long MILLISECOND_NS = 1_000_000;

    private static MemorySegment bytes(int length, int first) {
        MemorySegment segment = Arena.ofAuto().allocate(length, 8);
        for (int i = 0; i < length; i++) {
            segment.set(ValueLayout.JAVA_BYTE, i, (byte) (first + i));
        }
        return segment;
    }

    @Test
    void shouldShowAWriteAtTheSameAddressOnEveryNode() {
        Twin twin = new Twin(TestScenarios.idleRing());
        try (Device a = twin.open("A");
                Device b = twin.open("B");
                Device c = twin.open("C")) {
            a.write(0x40, bytes(100, 7));
            twin.runFor(10 * Ps.US);
            for (Device device : new Device[] {a, b, c}) {
                MemorySegment read = Arena.ofAuto().allocate(100);
                device.read(0x40, read);
                assertThat(read.mismatch(bytes(100, 7))).isEqualTo(-1);
            }
        }
    }

    @Test
    void shouldDeliverFramesThroughTheDmaRingInOrder() {
        Twin twin = new Twin(TestScenarios.idleRing());
        try (Device a = twin.open("A");
                Device b = twin.open("B");
                Channel channel = b.openChannel(new ChannelConfig(0x1000, 100, 8, 128, true, 0))) {
            for (int n = 0; n < 50; n++) {
                a.write(0x1000, bytes(100, n));
                assertThat(channel.waitForEvent(MILLISECOND_NS)).isEqualTo(Channel.Cause.FRAMES);
                ReceivedFrame frame = channel.poll();
                assertThat(frame.origin()).isEqualTo(1);
                assertThat(frame.number()).isEqualTo(n);
                assertThat(frame.buffer().asSlice(0, 100).mismatch(bytes(100, n)))
                        .isEqualTo(-1);
                channel.release(frame);
                assertThat(channel.poll()).isNull();
            }
        }
    }

    @Test
    void shouldSayFramesOnlyWhenThereAreSome() {
        Twin twin = new Twin(TestScenarios.idleRing());
        try (Device a = twin.open("A");
                Device b = twin.open("B");
                Channel channel = b.openChannel(new ChannelConfig(0x1000, 100, 8, 128, true, 0))) {
            for (int n = 0; n < 3; n++) {
                a.write(0x1000, bytes(100, n));
                twin.runFor(50 * Ps.US);
            }
            int taken = 0;
            while (channel.waitForEvent(MILLISECOND_NS) == Channel.Cause.FRAMES) {
                channel.release(channel.poll());
                taken++;
            }
            assertThat(taken).isEqualTo(3);
        }
    }

    @Test
    void shouldTimeOutInVirtualTimeWhenNothingComes() {
        Twin twin = new Twin(TestScenarios.idleRing());
        try (Device b = twin.open("B");
                Channel channel = b.openChannel(new ChannelConfig(0x1000, 100, 8, 128, true, 0))) {
            long before = twin.rig().engine().nowPs();
            assertThat(channel.waitForEvent(3 * MILLISECOND_NS)).isEqualTo(Channel.Cause.TIMEOUT);
            assertThat(twin.rig().engine().nowPs() - before).isBetween(3 * Ps.MS, 3 * Ps.MS + 10 * Ps.US);
        }
    }

    @Test
    void shouldReceiveThePortableFrameOnACardWithoutAQueueBlock() {
        Twin twin = new Twin(TestScenarios.idleRingOf5565());
        try (Device a = twin.open("A");
                Device b = twin.open("B");
                Channel channel = b.openChannel(new ChannelConfig(0x1000, 100, 8, 104, true, 2))) {
            assertThat(b.capabilities()).isEmpty();
            a.write(0x1000, bytes(100, 3));
            a.sendEvent(2, 2, 42);
            assertThat(channel.waitForEvent(MILLISECOND_NS)).isEqualTo(Channel.Cause.FRAMES);
            ReceivedFrame frame = channel.poll();
            assertThat(frame.origin()).isEqualTo(1);
            assertThat(frame.buffer().asSlice(0, 100).mismatch(bytes(100, 3))).isEqualTo(-1);
            channel.release(frame);
        }
    }

    @Test
    void shouldNotWakeAnybodyOnA5565ByPlainData() {
        Twin twin = new Twin(TestScenarios.idleRingOf5565());
        try (Device a = twin.open("A");
                Device b = twin.open("B");
                Channel channel = b.openChannel(new ChannelConfig(0x1000, 100, 8, 104, true, 1))) {
            a.write(0x1000, bytes(100, 3));
            assertThat(channel.waitForEvent(MILLISECOND_NS)).isEqualTo(Channel.Cause.TIMEOUT);
        }
    }

    @Test
    void shouldSayWhatItIs() {
        Twin twin = new Twin(TestScenarios.idleRing());
        try (Device b = twin.open("B")) {
            assertThat(b.info().twin()).isTrue();
            assertThat(b.info().nodeId()).isEqualTo(2);
            assertThat(b.info().boardId()).isEqualTo(0x65);
            assertThat(b.capabilities()).contains(Capability.DMA_RING);
        }
    }

    @Test
    void shouldUndoStartUpWhenTheCardRefusesTheWindow() {
        Twin twin = new Twin(TestScenarios.idleRing());
        try (Device b = twin.open("B")) {
            long beyond = b.info().memoryBytes() - 50;
            assertThatThrownBy(() -> b.openChannel(new ChannelConfig(beyond, 100, 8, 128, true, 0)))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("refused to be enabled");
            try (Device a = twin.open("A");
                    Channel channel = b.openChannel(new ChannelConfig(0x1000, 100, 8, 128, true, 0))) {
                a.write(0x1000, bytes(100, 1));
                assertThat(channel.waitForEvent(MILLISECOND_NS)).isEqualTo(Channel.Cause.FRAMES);
            }
        }
    }

    @Test
    void shouldReceiveABurstByHybridPollsWithTheCoalescingAskedFor() {
        Twin twin = new Twin(TestScenarios.idleRing());
        ChannelTuning tuning = new ChannelTuning(4, 0, 8, 1_000_050);
        try (Device a = twin.open("A");
                Device b = twin.open("B");
                Channel channel = b.openChannel(new ChannelConfig(0x1000, 64, 32, 64, true, 0, tuning))) {
            RmCard card = twin.rig().nodes().get("B").card();
            assertThat(card.peek(QueueRegister.COALESCE_FRAMES, 0)).isEqualTo(8);
            assertThat(card.peek(QueueRegister.COALESCE_NS, 0))
                    .as("rounded up to 100 ns")
                    .isEqualTo(1_000_100);
            for (int n = 0; n < 8; n++) {
                a.write(0x1000, bytes(64, n));
                twin.runFor(5 * Ps.US);
            }
            for (int n = 0; n < 8; n++) {
                assertThat(channel.waitForEvent(MILLISECOND_NS)).isEqualTo(Channel.Cause.FRAMES);
                ReceivedFrame frame = channel.poll();
                assertThat(frame.buffer().mismatch(bytes(64, n))).isEqualTo(-1);
                channel.release(frame);
            }
            twin.runFor(50 * Ps.US);
            assertThat(b.counters())
                    .containsEntry("driver.channel.serviced", 1L)
                    .containsEntry("driver.channel.polls", 3L)
                    .containsEntry("driver.channel.budget-used", 2L);
        }
    }

    @Test
    void shouldUndoStartUpWhenTheCardCannotCoalesceForSoLong() {
        Twin twin = new Twin(TestScenarios.idleRing());
        RigNode node = twin.rig().nodes().get("B");
        try (Device b = twin.open("B")) {
            ChannelTuning tooLong = new ChannelTuning(0, 0, 8, 2_000_000_000L);
            assertThatThrownBy(() -> b.openChannel(new ChannelConfig(0x1000, 64, 8, 64, true, 0, tooLong)))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("the card grants 1000000000");
            assertThat(node.host().memory().mappedBytes()).isZero();
            assertThat(node.card().peek(QueueRegister.CONTROL, 0)).isZero();
            assertThat(node.card().peek(QueueRegister.VECTOR_CONTROL, 0)).isEqualTo(1);
        }
    }

    @Test
    void shouldLeaveAnOpenChannelAloneWhenAnotherIsOpened() {
        Twin twin = new Twin(TestScenarios.idleRing());
        try (Device a = twin.open("A");
                Device b = twin.open("B");
                Channel first = b.openChannel(new ChannelConfig(0x1000, 64, 8, 64, true, 0));
                Channel second = b.openChannel(new ChannelConfig(0x2000, 64, 8, 64, true, 0))) {
            a.write(0x1000, bytes(64, 1));
            a.write(0x2000, bytes(64, 2));
            assertThat(first.waitForEvent(MILLISECOND_NS)).isEqualTo(Channel.Cause.FRAMES);
            assertThat(second.waitForEvent(MILLISECOND_NS)).isEqualTo(Channel.Cause.FRAMES);
        }
    }

    @Test
    void shouldOpenAndCloseChannelsAgainAndAgain() {
        Twin twin = new Twin(TestScenarios.idleRing());
        try (Device a = twin.open("A");
                Device b = twin.open("B")) {
            for (int round = 0; round < 20; round++) {
                try (Channel channel = b.openChannel(new ChannelConfig(0x2000, 64, 4, 64, true, 0))) {
                    a.write(0x2000, bytes(64, round));
                    assertThat(channel.waitForEvent(MILLISECOND_NS)).isEqualTo(Channel.Cause.FRAMES);
                    channel.release(channel.poll());
                }
            }
        }
    }

    @Test
    void shouldRefuseWhatLiesOutsideTheCardAndWhatIsClosed() {
        Twin twin = new Twin(TestScenarios.idleRing());
        Device a = twin.open("A");
        MemorySegment eight = bytes(8, 0);
        assertThatThrownBy(() -> a.write(-1, eight)).isInstanceOf(DeviceException.class);
        assertThatThrownBy(() -> a.write(a.info().memoryBytes() - 4, eight)).isInstanceOf(DeviceException.class);
        assertThatThrownBy(() -> a.write(Long.MAX_VALUE, eight)).isInstanceOf(DeviceException.class);
        assertThatThrownBy(() -> a.sendEvent(1, 1, 0)).hasMessageContaining("itself");
        assertThatThrownBy(() -> a.sendEvent(2, 4, 0)).hasMessageContaining("types 1 to 3");
        a.close();
        a.close();
        assertThatThrownBy(() -> a.write(0, eight)).hasMessageContaining("closed");
        assertThatThrownBy(() -> twin.open("Z")).hasMessageContaining("no node Z");
    }

    @Test
    void shouldRefuseAChannelTooMany() {
        Twin twin = new Twin(TestScenarios.idleRing());
        try (Device b = twin.open("B")) {
            for (int n = 0; n < b.info().channelCount(); n++) {
                b.openChannel(new ChannelConfig(0x1000L * (n + 1), 100, 8, 128, true, 0));
            }
            assertThatThrownBy(() -> b.openChannel(new ChannelConfig(0x9000, 100, 8, 128, true, 0)))
                    .hasMessageContaining("4 receive channels");
        }
    }
}
