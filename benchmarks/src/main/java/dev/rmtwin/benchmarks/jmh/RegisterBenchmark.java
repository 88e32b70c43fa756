package dev.rmtwin.benchmarks.jmh;

import dev.rmtwin.pcie.card.RmRegister;
import dev.rmtwin.pcie.register.RegisterBehaviour;
import dev.rmtwin.pcie.register.RegisterBlock;
import dev.rmtwin.pcie.register.RegisterFile;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A register write and a read of another one, by the table and by a switch written by hand for the same registers. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class RegisterBenchmark {
    /** Accesses in turn: what a driver does when it sends an interrupt and services one. */
    @State(Scope.Thread)
    public static class Accesses {
        private static final int COUNT = 1 << 10;

        private final int[] offsets = new int[COUNT];
        private final int[] widths = new int[COUNT];
        private long draw = 88172645463325252L;
        private int next;

        /** Draws the order. */
        public Accesses() {
            RmRegister[] registers = {RmRegister.NTD, RmRegister.NTN, RmRegister.LIER, RmRegister.LISR, RmRegister.LCSR1
            };
            for (int i = 0; i < COUNT; i++) {
                draw ^= draw << 13;
                draw ^= draw >>> 7;
                draw ^= draw << 17;
                RmRegister register = registers[(int) Long.remainderUnsigned(draw, registers.length)];
                offsets[i] = register.offset();
                widths[i] = register.widthBytes();
            }
        }

        private int next() {
            next = (next + 1) & (COUNT - 1);
            return next;
        }

        private int another() {
            return (next + 7) & (COUNT - 1);
        }
    }

    /** The table's file, with hardware that does the same as the switch. */
    @State(Scope.Thread)
    public static class Table {
        private final Hardware hardware = new Hardware();
        private final RegisterFile file = new RegisterFile(RmRegister.BLOCK, hardware);
    }

    private static final class Hardware implements RegisterBehaviour {
        private long status = 0x84;
        private long actions;

        @Override
        public long onPeek(int index) {
            return status;
        }

        @Override
        public void onRead(int index, long nowPs) {
            actions += index;
        }

        @Override
        public Verdict onWrite(int index, long present, long next, long nowPs) {
            return Verdict.TAKEN;
        }

        @Override
        public void onWritten(int index, long present, long next, long nowPs) {
            actions += index;
        }
    }

    /** The peer: a switch by offset with the same rules, byte lanes included. */
    @State(Scope.Thread)
    public static class ByHand {
        private long status = 0x84;
        private long control;
        private long lisr;
        private long lisrSeen;
        private long lier;
        private long ntd;
        private long ntn;
        private long actions;

        private static boolean isBad(int offset, int widthBytes) {
            boolean width = widthBytes == 1 || widthBytes == 2 || widthBytes == 4;
            return !width
                    || (offset & (widthBytes - 1)) != 0
                    || (offset >= 0x1C && (offset != 0x1C || widthBytes != 1));
        }

        private static long lanes(int widthBytes, int shift) {
            return ((1L << (widthBytes * 8)) - 1) << shift;
        }

        private static long merge(long present, long lanes, long written) {
            return (present & ~lanes) | written;
        }

        private long read(int offset, int widthBytes) {
            if (isBad(offset, widthBytes)) {
                return -1;
            }
            int shift = (offset & 3) * 8;
            long lanes = lanes(widthBytes, shift);
            actions++;
            long value = switch (offset & ~3) {
                case 0x08 -> control | status;
                case 0x10 -> {
                    lisrSeen |= lisr & lanes;
                    yield lisr;
                }
                case 0x14 -> lier;
                case 0x18 -> ntd;
                case 0x1C -> ntn;
                default -> -1;
            };
            return (value & lanes) >>> shift;
        }

        private void write(int offset, int widthBytes, long value) {
            if (isBad(offset, widthBytes)) {
                return;
            }
            int shift = (offset & 3) * 8;
            long lanes = lanes(widthBytes, shift);
            long written = (value << shift) & lanes;
            actions++;
            switch (offset & ~3) {
                case 0x08 -> control = merge(control, lanes, written & 0xF803_0000L);
                case 0x10 -> {
                    long cleared = lisr & ~written & lanes & lisrSeen & 0x3F48;
                    lisr = merge(lisr & ~cleared, lanes & 0x4000, written & 0x4000);
                    lisrSeen &= lisr;
                }
                case 0x14 -> lier = merge(lier, lanes, written & 0xBFCF);
                case 0x18 -> ntd = merge(ntd, lanes, written);
                case 0x1C -> ntn = written;
                default -> {}
            }
        }
    }

    /** By the table. */
    @Benchmark
    public long table(Table table, Accesses accesses) {
        int written = accesses.next();
        int width = accesses.widths[written];
        int spot = RmRegister.BLOCK.locate(accesses.offsets[written], width);
        if (spot != RegisterBlock.NONE) {
            table.file.write(spot, width, written, 0);
        }
        int read = accesses.another();
        width = accesses.widths[read];
        spot = RmRegister.BLOCK.locate(accesses.offsets[read], width);
        return spot == RegisterBlock.NONE ? -1 : table.file.read(spot, width, 0) + table.hardware.actions;
    }

    /** By the switch. */
    @Benchmark
    public long byHand(ByHand byHand, Accesses accesses) {
        int written = accesses.next();
        byHand.write(accesses.offsets[written], accesses.widths[written], written);
        int read = accesses.another();
        return byHand.read(accesses.offsets[read], accesses.widths[read]) + byHand.actions;
    }
}
