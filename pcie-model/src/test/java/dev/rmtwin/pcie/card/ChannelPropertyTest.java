package dev.rmtwin.pcie.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.engine.EngineSnapshot;
import dev.rmtwin.core.time.Ps;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Channels under random writes, doorbells, settings and resets: every frame is somewhere, and every bit agrees. */
class ChannelPropertyTest {
    private static final List<CardCounter> LOSSES = List.of(
            CardCounter.NO_DESCRIPTOR,
            CardCounter.EVENT_OVERFLOW,
            CardCounter.OVERWRITTEN,
            CardCounter.BUFFER_TOO_SMALL,
            CardCounter.FAULT,
            CardCounter.DMA_FAILED,
            CardCounter.CHANNEL_RESET);
    private static final long[] MODES = {1, 1, 2, 3, 4, 5, 6, 7, 8};
    private static final int USED = 2;

    /** Random operations by a driver that is partly mad. */
    private static final class Storm {
        final ChannelBench bench;
        final RawDriver[] drivers = new RawDriver[USED];
        final SplittableRandom random;
        final long[] lastRecord = {-1, -1};

        Storm(int seed, int prefetch) {
            bench = new ChannelBench(prefetch, (seed & 1) != 0);
            random = new SplittableRandom(seed);
            for (int channel = 0; channel < USED; channel++) {
                drivers[channel] = new RawDriver(bench, channel, 1 << 2 + random.nextInt(3), 256);
                start(channel);
            }
        }

        void start(int channel) {
            RawDriver driver = drivers[channel];
            driver.completions.segment().fill((byte) 0);
            driver.tail = 0;
            driver.head = 0;
            driver.phase = 1;
            driver.rings(0x1000 + channel * 256L, 512);
            driver.write(QueueRegister.TRIGGER, MODES[random.nextInt(MODES.length)]);
            driver.write(QueueRegister.TRIGGER_LENGTH, random.nextInt(1, 300));
            driver.write(QueueRegister.TRIGGER_IDLE_NS, random.nextInt(1, 5000));
            driver.write(QueueRegister.FIFO_TIMEOUT_NS, random.nextInt(1, 5000));
            driver.write(QueueRegister.FIFO_THRESHOLD, random.nextInt(1, 5));
            driver.post(driver.entries - 1).enable(random.nextInt(16));
        }

        void act() {
            int channel = random.nextInt(USED);
            RawDriver driver = drivers[channel];
            switch (random.nextInt(24)) {
                case 0 -> driver.write(QueueRegister.SQ_TAIL, random.nextInt(-1, 70_000));
                case 1 -> driver.write(QueueRegister.CQ_HEAD, driver.entries + random.nextInt(70_000));
                case 2 -> driver.write(QueueRegister.COALESCE_FRAMES, random.nextInt(20));
                case 3 -> driver.write(QueueRegister.COALESCE_NS, random.nextInt(20_000));
                case 4 -> driver.write(QueueRegister.FIFO_THRESHOLD, random.nextInt(70));
                case 5 -> driver.write(QueueRegister.VECTOR_CONTROL, random.nextInt(2));
                case 6 -> driver.write(QueueRegister.VECTOR_DONE, random.nextInt(6));
                case 7 -> driver.write(QueueRegister.CONTROL, random.nextInt(16) & ~QueueControl.RESET.mask());
                case 8 -> driver.write(QueueRegister.SELF_TEST, 1);
                case 9 -> driver.write(QueueRegister.ERROR_STATUS, -1);
                case 10 -> spoil(driver);
                case 11 -> reset(channel);
                case 12, 13, 14 -> drain(channel);
                case 15, 16 -> bench.run(random.nextLong(3 * Ps.US));
                default -> {
                    int length = random.nextInt(1, 65);
                    bench.arrive(random.nextInt(2, 9), 0x0FE0 + random.nextInt(900), length, 1);
                }
            }
            bench.run(random.nextLong(400 * Ps.NS));
        }

        /** A descriptor that nobody should have written. */
        private void spoil(RawDriver driver) {
            int place = random.nextInt(driver.entries);
            long address = random.nextBoolean() ? driver.buffers.address() : -random.nextInt(1, 600);
            DescriptorLayout.write(
                    driver.submissions.segment(),
                    (long) place * DescriptorLayout.SIZE_BYTES,
                    address,
                    random.nextInt(-1, 600),
                    place);
        }

        private void reset(int channel) {
            if (random.nextInt(4) == 0) {
                drivers[channel].quiesce();
                start(channel);
                lastRecord[channel] = bench.card.frameCount(channel) - 1;
            }
        }

        private void drain(int channel) {
            for (RawDriver.Frame frame : drivers[channel].take()) {
                // In order and once: with a phase that did not flip at the wrap, old entries would come again.
                assertThat(frame.record()).isGreaterThan(lastRecord[channel]);
                lastRecord[channel] = frame.record();
            }
            drivers[channel].write(QueueRegister.CQ_HEAD, drivers[channel].head);
        }

        void check() {
            for (int channel = 0; channel < USED; channel++) {
                check(channel);
            }
        }

        private void check(int channel) {
            long left = bench.count(CardCounter.FRAMES_SEEN, channel) - bench.count(CardCounter.DMA_DONE, channel);
            for (CardCounter loss : LOSSES) {
                left -= bench.count(loss, channel);
            }
            long level = bench.peek(QueueRegister.FIFO_LEVEL, channel);
            long status = bench.peek(QueueRegister.STATUS, channel);
            assertThat(left - level)
                    .as("frames in the engine's hands, of channel " + channel)
                    .isBetween(0L, 1L);
            // A failed frame is counted when it fails, and may still wait for room in the completion ring.
            assertThat((long) bench.card.framesInChannel(channel)).isBetween(left, left + 1);
            assertThat(QueueStatus.RECORDS.isSet(status)).isEqualTo(level > 0);
            assertThat(QueueStatus.FULL.isSet(status)).isEqualTo(level == ChannelBench.FIFO_DEPTH);
            assertThat(QueueStatus.THRESHOLD.isSet(status))
                    .isEqualTo(level >= bench.peek(QueueRegister.FIFO_THRESHOLD, channel));
            assertThat(bench.peek(QueueRegister.FIFO_PEAK, channel)).isGreaterThanOrEqualTo(level);
            long size = bench.peek(QueueRegister.CQ_SIZE, channel);
            assertThat(bench.peek(QueueRegister.CQ_HEAD, channel)).isLessThan(Math.max(1, size));
        }
    }

    @Property(tries = 60)
    void shouldLoseNoFrameWithoutANameWhateverTheDriverDoes(
            @ForAll @IntRange(min = 0) int seed, @ForAll @IntRange(min = 1, max = 8) int prefetch) {
        Storm storm = new Storm(seed, prefetch);
        for (int i = 0; i < 1500; i++) {
            storm.act();
            storm.check();
        }
        for (int channel = 0; channel < USED; channel++) {
            storm.drivers[channel].quiesce();
        }
        long unmapped = storm.bench.unmapped();
        for (int i = 0; i < 20; i++) {
            storm.bench.arrive(3, 0x1000, 64, i);
            storm.bench.run(Ps.US);
        }
        storm.check();
        // Timers that nobody waits for any more run out.
        storm.bench.run(100 * Ps.MS);
        assertThat(storm.bench.unmapped()).isEqualTo(unmapped);
        assertThat(storm.bench.engine.step()).as("anything left to do").isFalse();
    }

    @Property(tries = 100)
    void shouldGoOnAlikeFromASnapshotOfAnyMoment(
            @ForAll @IntRange(min = 0) int seed,
            @ForAll @IntRange(min = 1, max = 4) int prefetch,
            @ForAll @IntRange(min = 1, max = 300) int moment)
            throws IOException {
        Storm storm = new Storm(seed, prefetch);
        for (int i = 0; i < moment; i++) {
            storm.act();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        EngineSnapshot.save(storm.bench.engine, new DataOutputStream(bytes));
        ChannelBench restored = new ChannelBench(prefetch, (seed & 1) != 0);
        EngineSnapshot.restore(restored.engine, new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        for (ChannelBench bench : List.of(storm.bench, restored)) {
            if ((seed & 2) != 0) {
                bench.run(8 * Ps.US);
            }
            for (int i = 0; i < 40; i++) {
                bench.arrive(2 + i % 3, 0x1000 + i * 16, 40, i);
                bench.run(300 * Ps.NS);
            }
            bench.write(QueueRegister.CONTROL, 0, 3);
            bench.run(Ps.MS);
        }
        assertThat(restored.engine.traceHash()).isEqualTo(storm.bench.engine.traceHash());
        for (QueueRegister register : QueueRegister.values()) {
            for (int channel = 0; channel < USED; channel++) {
                assertThat(restored.peek(register, channel))
                        .as(register.name())
                        .isEqualTo(storm.bench.peek(register, channel));
            }
        }
        assertThat(restored.interrupts).isEqualTo(storm.bench.interrupts);
    }
}
