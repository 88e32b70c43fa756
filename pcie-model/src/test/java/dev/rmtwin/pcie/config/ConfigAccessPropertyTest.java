package dev.rmtwin.pcie.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever a host reads and writes, each bit keeps its rule. */
class ConfigAccessPropertyTest {
    private static final int[] WIDTHS = {1, 2, 4};

    /** Offsets from before the space to behind it, widths that exist and that do not. */
    @Property(tries = 10)
    void shouldKeepEveryBitToItsRule(@ForAll long seed, @ForAll @IntRange(max = 2) int card) {
        Random random = new Random(seed);
        ConfigSpace config = Cards.all().get(card);
        for (int i = 0; i < 100_000; i++) {
            int width = random.nextInt(20) == 0 ? random.nextInt(12) - 2 : WIDTHS[random.nextInt(3)];
            int offset = random.nextInt(4) == 0 ? random.nextInt(4200) - 50 : random.nextInt(0x180);
            if (random.nextBoolean()) {
                config.read(offset, width);
                continue;
            }
            if (random.nextInt(50) == 0) {
                config.onUnsupportedRequest(random.nextBoolean());
            }
            long before = near(config, offset);
            long value = random.nextInt(4) == 0 ? -1L : random.nextLong();
            config.write(offset, width, value, i);
            checkWrite(config, before, offset, new Written(width, value));
        }
        checkFixedBits(config);
    }

    private record Written(int widthBytes, long value) {}

    /** Eight bytes around an offset, those outside as ones. */
    private static long near(ConfigSpace config, int offset) {
        return config.peek(offset - 2, 4) | config.peek(offset + 2, 4) << Integer.SIZE;
    }

    private static void checkWrite(ConfigSpace config, long before, int offset, Written written) {
        long after = near(config, offset);
        boolean taken = (written.widthBytes() == 1 || written.widthBytes() == 2 || written.widthBytes() == 4)
                && offset >= 0
                && offset + written.widthBytes() <= 4096;
        for (int i = 0; i < 8; i++) {
            int at = offset - 2 + i;
            if (at < 0 || at >= 4096) {
                continue;
            }
            int was = (int) (before >>> 8 * i) & 0xFF;
            int is = (int) (after >>> 8 * i) & 0xFF;
            if (!taken || i < 2 || i >= 2 + written.widthBytes()) {
                assertThat(is).as("byte %x beside a write", at).isEqualTo(was);
                continue;
            }
            int given = (int) (written.value() >>> 8 * (i - 2)) & 0xFF;
            int rw = config.layout().writable(at);
            int w1c = config.layout().clearable(at);
            int expected = was & ~rw & ~(w1c & given) | given & rw;
            boolean power = at == 0x44;
            assertThat(is & (power ? ~3 : ~0)).as("byte %x", at).isEqualTo(expected & (power ? ~3 : ~0));
        }
    }

    private static void checkFixedBits(ConfigSpace config) {
        ConfigLayout layout = config.layout();
        for (int at = 0; at < 4096; at++) {
            int fixed = ~(layout.writable(at) | layout.clearable(at) | layout.hardware(at)) & 0xFF;
            assertThat((int) config.peek(at, 1) & fixed).as("byte %x", at).isEqualTo(layout.reset(at) & fixed);
            if (!layout.declared(at)) {
                assertThat(config.peek(at, 1)).as("reserved byte %x", at).isZero();
            }
        }
        assertThat(config.powerState()).isIn(0, 3);
    }

    /** Every byte with every value, and every pair of bytes with the values that matter. */
    @Example
    void shouldTakeEveryValueInEveryByte() {
        for (ConfigSpace config : Cards.all()) {
            for (int at = 0; at < 4096; at++) {
                for (int value = 0; value < 256; value++) {
                    long before = near(config, at);
                    config.write(at, 1, value, 0);
                    checkWrite(config, before, at, new Written(1, value));
                }
                for (long value : List.of(0L, 0xFFFFL, 0x5555L, 0xAAAAL)) {
                    long before = near(config, at);
                    config.write(at, 2, value, 0);
                    checkWrite(config, before, at, new Written(2, value));
                }
            }
            checkFixedBits(config);
        }
    }

    /** A read answers what a peek sees, however wide, and changes nothing. */
    @Property(tries = 20)
    void shouldReadWithoutSideEffects(@ForAll long seed) {
        Random random = new Random(seed);
        ConfigSpace config = Cards.full();
        BusEnumeration.assign(config, 0xC000_0000L, 0, 0);
        config.onUnsupportedRequest(true);
        byte[] before = ConfigSpaceTest.save(config);
        for (int i = 0; i < 10_000; i++) {
            int width = WIDTHS[random.nextInt(3)];
            int offset = random.nextInt(4096 - width + 1);
            long bytewise = 0;
            for (int k = 0; k < width; k++) {
                bytewise |= config.peek(offset + k, 1) << 8 * k;
            }
            assertThat(config.read(offset, width)).isEqualTo(bytewise);
        }
        assertThat(ConfigSpaceTest.save(config)).isEqualTo(before);
    }
}
