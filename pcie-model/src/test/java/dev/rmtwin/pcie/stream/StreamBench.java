package dev.rmtwin.pcie.stream;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.host.HostCpu;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.pcie.host.HostRegion;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** A receiving channel, a host's memory, and a note of every event as a driver sees it. Accesses reach the channel at once. */
final class StreamBench {
    static final int BUFFER_BYTES = 4096;
    static final long MOVE_PS = 100 * Ps.NS;

    /** An event and the count that a driver works out for it. */
    record Event(String kind, long count) {}

    /** A write to memory. */
    @SuppressWarnings("ArrayRecordComponent") // compared by content where it is used
    record Written(long address, byte[] bytes, long atPs) {}

    final Engine engine = new Engine();
    final SeedTree seeds;
    final HostCpu host;
    final HostRegion buffer;
    final List<Event> events = new ArrayList<>();
    final List<Written> written = new ArrayList<>();
    final ReceiveDma dma;
    long interrupts;
    /** Whether the interrupt line is answered at once, as by a routine that reads and clears STATUS. */
    boolean answering = true;

    StreamBench(long seed, long unitPs) {
        this(seed, unitPs, new MoveCost(MOVE_PS, Tail.NONE), 1);
    }

    StreamBench(long seed, long unitPs, MoveCost cost, int dataUnits) {
        seeds = new SeedTree(seed);
        host = HostCpu.build(1, profile(), seeds, engine);
        buffer = host.memory().map(BUFFER_BYTES, 64);
        StreamDma.Wiring wiring =
                new StreamDma.Wiring(noting(new ChipHost(host)), this::onLine, cost, dataUnits, seeds);
        dma = engine.register(new ReceiveDma("dma/0", wiring, unitPs, engine.seams()));
    }

    static HostProfile profile() {
        return new HostProfile(
                "bench",
                1,
                0,
                new HostProfile.Interrupt(0, Tail.NONE, 0, 0, 0, 0),
                new HostProfile.WakeUp(0, 0, Tail.NONE, 0, 0),
                new HostProfile.Polling(1_000_000, 0, 0, 0, 0, 1000, 0, 1000),
                new HostProfile.Scheduler(0, 0, 0),
                new HostProfile.Application(0, 0, 0));
    }

    private StreamMemory noting(ChipHost chip) {
        return new StreamMemory() {
            @Override
            public boolean write(long address, MemorySegment data, int lengthBytes, long nowPs) {
                boolean answered = chip.write(address, data, lengthBytes, nowPs);
                if (answered) {
                    byte[] bytes = data.asSlice(0, lengthBytes).toArray(ValueLayout.JAVA_BYTE);
                    written.add(new Written(address, bytes, nowPs));
                }
                return answered;
            }

            @Override
            public boolean read(long address, MemorySegment target, int lengthBytes, long nowPs) {
                return chip.read(address, target, lengthBytes, nowPs);
            }
        };
    }

    UartSource uart(UartSource.Line line, BurstSchedule schedule) {
        UartSource source = engine.register(new UartSource("uart", line, schedule, seeds, engine.seams()));
        source.connect(dma);
        source.start(0);
        return source;
    }

    SamplerSource sampler(long rate, int bits) {
        SamplerSource source = engine.register(new SamplerSource("adc", rate, bits, seeds, engine.seams()));
        source.connect(dma);
        source.start(0);
        return source;
    }

    private void onLine(long nowPs) {
        interrupts++;
        if (!answering) {
            return;
        }
        long status = read(StreamRegister.STATUS);
        long flags = status & ~(StreamStatus.UNIT.mask() | StreamStatus.ACTIVE.mask());
        if (StreamStatus.HALF.isSet(status)) {
            events.add(new Event("half", read(StreamRegister.LENGTH) / 2));
        }
        if (StreamStatus.COMPLETE.isSet(status)) {
            events.add(new Event("complete", read(StreamRegister.LENGTH)));
        }
        if (StreamStatus.IDLE.isSet(status)) {
            events.add(new Event("idle", read(StreamRegister.LENGTH) - read(StreamRegister.REMAINING)));
        }
        write(StreamRegister.STATUS, flags);
    }

    void write(StreamRegister register, long value) {
        dma.write(register.offset(), register.widthBytes(), value, engine.nowPs());
    }

    long read(StreamRegister register) {
        return dma.read(register.offset(), register.widthBytes(), engine.nowPs());
    }

    /** Bits of CONTROL that enable a channel with all interrupts. */
    static long control(boolean circular, int unitSize, int wordSize) {
        return StreamControl.ENABLE.mask()
                | StreamControl.CIRCULAR.bits(circular ? 1 : 0)
                | StreamControl.UNIT_SIZE.bits(unitSize)
                | StreamControl.WORD_SIZE.bits(wordSize)
                | StreamControl.HALF_IE.mask()
                | StreamControl.COMPLETE_IE.mask()
                | StreamControl.IDLE_IE.mask()
                | StreamControl.ERROR_IE.mask();
    }

    void enable(long address, int units, long control) {
        write(StreamRegister.ADDRESS, address);
        write(StreamRegister.LENGTH, units);
        write(StreamRegister.CONTROL, control);
    }

    void run(long untilPs) {
        engine.runUntil(untilPs);
    }

    long count(StreamCounter counter) {
        return dma.counters().get(counter);
    }

    /** Bytes in the buffer. */
    byte[] bytes(int from, int to) {
        return buffer.segment().asSlice(from, to - from).toArray(ValueLayout.JAVA_BYTE);
    }

    /** Bytes that a source sends. */
    static byte[] sent(PacedSource source, int from, int to) {
        byte[] bytes = new byte[to - from];
        for (int i = from; i < to; i++) {
            bytes[i - from] = (byte) source.valueOf(i);
        }
        return bytes;
    }
}
