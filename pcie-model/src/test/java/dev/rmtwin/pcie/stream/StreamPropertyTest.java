package dev.rmtwin.pcie.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.stream.BurstSchedule.Burst;
import dev.rmtwin.pcie.stream.StreamBench.Event;
import dev.rmtwin.pcie.stream.StreamBench.Written;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** Whatever a driver does and whenever: units are delivered in order, lost to a named cause, or still there. */
class StreamPropertyTest {
    private static final long UNIT_PS = Ps.US;
    private static final int OPERATIONS = 60;

    /** A run of the channel: which writes are its own, and where they must go. */
    private record Run(int firstWrite, long base, int units, boolean circular) {}

    private static final class Driver {
        private final SplittableRandom random;
        private final StreamBench bench;
        private final SamplerSource source;
        private final int unitSize;
        private final int wordSize;
        private final List<Run> runs = new ArrayList<>();

        Driver(long seed) {
            random = new SplittableRandom(seed);
            unitSize = random.nextInt(3);
            wordSize = random.nextInt(unitSize, 3);
            long movePs = random.nextInt(4) == 0 ? random.nextLong(5 * UNIT_PS) : random.nextLong(UNIT_PS);
            MoveCost cost = new MoveCost(movePs, new Tail(UNIT_PS / 10, UNIT_PS));
            bench = new StreamBench(seed, UNIT_PS, cost, 1 + random.nextInt(3));
            source = bench.sampler(1_000_000, Byte.SIZE << unitSize);
            bench.answering = random.nextBoolean();
            arm("adc/unit");
            arm("dma/0/input");
        }

        /** Loses or holds up a unit now and then. */
        private void arm(String seam) {
            long salt = random.nextLong();
            bench.engine.seams().find(seam).orElseThrow().arm((unit, now) -> {
                long dice = Math.floorMod(((StreamUnit) unit).number * 0x9E37_79B9L + salt, 41);
                return dice == 0 ? Seam.DROPPED : dice == 1 ? 3 * UNIT_PS : 0;
            });
        }

        void operate() {
            bench.run(bench.engine.nowPs() + random.nextLong(30 * UNIT_PS));
            switch (random.nextInt(9)) {
                case 0, 1, 2 -> start();
                case 3 -> bench.write(StreamRegister.CONTROL, 0);
                case 4 -> bench.write(StreamRegister.CONTROL, StreamControl.RESET.mask());
                case 5 -> {
                    long kept = bench.read(StreamRegister.CONTROL);
                    bench.write(StreamRegister.CONTROL, kept | StreamControl.FLUSH.mask());
                }
                case 6 -> bench.read(StreamRegister.DATA);
                default -> bench.run(bench.engine.nowPs() + random.nextLong(100 * UNIT_PS));
            }
        }

        private void start() {
            bench.write(StreamRegister.CONTROL, 0);
            int units = 1 + random.nextInt(40);
            boolean off = random.nextInt(6) == 0;
            long base = bench.buffer.address() + (off ? StreamBench.BUFFER_BYTES - 16 : random.nextInt(64) << unitSize);
            boolean circular = random.nextBoolean();
            bench.enable(base, units, StreamBench.control(circular, unitSize, wordSize));
            runs.add(new Run(bench.written.size(), base, units, circular));
        }

        long delivered() {
            return bench.written.stream().mapToLong(w -> w.bytes().length).sum() >> unitSize;
        }

        long lost() {
            return source.swallowed()
                    + bench.count(StreamCounter.FAULT)
                    + bench.count(StreamCounter.OVERRUN)
                    + bench.count(StreamCounter.TAKEN)
                    + bench.count(StreamCounter.FLUSHED)
                    + bench.count(StreamCounter.RESET)
                    + bench.count(StreamCounter.BUS_ERROR);
        }

        void checkConservation() {
            long inside = (long) source.heldUp()
                    + bench.dma.heldUp()
                    + bench.dma.waiting()
                    + (bench.dma.packedBytes() >> unitSize);
            assertThat(delivered() + lost() + inside).isEqualTo(source.emitted());
        }

        /** What is in memory is the source's units in order, with no more left out than is accounted for. */
        void checkOrder() {
            long next = 0;
            long units = 0;
            for (Written write : bench.written) {
                for (int at = 0; at < write.bytes().length; at += 1 << unitSize) {
                    long value = value(write.bytes(), at);
                    while (next < source.emitted() && source.valueOf(next) != value) {
                        next++;
                    }
                    assertThat(next).as("unit %s of memory", units).isLessThan(source.emitted());
                    next++;
                    units++;
                }
            }
            assertThat(next - units).isLessThanOrEqualTo(lost());
        }

        private long value(byte[] bytes, int at) {
            long value = 0;
            for (int i = 0; i < 1 << unitSize; i++) {
                value |= (bytes[at + i] & 0xFFL) << i * Byte.SIZE;
            }
            return value;
        }

        /** Each run begins at its base, leaves no gap and goes round where it should; half and full events come by its bytes. */
        void checkPlacesAndEvents() {
            long halves = 0;
            long completes = 0;
            for (int r = 0; r < runs.size(); r++) {
                Run run = runs.get(r);
                int end = r + 1 < runs.size() ? runs.get(r + 1).firstWrite : bench.written.size();
                long moved = 0;
                for (Written write : bench.written.subList(run.firstWrite, end)) {
                    long place = run.circular ? moved % run.units : moved;
                    assertThat(write.address()).isEqualTo(run.base + (place << unitSize));
                    assertThat(write.bytes().length).isLessThanOrEqualTo(1 << wordSize);
                    moved += write.bytes().length >> unitSize;
                }
                assertThat(run.circular || moved <= run.units).isTrue();
                int half = run.units / 2;
                halves += half == 0 ? 0 : moved / run.units + (moved % run.units >= half ? 1 : 0);
                completes += moved / run.units;
            }
            assertThat(bench.count(StreamCounter.HALF)).isEqualTo(halves);
            assertThat(bench.count(StreamCounter.COMPLETE)).isEqualTo(completes);
        }
    }

    @Property(tries = 300)
    void shouldDeliverInOrderOrLoseByName(@ForAll long seed) {
        Driver driver = new Driver(seed);
        for (int i = 0; i < OPERATIONS; i++) {
            driver.operate();
            driver.checkConservation();
        }
        driver.checkOrder();
        driver.checkPlacesAndEvents();
    }

    @Property(tries = 200)
    void shouldExchangeEveryUnitOfRandomTransfersOnce(
            @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 50) Integer> transfers,
            @ForAll @LongRange(min = 10_000, max = 5_000_000) long clockHz,
            @ForAll @IntRange(min = 0, max = 3) int bufferUnits,
            @ForAll @LongRange(min = 0, max = 1000) long seed) {
        MoveCost cost = new MoveCost(seed * Ps.NS, new Tail(20 * Ps.NS, 100 * Ps.NS));
        StreamBench bench = new StreamBench(seed, Ps.US, cost, 1 + (int) (seed % 3));
        List<Long> sent = new ArrayList<>();
        SpiLink[] link = new SpiLink[1];
        link[0] = bench.engine.register(new SpiLink(
                "spi",
                new SpiLink.Shift(clockHz, Byte.SIZE, bufferUnits),
                n -> {
                    sent.add(link[0].lastSent());
                    return n * 7 + seed;
                },
                bench.engine.seams()));
        TransmitDma transmit = bench.engine.register(new TransmitDma(
                "dma/1", new StreamDma.Wiring(new ChipHost(bench.host), now -> {}, cost, 1, bench.seeds)));
        link[0].connect(bench.dma, transmit);
        int done = 0;
        for (int units : transfers) {
            bench.enable(bench.buffer.address() + done, units, StreamBench.control(false, 0, 2));
            long from = bench.buffer.address() + 2048 + done;
            for (int i = 0; i < units; i++) {
                bench.buffer.segment().set(ValueLayout.JAVA_BYTE, 2048 + done + i, (byte) (3 * (done + i)));
            }
            transmit.write(StreamRegister.CONTROL.offset(), 4, 0, bench.engine.nowPs());
            transmit.write(StreamRegister.ADDRESS.offset(), 8, from, bench.engine.nowPs());
            transmit.write(StreamRegister.LENGTH.offset(), 4, units, bench.engine.nowPs());
            transmit.write(StreamRegister.CONTROL.offset(), 4, 1, bench.engine.nowPs());
            bench.run(bench.engine.nowPs() + 51 * (link[0].unitPs() + 3 * Ps.US));
            done += units;
        }
        assertThat(link[0].emitted()).isEqualTo(done);
        assertThat(bench.count(StreamCounter.MOVED) + bench.count(StreamCounter.OVERRUN) + bench.dma.waiting())
                .isEqualTo(done);
        assertThat(sent).hasSize(done);
        for (int n = 0; n < done; n++) {
            assertThat(sent.get(n)).isEqualTo(3L * n & 0xFF);
        }
        if (bench.count(StreamCounter.OVERRUN) == 0) {
            for (int n = 0; n < done; n++) {
                assertThat(bench.bytes(n, n + 1)[0]).isEqualTo((byte) (n * 7L + seed));
            }
        }
    }

    @Property(tries = 200)
    void shouldTellEveryEventOfRandomBurstsWithItsCount(
            @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 1, max = 90) Integer> lengths,
            @ForAll @IntRange(min = 2, max = 70) int bufferUnits,
            @ForAll @IntRange(min = 1, max = 4) int idleUnits,
            @ForAll boolean circular,
            @ForAll @LongRange(min = 0, max = 1000) long seed) {
        StreamBench bench = new StreamBench(seed, 10 * Ps.US);
        SplittableRandom random = new SplittableRandom(seed);
        List<Burst> bursts = new ArrayList<>();
        List<Integer> silences = new ArrayList<>();
        int since = 0;
        for (int length : lengths) {
            boolean pause = random.nextBoolean();
            long gap = pause ? (idleUnits + 1) * 10L * Ps.US : idleUnits * 10L * Ps.US - 1;
            bursts.add(new Burst(length, gap));
            since += length;
            if (pause || bursts.size() == lengths.size()) {
                silences.add(since);
                since = 0;
            }
        }
        bench.uart(UartSource.Line.of8N1(1_000_000), new BurstSchedule(bursts, 1));
        bench.write(StreamRegister.IDLE_UNITS, idleUnits);
        bench.enable(bench.buffer.address(), bufferUnits, StreamBench.control(circular, 0, 0));
        bench.run(Ps.SECOND);
        assertThat(bench.events).isEqualTo(expected(silences, bufferUnits, circular));
        assertThat(bench.count(StreamCounter.MISSED)).isZero();
    }

    /** By counting units alone. */
    private static List<Event> expected(List<Integer> silences, int bufferUnits, boolean circular) {
        List<Event> events = new ArrayList<>();
        int at = 0;
        for (int burst : silences) {
            for (int n = 0; n < burst; n++) {
                at++;
                if (at == bufferUnits / 2) {
                    events.add(new Event("half", at));
                }
                if (at == bufferUnits) {
                    events.add(new Event("complete", at));
                    at = 0;
                    if (!circular) {
                        return events;
                    }
                }
            }
            events.add(new Event("idle", at));
        }
        return events;
    }
}
