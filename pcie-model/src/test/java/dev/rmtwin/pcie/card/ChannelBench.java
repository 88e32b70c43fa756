package dev.rmtwin.pcie.card;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.memory.SparseMemory;
import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.port.HostWrite;
import dev.rmtwin.core.port.TransmitPort;
import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.ReadReply;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.bus.PcieLink;
import dev.rmtwin.pcie.host.HostCounter;
import dev.rmtwin.pcie.host.HostCpu;
import dev.rmtwin.pcie.host.HostProfile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A card between a host's memory and a ring that the test plays: what it writes becomes visible in card memory at once. The host
 * reaches the card by the bus alone; its vectors are counted.
 */
final class ChannelBench implements TransmitPort, CardMemoryPort {
    static final int NODE = 1;
    static final long MEMORY_BYTES = 1 << 20;
    static final int CHANNELS = 4;
    static final int FIFO_DEPTH = 64;

    private static final long REPLY_LIMIT_PS = Ps.MS;

    final Engine engine = new Engine();
    final PcieLink link;
    final HostCpu host;
    final RmCard card;
    final int[] interrupts = new int[64];
    private final SparseMemory memory = new SparseMemory(MEMORY_BYTES);
    private final Reader reader = new Reader();
    private final MemorySegment scratch = Arena.ofAuto().allocate(4096);

    /** The part of the bench that waits for register reads. */
    private final class Reader extends Component implements ReadReply {
        private boolean answered;
        private long value;

        Reader() {
            super("bench/reader");
        }

        @Override
        public void onReadReply(long reply, long nowPs) {
            answered = true;
            value = reply;
        }

        @Override
        public void onEvent(int kind, long arg, long nowPs) {
            throw new AssertionError("the bench takes no events");
        }

        @Override
        public void state(StateVisitor visitor) {
            super.state(visitor);
            answered = visitor.value("answered", answered);
            value = visitor.value("value", value);
            visitor.values("interrupts", interrupts);
            memory.state(visitor);
        }
    }

    ChannelBench() {
        this(1, false);
    }

    ChannelBench(int prefetch, boolean adaptive) {
        PcieProfile bus = new PcieProfile(
                3_940_000_000L, 256, 24, 200 * Ps.NS, 200 * Ps.NS, 50 * Ps.NS, 100 * Ps.NS, false, false);
        QueueProfile queue = new QueueProfile(
                CHANNELS,
                FIFO_DEPTH,
                100 * Ps.NS,
                Tail.NONE,
                2_000_000_000L,
                1,
                0,
                100 * Ps.NS,
                prefetch,
                adaptive,
                false);
        CardProfile profile = new CardProfile("bench", CardIdentity.RM_QUEUE, bus, queue);
        link = engine.register(new PcieLink(NODE, bus));
        host = HostCpu.build(NODE, hostProfile(), new SeedTree(1), engine);
        card = RmCard.build(
                new CardPlan(NODE, profile, MEMORY_BYTES, new SeedTree(1)),
                engine,
                link,
                new RmCard.RingSide(this, this, () -> 0, bits -> {}, 127));
        engine.register(reader);
        link.connect(card, host);
        HostSetUp.run(card, 0);
        for (int vector = 0; vector <= CHANNELS; vector++) {
            int number = vector;
            InterruptHandler handler = (v, nowPs) -> {
                interrupts[number]++;
                return Nothing.ROUTINE;
            };
            host.install(vector, handler, Nothing.ROUTINE);
            host.setAttached(vector, true);
        }
    }

    /** A service routine that leaves everything to the test. */
    private static final class Nothing implements Routine {
        static final Nothing ROUTINE = new Nothing();

        @Override
        public Want resume(RoutineContext context) {
            return context.done();
        }

        @Override
        public void state(StateVisitor visitor) {
            // nothing to keep
        }
    }

    private static HostProfile hostProfile() {
        return new HostProfile(
                "bench",
                1,
                0,
                new HostProfile.Interrupt(Ps.NS, Tail.NONE, Ps.NS, 0, Ps.NS, 0),
                new HostProfile.WakeUp(0, 0, Tail.NONE, 0, 0),
                new HostProfile.Polling(1_000_000, 0, 0, 1, 0, 1, 1, 1),
                new HostProfile.Scheduler(0, 0, 0),
                new HostProfile.Application(0, 0, 0));
    }

    /** Bytes arrive from another node; byte i is {@code seed + i}. */
    void arrive(int origin, long offset, int lengthBytes, int seed) {
        for (int i = 0; i < lengthBytes; i++) {
            scratch.set(ValueLayout.JAVA_BYTE, i, (byte) (seed + i));
        }
        memory.write(offset, scratch, 0, lengthBytes);
        card.onCommit(origin, offset, lengthBytes, 0, engine.nowPs());
    }

    void run(long ps) {
        engine.runUntil(engine.nowPs() + ps);
    }

    void write(QueueRegister register, int channel, long value) {
        link.writeRegister(address(register, channel), register.widthBytes(), value, engine.nowPs());
    }

    /** Reads over the bus: pushes what was posted before, in both directions. */
    long read(QueueRegister register, int channel) {
        return read(address(register, channel), register.widthBytes());
    }

    long read(long address, int widthBytes) {
        reader.answered = false;
        link.request(address, widthBytes, reader.id(), engine.nowPs());
        long limitPs = engine.nowPs() + REPLY_LIMIT_PS;
        while (!reader.answered && engine.nowPs() < limitPs && engine.step()) {}
        if (!reader.answered) {
            throw new AssertionError("no answer to a read of " + Long.toHexString(address));
        }
        return reader.value;
    }

    static long address(QueueRegister register, int channel) {
        return BarAddress.of(QueueRegister.BAR, register.perChannel() ? register.offset(channel) : register.offset());
    }

    long peek(QueueRegister register, int channel) {
        return card.peek(register, channel);
    }

    long count(CardCounter counter, int channel) {
        return card.channelCounters(channel).get(counter);
    }

    long unmapped() {
        return host.counters().get(HostCounter.DMA_UNMAPPED);
    }

    @Override
    public long accept(HostWrite write, long nowPs) {
        return 0;
    }

    @Override
    public void read(long offset, MemorySegment target, long targetOffset, int lengthBytes) {
        memory.read(offset, target, targetOffset, lengthBytes);
    }

    @Override
    public void writeOwn(HostWrite write, long packetSequence, long nowPs) {
        throw new AssertionError("no test writes card memory over the bus");
    }

    @Override
    public long sizeBytes() {
        return MEMORY_BYTES;
    }
}
