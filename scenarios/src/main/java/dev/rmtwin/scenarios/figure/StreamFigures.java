package dev.rmtwin.scenarios.figure;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.scenarios.experiment.DuplexExperiment;
import dev.rmtwin.scenarios.experiment.DuplexExperiment.WaitsFor;
import dev.rmtwin.scenarios.experiment.IdleExperiment;
import dev.rmtwin.scenarios.experiment.IdleExperiment.Mode;
import dev.rmtwin.scenarios.experiment.Microcontroller;
import dev.rmtwin.scenarios.experiment.NicExperiment;
import dev.rmtwin.scenarios.experiment.RegisterReadExperiment;
import dev.rmtwin.scenarios.experiment.SampleExperiment;
import dev.rmtwin.scenarios.experiment.SerialExperiment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What continuous streams cost and how their ends are told: samplers, serial lines, SPI, I2C and a network line. */
final class StreamFigures {
    private static final long SAMPLE_HZ = 500_000;
    private static final int BUFFER_SAMPLES = 512;
    private static final long[] RATES_HZ = {100_000, 250_000, 400_000, SAMPLE_HZ, 600_000, 1_000_000};

    private static final int FRAME_BYTES = 1536;
    private static final long LINE_RATE = 10_000_000_000L;
    private static final int COALESCED = 64;
    private static final int WAIT_NS = 200_000;
    private static final long FRAMES = 6_400;

    private static final long BAUD = 115_200;
    private static final long SERVICE_PS = 10 * Ps.MS;
    private static final int ENOUGH_BYTES = 256;
    private static final int SMALL_BYTES = 64;

    private static final int IDLE_BUFFER = 64;
    private static final int[] BURSTS = {10, 100, 40, 28};

    private static final long SPI_HZ = 1_000_000;
    private static final long[] SPI_CLOCKS_HZ = {250_000, 1_000_000, 4_000_000, 16_000_000};
    private static final int TRANSFERS = 50;
    private static final int UNITS_EACH = 16;

    private static final long I2C_HZ = 400_000;
    /** The bus's four usual speeds, and one that it does not have. */
    private static final long[] I2C_CLOCKS_HZ = {100_000, 400_000, 1_000_000, 3_400_000, 20_000_000};

    private static final int READS = 50;

    private static final List<Figure> ALL = List.of(
            Figure.experiment(
                    "F19",
                    "500 kHz samples: one interrupt each, then a buffer with half and full interrupts",
                    StreamFigures::samples),
            Figure.experiment(
                    "F20",
                    "64 frames of 1536 B an interrupt at 10 Gb/s: time to fill, interrupt rate",
                    e -> coalesced(e, LINE_RATE)),
            Figure.experiment(
                    "F23",
                    "115 200 baud, serviced every 10 ms: bytes for each service, and a buffer that is enough",
                    e -> serial(e, BAUD)),
            Figure.experiment(
                    "F24", "receive-to-idle DMA: half, full and idle events with their counts", StreamFigures::idle),
            Figure.experiment(
                    "F25",
                    "full-duplex pair of channels: transmit completes a shift time before receive",
                    e -> duplex(e, SPI_HZ)),
            Figure.experiment(
                    "F40",
                    "I2C read by DMA: without the wait at the switch of direction a byte is lost",
                    e -> registerReads(e, I2C_HZ)));

    private StreamFigures() {}

    static List<Figure> all() {
        return ALL;
    }

    // ---- F19

    private static Finding samples(Evidence evidence) {
        SampleExperiment.Load each = SampleExperiment.each(new Microcontroller(evidence.seed()), SAMPLE_HZ);
        SampleExperiment.Load buffered =
                SampleExperiment.buffered(new Microcontroller(evidence.seed()), SAMPLE_HZ, BUFFER_SAMPLES);
        DataTable table = DataTable.of(
                "Rate of samples, one interrupt each and by a buffer of " + BUFFER_SAMPLES,
                "rateKHz",
                "eachCorePercent",
                "eachInterruptsKHz",
                "eachLostPercent",
                "bufferCorePercent",
                "bufferInterruptsKHz",
                "bufferLostPercent");
        for (long rate : RATES_HZ) {
            if (evidence.stop().getAsBoolean()) {
                break;
            }
            SampleExperiment.Load one = SampleExperiment.each(new Microcontroller(evidence.seed()), rate);
            SampleExperiment.Load many =
                    SampleExperiment.buffered(new Microcontroller(evidence.seed()), rate, BUFFER_SAMPLES);
            table.row(
                    rate / 1e3,
                    one.corePercent(),
                    one.interruptsPerSecond() / 1e3,
                    100.0 * one.lost() / one.emitted(),
                    many.corePercent(),
                    many.interruptsPerSecond() / 1e3,
                    100.0 * many.lost() / many.emitted());
        }
        return new Finding(
                List.of(
                        Check.between("eachCorePercent", each.corePercent(), 90, 100),
                        Check.atMost("bufferCorePercent", buffered.corePercent(), 5),
                        Check.atMost("eachLost", each.lost(), 0),
                        Check.atMost("bufferLost", buffered.lost(), 0),
                        Check.atMost("unaccounted", unaccounted(each) + unaccounted(buffered), 0),
                        Check.atMost("wrong", each.wrong() + buffered.wrong(), 0)),
                List.of(table));
    }

    private static double unaccounted(SampleExperiment.Load load) {
        return Math.abs(load.emitted() - load.taken() - load.lost() - load.inHand());
    }

    // ---- F20

    static Finding coalesced(Evidence evidence, long lineRate) {
        NicExperiment.Coalesced each = nic(evidence, lineRate, 1);
        NicExperiment.Coalesced many = nic(evidence, lineRate, COALESCED);
        DataTable table = DataTable.of(
                "Frames for one interrupt, 1536 B at " + lineRate / 1_000_000_000 + " Gb/s",
                "coalesceFrames",
                "fillUs",
                "sentKHz",
                "takenKHz",
                "corePercent");
        for (int frames : new int[] {1, 4, 16, COALESCED}) {
            NicExperiment.Coalesced run =
                    frames == 1 ? each : frames == COALESCED ? many : nic(evidence, lineRate, frames);
            table.row(frames, run.fillUs(), run.sentPerSecond() / 1e3, run.takenPerSecond() / 1e3, run.corePercent());
        }
        return new Finding(
                List.of(
                        Check.within("fillUs", many.fillUs(), 77, 5),
                        Check.within("fillKiB", many.framesEach() * FRAME_BYTES / 1024, 96, 5),
                        Check.between("eachPerSecond", each.sentPerSecond(), 200_000, 999_999),
                        Check.between("coalescedPerSecond", many.sentPerSecond(), 10_000, 15_000),
                        Check.atMost("lost", each.lost() + many.lost(), 0),
                        Check.atMost("wrong", each.wrong() + many.wrong(), 0)),
                List.of(table));
    }

    private static NicExperiment.Coalesced nic(Evidence evidence, long lineRate, int frames) {
        return NicExperiment.run(
                new NicExperiment.Setting(lineRate, FRAME_BYTES, frames, WAIT_NS, FRAMES), evidence.seed());
    }

    // ---- F23

    static Finding serial(Evidence evidence, long baud) {
        SerialExperiment.Serial enough = serial(evidence, baud, ENOUGH_BYTES, true);
        SerialExperiment.Serial stopped = serial(evidence, baud, ENOUGH_BYTES, false);
        SerialExperiment.Serial round = serial(evidence, baud, SMALL_BYTES, true);
        SerialExperiment.Serial small = serial(evidence, baud, SMALL_BYTES, false);
        DataTable table = DataTable.of(
                "Buffers, going round (1) or started anew at each service (0)",
                "bufferBytes",
                "circular",
                "leastBytes",
                "mostBytes",
                "received",
                "overrun",
                "overwritten");
        row(table, ENOUGH_BYTES, 1, enough);
        row(table, ENOUGH_BYTES, 0, stopped);
        row(table, SMALL_BYTES, 1, round);
        row(table, SMALL_BYTES, 0, small);
        double unaccounted = unaccounted(enough) + unaccounted(stopped) + unaccounted(round) + unaccounted(small);
        return new Finding(
                List.of(
                        Check.atLeast("leastBytes", enough.leastBytes(), 115),
                        Check.atMost("mostBytes", enough.mostBytes(), 116),
                        Check.atMost("lost256", enough.overrun() + enough.overwritten() + stopped.overrun(), 0),
                        Check.atLeast("overwritten64", round.overwritten(), 1),
                        Check.atLeast("overrun64", small.overrun(), 1),
                        Check.atMost("unaccounted", unaccounted, 0),
                        Check.atMost("wrong", enough.wrong() + stopped.wrong() + round.wrong() + small.wrong(), 0)),
                List.of(table));
    }

    private static SerialExperiment.Serial serial(Evidence evidence, long baud, int bufferBytes, boolean circular) {
        return SerialExperiment.run(
                new Microcontroller(evidence.seed()),
                new SerialExperiment.Setting(baud, SERVICE_PS, bufferBytes, circular));
    }

    private static void row(DataTable table, int bufferBytes, int circular, SerialExperiment.Serial run) {
        table.counts(
                bufferBytes,
                circular,
                run.leastBytes(),
                run.mostBytes(),
                run.received(),
                run.overrun(),
                run.overwritten());
    }

    private static double unaccounted(SerialExperiment.Serial run) {
        return Math.abs(run.emitted() - run.received() - run.overrun() - run.overwritten() - run.inHand());
    }

    // ---- F24

    private static Finding idle(Evidence evidence) {
        List<Check> checks = new ArrayList<>();
        DataTable table = DataTable.of(
                "Events in order (mode 0 circular, 1 normal, 2 restarted; kind 1 half, 2 full, 3 idle)",
                "mode",
                "kind",
                "bytes");
        for (Mode mode : Mode.values()) {
            IdleExperiment.Received run =
                    IdleExperiment.run(new Microcontroller(evidence.seed()), IDLE_BUFFER, mode, BURSTS);
            List<IdleExperiment.Event> expected = IdleOracle.events(IDLE_BUFFER, mode, BURSTS);
            String name = mode.name().charAt(0) + mode.name().substring(1).toLowerCase(Locale.ROOT);
            checks.add(
                    Check.between("events" + name, matching(run.events(), expected), expected.size(), expected.size()));
            checks.add(Check.between("count" + name, run.events().size(), expected.size(), expected.size()));
            checks.add(Check.atLeast("bytesRight" + name, run.bufferRight() ? 1 : 0, 1));
            boolean stops = mode == Mode.NORMAL;
            checks.add(Check.between("stopped" + name, run.stopped() ? 1 : 0, stops ? 1 : 0, stops ? 1 : 0));
            long lost = run.lost() + run.waiting();
            long expectedLost = IdleOracle.lost(IDLE_BUFFER, mode, BURSTS);
            checks.add(Check.between("lost" + name, lost, expectedLost, expectedLost));
            for (IdleExperiment.Event event : run.events()) {
                table.counts(
                        mode.ordinal(), List.of("HALF", "COMPLETE", "IDLE").indexOf(event.kind()) + 1, event.units());
            }
        }
        return new Finding(checks, List.of(table));
    }

    private static double matching(List<IdleExperiment.Event> events, List<IdleExperiment.Event> expected) {
        int same = 0;
        while (same < Math.min(events.size(), expected.size())
                && events.get(same).equals(expected.get(same))) {
            same++;
        }
        return same;
    }

    // ---- F25

    static Finding duplex(Evidence evidence, long clockHz) {
        DuplexExperiment.Duplex receive = duplex(evidence, clockHz, 0, WaitsFor.RECEIVE);
        DuplexExperiment.Duplex transmit = duplex(evidence, clockHz, 0, WaitsFor.TRANSMIT);
        DataTable table = DataTable.of(
                "Shift clock, and units that wait before the shift register",
                "clockKHz",
                "bufferUnits",
                "shiftUs",
                "leadUs",
                "misalignedByReceive",
                "misalignedByTransmit");
        for (long clock : SPI_CLOCKS_HZ) {
            for (int bufferUnits = 0; bufferUnits < 2; bufferUnits++) {
                DuplexExperiment.Duplex waits = duplex(evidence, clock, bufferUnits, WaitsFor.RECEIVE);
                DuplexExperiment.Duplex hastes = duplex(evidence, clock, bufferUnits, WaitsFor.TRANSMIT);
                table.row(
                        clock / 1e3,
                        bufferUnits,
                        Ps.toMicros(waits.shiftPs()),
                        Ps.toMicros(waits.leadPs()),
                        waits.misaligned(),
                        hastes.misaligned());
            }
        }
        return new Finding(
                List.of(
                        Check.within("leadShiftTimes", (double) receive.leadPs() / receive.shiftPs(), 1, 5),
                        Check.between("transfers", receive.transfers(), TRANSFERS, TRANSFERS),
                        Check.atMost("misalignedByReceive", receive.misaligned(), 0),
                        Check.between("misalignedByTransmit", transmit.misaligned(), TRANSFERS, TRANSFERS)),
                List.of(table));
    }

    private static DuplexExperiment.Duplex duplex(Evidence evidence, long clockHz, int bufferUnits, WaitsFor waitsFor) {
        return DuplexExperiment.run(
                new Microcontroller(evidence.seed()),
                new DuplexExperiment.Setting(clockHz, bufferUnits, UNITS_EACH, TRANSFERS, waitsFor));
    }

    // ---- F40

    static Finding registerReads(Evidence evidence, long clockHz) {
        RegisterReadExperiment.Reads waits = reads(evidence, clockHz, true);
        RegisterReadExperiment.Reads hastes = reads(evidence, clockHz, false);
        DataTable table = DataTable.of(
                "Bus clock, with the wait at the switch and without",
                "clockKHz",
                "wrongWaiting",
                "lostWaiting",
                "wrongAtOnce",
                "lostAtOnce");
        for (long clock : I2C_CLOCKS_HZ) {
            RegisterReadExperiment.Reads right = reads(evidence, clock, true);
            RegisterReadExperiment.Reads atOnce = reads(evidence, clock, false);
            table.row(clock / 1e3, right.wrong(), right.lostBytes(), atOnce.wrong(), atOnce.lostBytes());
        }
        return new Finding(
                List.of(
                        Check.between("readsWaiting", waits.reads(), READS, READS),
                        Check.atMost("wrongWaiting", waits.wrong(), 0),
                        Check.atMost("lostWaiting", waits.lostBytes(), 0),
                        Check.between("readsAtOnce", hastes.reads(), READS, READS),
                        Check.between("lostAtOnceEach", (double) hastes.lostBytes() / hastes.reads(), 1, 1),
                        Check.between("wrongAtOnce", hastes.wrong(), READS, READS)),
                List.of(table));
    }

    private static RegisterReadExperiment.Reads reads(Evidence evidence, long clockHz, boolean waits) {
        return RegisterReadExperiment.run(new Microcontroller(evidence.seed()), clockHz, waits, READS);
    }
}
