package dev.rmtwin.pcie.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.register.Access;
import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Accesses that no driver makes, while everything runs: the rules of the tables hold, and reset restores every register. */
class StreamRegisterStormTest {
    private static final int OPERATIONS = 1_000_000;
    private static final int[] WIDTHS = {0, 1, 2, 3, 4, 5, 8, 16, -1};

    private final StreamBench bench = new StreamBench(5, 10 * Ps.US);
    private final TransmitDma transmit = transmitter("dma/1");
    private final TransmitDma feeder = transmitter("dma/2");
    private final I2cBus i2c =
            bench.engine.register(new I2cBus("i2c", 1_000_000, new I2cDevice(0), now -> {}, bench.engine.seams()));
    private final List<Spot> spots = new ArrayList<>();

    /** A register of a device. */
    private record Spot(Register register, PeripheralWindow device, ToLongFunction<Register> peek) {
        long value() {
            return peek.applyAsLong(register);
        }
    }

    StreamRegisterStormTest() {
        bench.uart(UartSource.Line.of8N1(1_000_000), BurstSchedule.continuous());
        SpiLink spi = bench.engine.register(
                new SpiLink("spi", new SpiLink.Shift(1_000_000, 8, 1), n -> n, bench.engine.seams()));
        spi.connect(new Nobody(), transmit);
        i2c.connect(new Nobody(), feeder);
        for (StreamDma dma : List.of(bench.dma, transmit, feeder)) {
            Arrays.stream(StreamRegister.values())
                    .forEach(r -> spots.add(new Spot(r.register(), dma, x -> dma.peek(r))));
        }
        Arrays.stream(I2cRegister.values()).forEach(r -> spots.add(new Spot(r.register(), i2c, x -> i2c.peek(r))));
        bench.answering = false;
    }

    /** Takes whatever comes. */
    private static final class Nobody implements StreamSink {
        @Override
        public void onUnit(StreamUnit unit, long nowPs) {
            assertThat(unit.value).isBetween(0L, 255L);
        }

        @Override
        public void onBusy(long nowPs) {
            // of no interest
        }

        @Override
        public void onQuiet(long nowPs) {
            // of no interest
        }
    }

    private TransmitDma transmitter(String name) {
        return bench.engine.register(new TransmitDma(
                name,
                new StreamDma.Wiring(
                        new ChipHost(bench.host),
                        now -> {},
                        new MoveCost(StreamBench.MOVE_PS, Tail.NONE),
                        1,
                        bench.seeds)));
    }

    @Test
    void shouldHoldTheRulesForEveryValueOfEveryByteAndHalfWord() {
        for (Spot spot : spots) {
            for (int widthBytes = 1; widthBytes <= 2; widthBytes++) {
                for (int lane = 0; lane + widthBytes <= spot.register.widthBytes(); lane += widthBytes) {
                    for (int value = 0; value < 1 << 8 * widthBytes; value++) {
                        check(spot, lane, widthBytes, value);
                    }
                }
            }
        }
    }

    private void check(Spot spot, int lane, int widthBytes, long value) {
        long lanes = (-1L >>> 64 - 8 * widthBytes) << 8 * lane;
        long sent = value << 8 * lane & lanes;
        long before = spot.value();
        spot.device.write(spot.register.offset() + lane, widthBytes, value, bench.engine.nowPs());
        long after = spot.value();
        boolean reset = spot.register.fields().stream().anyMatch(f -> f.name().equals("RESET") && f.isSet(sent));
        for (Field field : spot.register.fields()) {
            long was = before & field.mask();
            long is = after & field.mask();
            long put = sent & field.mask();
            boolean live = field.source() != Field.Source.STORED;
            boolean asRuled = reset
                    ? is == (spot.register.resetValue() & field.mask())
                    : switch (field.access()) {
                        case RSVDP, RSVDZ, WO -> is == 0;
                        case RO -> live || is == was;
                        case RC, POP, W0C -> true;
                        case RW1C -> (is & ~was) == 0 && (was & ~is & ~put) == 0;
                        case RW -> is == was || is == (was & ~lanes | put);
                    };
            assertThat(asRuled)
                    .as(
                            "%s.%s was %x, written %x at lane %s, is %x",
                            spot.register, field.name(), before, value, lane, after)
                    .isTrue();
        }
    }

    @Test
    void shouldSurviveAMillionRandomAccessesAndRestoreEveryResetValue() {
        SplittableRandom random = new SplittableRandom(115_200);
        for (int i = 0; i < OPERATIONS; i++) {
            Spot spot = spots.get(random.nextInt(spots.size()));
            int widthBytes = random.nextInt(4) == 0 ? WIDTHS[random.nextInt(WIDTHS.length)] : 1 << random.nextInt(4);
            long offset = (long) spot.register.offset() + random.nextInt(-1, spot.register.widthBytes() + 1);
            act(spot, random, offset, widthBytes);
            if (i % 64 == 0) {
                bench.run(bench.engine.nowPs() + random.nextLong(20 * Ps.US));
                spots.forEach(StreamRegisterStormTest::checkReserved);
            }
        }
        assertThat(bench.count(StreamCounter.MOVED))
                .as("units moved in passing")
                .isGreaterThan(300);
        assertThat(bench.count(StreamCounter.BUS_ERROR)).isPositive();
        assertThat(bench.count(StreamCounter.BAD_PARAMETER)).isPositive();
        assertThat(i2c.emitted()).as("bytes read over I2C").isPositive();
        for (Spot spot : spots) {
            if (spot.register.offset() == 0) {
                spot.device.write(0, 4, 1L << 31, bench.engine.nowPs());
            }
        }
        for (Spot spot : spots) {
            assertThat(spot.value() & spot.register.storedMask())
                    .as(spot.register.name())
                    .isEqualTo(spot.register.resetValue());
        }
    }

    private void act(Spot spot, SplittableRandom random, long offset, int widthBytes) {
        if (random.nextInt(4) == 0) {
            if (spot.device.has(offset, widthBytes)) {
                spot.device.read(offset, widthBytes, bench.engine.nowPs());
            }
            return;
        }
        boolean sensible = random.nextBoolean();
        long value = sensible ? sensible(spot, random) : random.nextLong();
        // A reset every other time would let nothing happen.
        long kept = random.nextInt(64) == 0 ? value : value & 0x7FFF_FFFFL;
        spot.device.write(offset, widthBytes, kept, bench.engine.nowPs());
    }

    private long sensible(Spot spot, SplittableRandom random) {
        return spot.register.name().equals("ADDRESS")
                ? bench.buffer.address() + random.nextInt(StreamBench.BUFFER_BYTES)
                : random.nextInt(8);
    }

    private static void checkReserved(Spot spot) {
        long value = spot.value();
        for (Field field : spot.register.fields()) {
            if ((field.access().reserved() || field.access() == Access.WO) && field.isSet(value)) {
                throw new AssertionError(spot.register + "." + field.name() + " reads " + Long.toHexString(value));
            }
        }
    }
}
