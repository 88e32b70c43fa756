package dev.rmtwin.pcie.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.register.Access;
import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.Register;
import dev.rmtwin.pcie.register.RegisterBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Accesses that no driver makes: everything at every place, and a million at random. The rules of the tables hold throughout. */
class RegisterStormTest {
    private static final int[] WIDTHS = {0, 1, 2, 3, 4, 5, 7, 8, 9, 16, -1};
    private static final int OPERATIONS = 1_000_000;
    /** Bits of doorbells and control that would start DMA into host memory, which the bench forbids. */
    private static final long RECEIVE = QueueControl.RECEIVE.mask();

    private final CardBench bench = new CardBench();

    /** A register of one of the blocks, and where it is. */
    private record Spot(
            Register register, long address, LocalRegister local, RmRegister rm, QueueRegister queue, int channel) {}

    private static final List<Spot> SPOTS = spots();

    private static List<Spot> spots() {
        List<Spot> spots = new ArrayList<>();
        for (LocalRegister local : LocalRegister.values()) {
            long address = BarAddress.of(LocalRegister.BAR, local.offset());
            spots.add(new Spot(local.register(), address, local, null, null, 0));
        }
        for (RmRegister rm : RmRegister.values()) {
            spots.add(new Spot(rm.register(), BarAddress.of(RmRegister.BAR, rm.offset()), null, rm, null, 0));
        }
        for (QueueRegister queue : QueueRegister.values()) {
            for (int channel = 0; channel < (queue.perChannel() ? CardBench.CHANNELS : 1); channel++) {
                int offset = queue.perChannel() ? queue.offset(channel) : queue.offset();
                long address = BarAddress.of(QueueRegister.BAR, offset);
                spots.add(new Spot(queue.register(), address, null, null, queue, channel));
            }
        }
        return spots;
    }

    private long peek(Spot spot) {
        if (spot.local != null) {
            return bench.card.peek(spot.local);
        }
        return spot.rm != null ? bench.card.peek(spot.rm) : bench.card.peek(spot.queue, spot.channel);
    }

    private long read(long address, int widthBytes) {
        return bench.card.read(address, widthBytes, bench.engine.nowPs());
    }

    private void write(long address, int widthBytes, long value) {
        bench.card.writeRegister(address, widthBytes, value, bench.engine.nowPs());
    }

    @Test
    void shouldHoldTheRulesForEveryValueOfEveryByteAndHalfWord() {
        for (Spot spot : SPOTS) {
            int bytes = spot.register.widthBytes();
            for (int lane = 0; lane < bytes; lane++) {
                for (int value = 0; value < 1 << 8; value++) {
                    check(spot, lane, 1, value);
                }
            }
            for (int lane = 0; lane + 2 <= bytes; lane += 2) {
                for (int value = 0; value < 1 << 16; value++) {
                    check(spot, lane, 2, value);
                }
            }
        }
        assertThat(bench.badAccesses()).as("writes that were refused").isPositive();
    }

    /** Writes one value and compares what it became with what the declaration allows. */
    private void check(Spot spot, int lane, int widthBytes, long value) {
        long lanes = (-1L >>> 64 - 8 * widthBytes) << 8 * lane;
        if (spot.rm == RmRegister.LISR || spot.rm == RmRegister.LCSR1) {
            bench.latch(0x3F);
            bench.interrupt(1, Nic.TYPE_RESET_REQUEST, 0);
            read(spot.address + (value & 3), 1);
        }
        long before = peek(spot);
        write(spot.address + lane, widthBytes, value);
        long after = peek(spot);
        for (Field field : spot.register.fields()) {
            long was = before & field.mask();
            long is = after & field.mask();
            long sent = value << 8 * lane & lanes & field.mask();
            boolean asRuled = switch (field.access()) {
                case RSVDP, RSVDZ, WO -> is == 0;
                case RO -> is == was || field.source() == Field.Source.LIVE;
                case RC, POP -> true;
                case W0C -> (is & ~was) == 0 && (was & ~is & (sent | ~lanes)) == 0;
                case RW1C -> (is & ~was) == 0 && (was & ~is & ~sent) == 0;
                case RW -> clampedByTheBlock(spot) || is == was || is == (was & ~lanes | sent);
            };
            if (!asRuled) {
                throw new AssertionError(spot.register + "." + field.name() + " was " + Long.toHexString(before)
                        + ", written " + Long.toHexString(value) + " at lane " + lane + ", is "
                        + Long.toHexString(after));
            }
        }
    }

    /** Registers whose value the block brings into its range. */
    private static boolean clampedByTheBlock(Spot spot) {
        return spot.local == LocalRegister.LAS1BA
                || spot.queue != null
                        && switch (spot.queue) {
                            case WINDOW_LENGTH, SQ_SIZE, CQ_SIZE, COALESCE_FRAMES, COALESCE_NS, CONTROL -> true;
                            case TRIGGER_IDLE_NS, FIFO_THRESHOLD, FIFO_TIMEOUT_NS, FIFO_PEAK -> true;
                            default -> false;
                        };
    }

    @Test
    void shouldCountWhateverReachesNoRegister() {
        long expected = 0;
        for (int bar = 0; bar < 6; bar++) {
            for (long offset = -8; offset < 0x1300; offset++) {
                for (int widthBytes : WIDTHS) {
                    if (bar == RmCard.MEMORY_BAR || bar == CardConfig.MSIX_BAR || reaches(bar, offset, widthBytes)) {
                        continue;
                    }
                    long address = BarAddress.of(bar, offset & 0xFFFF_FFFF_FFFFL);
                    assertThat(read(address, widthBytes)).isEqualTo(-1);
                    write(address, widthBytes, 0);
                    expected += 2;
                }
            }
        }
        assertThat(bench.badAccesses()).isEqualTo(expected);
        assertThat(bench.sent).isEmpty();
    }

    /** Decoding once more, from the declarations and not by table. */
    private static boolean reaches(int bar, long offset, int widthBytes) {
        if (Integer.bitCount(widthBytes) != 1 || widthBytes < 0 || offset % Math.max(1, widthBytes) != 0) {
            return false;
        }
        return SPOTS.stream()
                .anyMatch(spot -> BarAddress.bar(spot.address) == bar
                        && offset >= BarAddress.offset(spot.address)
                        && offset + widthBytes <= BarAddress.offset(spot.address) + spot.register.widthBytes());
    }

    @Test
    void shouldSurviveAMillionRandomAccessesAndRestoreEveryResetValue() {
        bench.hostMemory = true;
        bench.card.reset(bench.engine.nowPs());
        List<Long> atFirst = SPOTS.stream().map(this::peek).toList();
        SplittableRandom random = new SplittableRandom(5565);
        for (int i = 0; i < OPERATIONS; i++) {
            Spot spot = SPOTS.get(random.nextInt(SPOTS.size()));
            int widthBytes = random.nextInt(4) == 0 ? WIDTHS[random.nextInt(WIDTHS.length)] : 1 << random.nextInt(4);
            long address = spot.address + random.nextInt(-1, spot.register.widthBytes() + 1);
            act(random, address, widthBytes);
            bench.ringFull = random.nextInt(16) == 0;
            if (i % 512 == 0) {
                bench.engine.runUntil(bench.engine.nowPs() + 1000);
                SPOTS.forEach(this::checkReserved);
            }
        }
        assertThat(bench.sent.size()).as("network interrupts sent in passing").isGreaterThan(300);
        assertThat(bench.card.counters().get(CardCounter.BLOCK_DMA_ABORTED))
                .as("block DMA started and aborted")
                .isPositive();
        bench.status = 0;
        bench.card.reset(bench.engine.nowPs());
        assertThat(SPOTS.stream().map(this::peek).toList()).isEqualTo(atFirst);
        for (Spot spot : SPOTS) {
            assertThat(peek(spot) & spot.register.storedMask())
                    .as(spot.register.name())
                    .isEqualTo(spot.register.resetValue());
        }
    }

    private void act(SplittableRandom random, long address, int widthBytes) {
        long value = random.nextInt(4) == 0 ? random.nextInt(4) : random.nextLong();
        switch (random.nextInt(10)) {
            case 0 -> bench.interrupt(random.nextInt(256), random.nextInt(16), random.nextInt());
            case 1 -> bench.latch(1L << random.nextInt(6));
            case 2, 3, 4 -> read(address, widthBytes);
            default -> {
                boolean control =
                        (BarAddress.offset(address) & 0xFF) < 4 && BarAddress.bar(address) == QueueRegister.BAR;
                write(address, widthBytes, control ? value & ~RECEIVE : value);
            }
        }
    }

    private void checkReserved(Spot spot) {
        long value = peek(spot);
        for (Field field : spot.register.fields()) {
            boolean zero = field.access().reserved() || field.access() == Access.WO;
            if (zero && field.isSet(value)) {
                throw new AssertionError(spot.register + "." + field.name() + " reads " + Long.toHexString(value));
            }
        }
    }

    @Test
    void shouldTakeA64BitRegisterInHalves() {
        long address = BarAddress.of(QueueRegister.BAR, QueueRegister.SQ_BASE.offset(1));
        write(address, 4, 0x89AB_CDEFL);
        write(address + 4, 4, 0x0123_4567L);
        assertThat(bench.card.peek(QueueRegister.SQ_BASE, 1)).isEqualTo(0x0123_4567_89AB_CDEFL);
        assertThat(read(address + 4, 2)).isEqualTo(0x4567);
        write(address, 8, -1L);
        assertThat(read(address, 8)).as("all ones is a value, too").isEqualTo(-1);
        assertThat(bench.badAccesses()).isZero();
        assertThat(QueueRegister.CHANNEL.locate(QueueRegister.SQ_BASE.register().offset(), 8))
                .isNotEqualTo(RegisterBlock.NONE);
    }
}
