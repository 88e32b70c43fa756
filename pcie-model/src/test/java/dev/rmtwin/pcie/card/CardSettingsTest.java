package dev.rmtwin.pcie.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.bus.InterruptWindow;
import dev.rmtwin.pcie.config.CapabilityId;
import dev.rmtwin.pcie.config.ConfigRegister;
import dev.rmtwin.pcie.config.ConfigSpace;
import dev.rmtwin.pcie.config.MsixPlace;
import dev.rmtwin.pcie.host.HostCounter;
import dev.rmtwin.pcie.host.HostRegion;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What configuration space does to a card that receives frames: switches, sleep, messages, reset. */
class CardSettingsTest {
    private static final int RING = 16;
    private static final int FRAME_BYTES = 600;
    private static final long WINDOW = 0x4000;
    private static final int ON = ConfigRegister.COMMAND_MEMORY | ConfigRegister.COMMAND_MASTER;

    private final ChannelBench bench = new ChannelBench();
    private final ConfigSpace config = bench.card.config();
    private final RawDriver driver = new RawDriver(bench, 0, RING, 1024);

    private void receive() {
        driver.rings(WINDOW, FRAME_BYTES).post(RING - 1).enable(QueueCause.DONE.mask());
        bench.run(10 * Ps.US);
    }

    private void frame(int seed) {
        bench.arrive(7, WINDOW, FRAME_BYTES, seed);
    }

    private void command(int bits) {
        config.write(ConfigRegister.COMMAND, 2, bits, bench.engine.nowPs());
    }

    private int at(CapabilityId id, int offset) {
        return config.layout().offsetOf(id) + offset;
    }

    private void power(int state) {
        config.write(at(CapabilityId.POWER_MANAGEMENT, ConfigRegister.PM_CONTROL), 2, state, bench.engine.nowPs());
    }

    private void messages(CapabilityId id, int control) {
        config.write(at(id, ConfigRegister.MESSAGE_CONTROL), 2, control, bench.engine.nowPs());
    }

    private void entry(int vector, int offset, long value) {
        bench.card.msixTable().write((long) vector * MsixPlace.ENTRY_BYTES + offset, 4, value, bench.engine.nowPs());
    }

    private long status(int offset) {
        return config.peek(at(CapabilityId.EXPRESS, offset), 2);
    }

    private int taken() {
        int frames = driver.drain().size();
        bench.run(10 * Ps.US);
        return frames;
    }

    @Test
    void shouldAnswerNothingWhileMemoryIsOff() {
        receive();
        command(ConfigRegister.COMMAND_MASTER);
        assertThat(bench.read(QueueRegister.VERSION, 0)).isEqualTo(-1L);
        assertThat(bench.card.counters().get(CardCounter.SWITCHED_OFF)).isEqualTo(1);
        assertThat(status(ConfigRegister.DEVICE_STATUS) & ConfigRegister.DEVICE_UNSUPPORTED)
                .isNotZero();
        driver.write(QueueRegister.WINDOW_OFFSET, 0);
        bench.run(Ps.US);
        command(ON);
        assertThat(driver.read(QueueRegister.WINDOW_OFFSET))
                .as("the write went nowhere")
                .isEqualTo(WINDOW);
        frame(1);
        bench.run(20 * Ps.US);
        assertThat(taken()).isEqualTo(1);
    }

    @Test
    void shouldHoldDmaAndMessagesWhileItMayNotMasterTheBus() {
        receive();
        command(ConfigRegister.COMMAND_MEMORY);
        frame(1);
        bench.run(50 * Ps.US);
        assertThat(driver.take()).isEmpty();
        assertThat(QueueStatus.BLOCKED.isSet(driver.read(QueueRegister.STATUS))).isTrue();
        command(ON);
        bench.run(50 * Ps.US);
        assertThat(QueueStatus.BLOCKED.isSet(driver.read(QueueRegister.STATUS))).isFalse();
        assertThat(taken()).isEqualTo(1);
        assertThat(bench.interrupts[0]).isEqualTo(1);
        // In the middle of a frame, at every moment of it: what was begun ends after the switch is on again.
        for (int ns = 0; ns < 1500; ns += 30) {
            frame(ns);
            bench.run(ns * Ps.NS);
            command(ConfigRegister.COMMAND_MEMORY);
            bench.run(20 * Ps.US);
            int seen = bench.interrupts[0];
            bench.run(20 * Ps.US);
            assertThat(bench.interrupts[0]).isEqualTo(seen);
            command(ON);
            bench.run(20 * Ps.US);
            List<RawDriver.Frame> frames = driver.drain();
            assertThat(frames).as("after %d ns", ns).hasSize(1);
            assertThat(frames.getFirst().data().get(ValueLayout.JAVA_BYTE, 599)).isEqualTo((byte) (ns + 599));
        }
        assertThat(bench.unmapped()).isZero();
    }

    @Test
    void shouldSleepInD3AndKeepEverything() {
        receive();
        power(ConfigRegister.D3_HOT);
        assertThat(bench.read(QueueRegister.VERSION, 0)).isEqualTo(-1L);
        frame(1);
        bench.run(50 * Ps.US);
        assertThat(driver.take()).isEmpty();
        assertThat(bench.interrupts[0]).isZero();
        power(0);
        bench.run(FunctionProfile.STANDARD.powerUpPs() / 2);
        assertThat(bench.read(QueueRegister.VERSION, 0)).as("it takes its time").isEqualTo(-1L);
        assertThat(driver.take()).isEmpty();
        bench.run(FunctionProfile.STANDARD.powerUpPs());
        assertThat(bench.interrupts[0]).isEqualTo(1);
        assertThat(taken()).isEqualTo(1);
        assertThat(driver.read(QueueRegister.WINDOW_OFFSET)).isEqualTo(WINDOW);
    }

    @Test
    void shouldKeepAMessagePendingUntilSomeMessageIsEnabled() {
        messages(CapabilityId.MSIX, 0);
        receive();
        frame(1);
        bench.run(50 * Ps.US);
        assertThat(bench.interrupts[0]).isZero();
        assertThat(driver.read(QueueRegister.VECTOR_PENDING)).isEqualTo(1);
        messages(CapabilityId.MSIX, ConfigRegister.MSIX_ENABLE);
        bench.run(10 * Ps.US);
        assertThat(bench.interrupts[0]).isEqualTo(1);
        assertThat(driver.read(QueueRegister.VECTOR_PENDING)).isZero();
    }

    @Test
    void shouldFoldAllVectorsIntoTheOneOfMsi() {
        messages(CapabilityId.MSIX, 0);
        long now = bench.engine.nowPs();
        config.write(at(CapabilityId.MSI, ConfigRegister.MSI_ADDRESS), 4, InterruptWindow.ADDRESS, now);
        config.write(at(CapabilityId.MSI, ConfigRegister.MSI_DATA), 2, 3, now);
        messages(CapabilityId.MSI, ConfigRegister.MSI_ENABLE);
        receive();
        RawDriver other = new RawDriver(bench, 1, RING, 1024);
        other.rings(WINDOW, FRAME_BYTES).post(RING - 1).enable(QueueCause.DONE.mask());
        bench.run(10 * Ps.US);
        config.write(at(CapabilityId.MSI, ConfigRegister.MSI_MASK), 4, 1, bench.engine.nowPs());
        frame(1);
        bench.run(50 * Ps.US);
        assertThat(config.read(at(CapabilityId.MSI, ConfigRegister.MSI_PENDING), 4))
                .isEqualTo(1);
        config.write(at(CapabilityId.MSI, ConfigRegister.MSI_MASK), 4, 0, bench.engine.nowPs());
        assertThat(config.read(at(CapabilityId.MSI, ConfigRegister.MSI_PENDING), 4))
                .isZero();
        bench.run(50 * Ps.US);
        assertThat(bench.interrupts[3])
                .as("two vectors were pending, one message tells of both")
                .isEqualTo(1);
        assertThat(bench.interrupts[0] + bench.interrupts[1]).isZero();
        frame(2);
        bench.run(50 * Ps.US);
        assertThat(bench.interrupts[3]).isEqualTo(3);
    }

    @Test
    void shouldSendAMovedVectorToWhereItPointedWhenItLeft() {
        receive();
        frame(1);
        while (bench.card.counters().get(CardCounter.INTERRUPTS) == 0) {
            assertThat(bench.engine.step()).isTrue();
        }
        entry(0, 8, 2);
        bench.run(10 * Ps.US);
        assertThat(bench.interrupts[0]).as("was on its way").isEqualTo(1);
        taken();
        frame(2);
        bench.run(50 * Ps.US);
        assertThat(bench.interrupts[0]).isEqualTo(1);
        assertThat(bench.interrupts[2]).isEqualTo(1);
    }

    @Test
    void shouldCountAMessageThatTheHostHasNoVectorFor() {
        receive();
        entry(0, 8, 0xFFFF_FFF0L);
        frame(1);
        bench.run(50 * Ps.US);
        assertThat(bench.host.counters().get(HostCounter.UNHANDLED)).isEqualTo(1);
        HostRegion word = bench.host.memory().map(64, 64);
        entry(0, 0, word.address() & 0xFFFF_FFFFL);
        entry(0, 4, word.address() >>> 32);
        entry(0, 8, 0xCAFE);
        taken();
        frame(2);
        bench.run(50 * Ps.US);
        assertThat(word.segment().get(ValueLayout.JAVA_INT, 0))
                .as("a message to memory is a write")
                .isEqualTo(0xCAFE);
    }

    @Test
    void shouldForgetEverythingButStickyErrorsInAFunctionLevelReset() {
        receive();
        assertThat(bench.read(BarAddress.of(1, 0), 4)).as("no such window").isEqualTo(-1L);
        long errors = config.peek(at(CapabilityId.ADVANCED_ERRORS, ConfigRegister.AER_UNCORRECTABLE), 4);
        assertThat(errors).isNotZero();
        for (int ns = 0; ns < 1500; ns += 100) {
            frame(ns);
            bench.run(ns * Ps.NS);
            byte[] before = driver.memory();
            resetFunction();
            assertThat(config.read(ConfigRegister.VENDOR_ID, 2)).as("away").isEqualTo(0xFFFF);
            bench.run(FunctionProfile.STANDARD.resetPs() / 2);
            assertThat(bench.read(QueueRegister.VERSION, 0)).isEqualTo(-1L);
            bench.run(FunctionProfile.STANDARD.resetPs());
            assertThat(driver.memory())
                    .as("nothing lands after a reset at %d ns", ns)
                    .isEqualTo(before);
            assertThat(config.read(ConfigRegister.COMMAND, 2)).isZero();
            assertThat(config.read(ConfigRegister.BAR_0, 4)).isZero();
            assertThat(bench.card.msixTable().masked(0)).isTrue();
            assertThat(config.peek(at(CapabilityId.ADVANCED_ERRORS, ConfigRegister.AER_UNCORRECTABLE), 4))
                    .isEqualTo(errors);
            HostSetUp.run(bench.card, bench.engine.nowPs());
            assertThat(driver.read(QueueRegister.WINDOW_OFFSET)).isZero();
            driver.restart();
            receive();
        }
        assertThat(bench.card.counters().get(CardCounter.POSTED_DROPPED)).isPositive();
        int before = bench.interrupts[0];
        frame(1);
        bench.run(50 * Ps.US);
        assertThat(driver.drain()).hasSize(1);
        assertThat(bench.interrupts[0]).isEqualTo(before + 1);
    }

    private void resetFunction() {
        int control = at(CapabilityId.EXPRESS, ConfigRegister.DEVICE_CONTROL);
        long value = config.read(control, 2) | ConfigRegister.FUNCTION_RESET;
        config.write(control, 2, value, bench.engine.nowPs());
    }
}
