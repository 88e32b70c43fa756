package dev.rmtwin.pcie.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.config.CapabilityId;
import dev.rmtwin.pcie.config.ConfigLayout;
import dev.rmtwin.pcie.config.ConfigRegister;
import dev.rmtwin.pcie.config.ConfigSpace;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings changed at random while frames arrive: whatever was switched, nothing breaks and nothing pending is lost but by reset. */
class CardSettingsStormTest {
    private static final int STEPS = 6_000;
    private static final int RING = 16;
    private static final int FRAME_BYTES = 300;
    private static final long WINDOW = 0x4000;
    /** Mask bit of vector 0 in the MSI-X table. */
    private static final long MASK = BarAddress.of(CardConfig.MSIX_BAR, 12);

    private static final int SETTLE_US = 200;

    private final ChannelBench bench = new ChannelBench();
    private final ConfigSpace config = bench.card.config();
    private final RawDriver driver = new RawDriver(bench, 0, RING, 512);

    private void start() {
        HostSetUp.run(bench.card, bench.engine.nowPs());
        driver.restart();
        driver.rings(WINDOW, FRAME_BYTES).post(RING - 1).enable(QueueCause.DONE.mask());
        bench.run(10 * Ps.US);
    }

    private void write(int offset, int widthBytes, long value) {
        config.write(offset, widthBytes, value, bench.engine.nowPs());
    }

    private int at(CapabilityId id, int offset) {
        return config.layout().offsetOf(id) + offset;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldLoseNothingButByReset(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        start();
        for (int step = 0; step < STEPS; step++) {
            act(random);
            bench.run(random.nextInt(3_000) * Ps.NS);
            if (step % 200 == 199) {
                settle(random);
            }
        }
        assertThat(bench.card.counters().get(CardCounter.FUNCTION_RESETS)).isPositive();
        assertThat(bench.card.counters().get(CardCounter.SWITCHED_OFF)).isPositive();
        assertThat(bench.card.counters().get(CardCounter.INTERRUPTS_MASKED)).isPositive();
        assertThat(bench.unmapped()).isZero();
    }

    private void act(SplittableRandom random) {
        switch (random.nextInt(12)) {
            case 0 -> write(ConfigRegister.COMMAND, 2, random.nextInt(1 << 16));
            case 1 -> write(at(CapabilityId.POWER_MANAGEMENT, ConfigRegister.PM_CONTROL), 2, random.nextInt(4));
            case 2 -> write(at(CapabilityId.MSIX, ConfigRegister.MESSAGE_CONTROL), 2, random.nextInt(4) << 14);
            case 3 -> bench.link.writeRegister(MASK, 4, random.nextInt(2), bench.engine.nowPs());
            case 4 -> driver.write(QueueRegister.VECTOR_CONTROL, random.nextInt(2));
            case 5 -> write(ConfigRegister.BAR_0 + 4 * random.nextInt(6), 4, random.nextInt());
            case 6 -> {
                if (random.nextInt(40) == 0) {
                    write(at(CapabilityId.EXPRESS, ConfigRegister.DEVICE_CONTROL), 2, ConfigRegister.FUNCTION_RESET);
                }
            }
            case 7 -> {
                if (random.nextInt(40) == 0) {
                    bench.card.resetBus(bench.engine.nowPs());
                } else {
                    bench.read(QueueRegister.VERSION, 0);
                }
            }
            case 8 -> driver.drain();
            default -> bench.arrive(7, WINDOW, FRAME_BYTES, random.nextInt());
        }
    }

    /** Everything back on: what was held goes, and a last frame arrives with its interrupt. After a reset all starts anew. */
    private void settle(SplittableRandom random) {
        if (random.nextInt(4) == 0) {
            write(at(CapabilityId.EXPRESS, ConfigRegister.DEVICE_CONTROL), 2, ConfigRegister.FUNCTION_RESET);
        }
        boolean away = config.absent();
        bench.run(away ? FunctionProfile.STANDARD.resetPs() : 0);
        if (away) {
            checkReset();
        }
        boolean forgotten = !away && bench.card.peek(QueueRegister.SQ_SIZE, 0) == 0;
        write(at(CapabilityId.POWER_MANAGEMENT, ConfigRegister.PM_CONTROL), 2, 0);
        bench.run(FunctionProfile.STANDARD.powerUpPs());
        HostSetUp.run(bench.card, bench.engine.nowPs());
        write(at(CapabilityId.MSIX, ConfigRegister.MESSAGE_CONTROL), 2, ConfigRegister.MSIX_ENABLE);
        HostSetUp.run(bench.card, bench.engine.nowPs());
        if (away || forgotten) {
            start();
        }
        driver.write(QueueRegister.VECTOR_CONTROL, 0);
        for (int i = 0; i < 2 * RING; i++) {
            bench.run(SETTLE_US * Ps.US);
            driver.drain();
            driver.resume();
        }
        assertThat(driver.read(QueueRegister.VECTOR_PENDING))
                .as("nothing keeps a vector back")
                .isZero();
        int before = bench.interrupts[0];
        bench.arrive(7, WINDOW, FRAME_BYTES, 1);
        bench.run(SETTLE_US * Ps.US);
        assertThat(driver.drain()).isNotEmpty();
        assertThat(bench.interrupts[0]).isEqualTo(before + 1);
    }

    private void checkReset() {
        ConfigLayout layout = config.layout();
        for (int offset = 0; offset < ConfigRegister.EXTENDED; offset++) {
            assertThat((int) config.read(offset, 1)).as("byte %x", offset).isEqualTo(layout.reset(offset));
        }
        assertThat(bench.card.msixTable().address(0)).isZero();
        assertThat(bench.card.msixTable().masked(0)).isTrue();
    }
}
