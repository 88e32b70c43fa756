package dev.rmtwin.pcie.card;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.memory.SparseMemory;
import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.port.HostWrite;
import dev.rmtwin.core.port.TransmitPort;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.bus.HostSide;
import dev.rmtwin.pcie.bus.PcieLink;
import dev.rmtwin.pcie.host.HostCpu;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.pcie.host.HostRegion;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * A card with command queues between host memory and a ring that only takes. The driver's part is done by tests, without a
 * modelled core; accesses take the bus. Pair 0's rings are in place.
 */
final class CommandBench extends Component implements TransmitPort, CardMemoryPort, HostSide {
    static final int NODE = 3;
    static final long MEMORY_BYTES = 1L << 20;
    static final int CHANNELS = 1;
    static final int BUFFER_BYTES = 1 << 16;
    static final PcieProfile BUS =
            new PcieProfile(4_000_000_000L, 128, 24, 250_000, 250_000, 200_000, 150_000, false, false);
    static final HostProfile HOST = new HostProfile(
            "none",
            1,
            0,
            new HostProfile.Interrupt(1, Tail.NONE, 1, 1, 1, 1),
            new HostProfile.WakeUp(1, 1, Tail.NONE, 1, 1),
            new HostProfile.Polling(1_000_000, 0, 1, 0, 1, 1, 0, 1),
            new HostProfile.Scheduler(0, 0, 0),
            new HostProfile.Application(1, 1, 1));

    /** A completion as the host reads it. */
    record Done(int pair, int id, int status, int result, int sqHead, int phase, int index, long atPs) {}

    final Engine engine = new Engine();
    final List<Integer> messages = new ArrayList<>();
    final SparseMemory memory = new SparseMemory(MEMORY_BYTES);
    final List<String> sent = new ArrayList<>();
    final PcieLink link;
    final HostCpu host;
    final RmCard card;
    final HostRegion[] sq;
    final HostRegion[] cq;
    HostRegion shadow;
    HostRegion buffer;
    final int[] tail;
    final int[] head;
    final int[] phase;
    final int[] sqSize;
    final int[] cqSize;
    /** Writes of host memory so far. */
    long hostWrites;

    boolean ringFull;
    boolean drained = true;
    long writes;

    CommandBench(CommandProfile commands, int entries) {
        this(commands, entries, entries);
    }

    CommandBench(CommandProfile commands, int entries, int completions) {
        super("bench");
        int pairs = commands.queueCount();
        link = engine.register(new PcieLink(NODE, BUS));
        host = HostCpu.build(NODE, HOST, new SeedTree(1), engine);
        QueueProfile queue =
                new QueueProfile(CHANNELS, 16, 1000, Tail.NONE, 1_000_000_000L, 1, 0, Ps.NS, 1, false, false);
        CardProfile profile =
                new CardProfile("bench", CardIdentity.RM_QUEUE, BUS, queue, LocalProfile.STANDARD, commands);
        card = RmCard.build(
                new CardPlan(NODE, profile, MEMORY_BYTES, new SeedTree(1)),
                engine,
                link,
                new RmCard.RingSide(this, this, () -> drained ? (int) Lcsr1.TX_EMPTY.mask() : 0, bits -> {}, 127));
        link.connect(card, this);
        HostSetUp.run(card, 0);
        engine.register(this);
        sq = new HostRegion[pairs];
        cq = new HostRegion[pairs];
        tail = new int[pairs];
        head = new int[pairs];
        phase = new int[pairs];
        sqSize = new int[pairs];
        cqSize = new int[pairs];
        for (int pair = 0; pair < pairs; pair++) {
            sqSize[pair] = entries;
            cqSize[pair] = completions;
            sq[pair] = host.memory().map((long) entries * CommandLayout.ENTRY_BYTES, 4096);
            cq[pair] = host.memory().map((long) completions * CommandLayout.COMPLETION_BYTES, 4096);
        }
        shadow = host.memory().map(CommandLayout.SHADOW_BYTES, 4096);
        buffer = host.memory().map(BUFFER_BYTES, 4096);
    }

    static CommandProfile profile(int pairs, int slots, int completions) {
        return new CommandProfile(pairs, slots, 16, 16, 0, 1_600_000_000L, completions);
    }

    /** Sets up and enables a pair, interrupts on. */
    void open(int pair) {
        write(pair, CommandRegister.SQ_BASE, sq[pair].address());
        write(pair, CommandRegister.CQ_BASE, cq[pair].address());
        write(pair, CommandRegister.SHADOW_BASE, shadow.address());
        write(pair, CommandRegister.SQ_SIZE, sqSize[pair]);
        write(pair, CommandRegister.CQ_SIZE, cqSize[pair]);
        enable(pair, CommandControl.INTERRUPT.mask());
    }

    void enable(int pair, long more) {
        cq[pair].segment().fill((byte) 0);
        tail[pair] = 0;
        head[pair] = 0;
        phase[pair] = 1;
        write(pair, CommandRegister.CONTROL, CommandControl.ENABLE.mask() | more);
    }

    void write(int pair, CommandRegister register, long value) {
        long address = BarAddress.of(QueueRegister.BAR, register.offset(pair));
        link.writeRegister(address, register.widthBytes(), value, engine.nowPs());
        run(Ps.US);
    }

    long peek(int pair, CommandRegister register) {
        return card.commands(pair).peek(register);
    }

    long count(int pair, CommandCounter counter) {
        return card.commands(pair).counters().get(counter);
    }

    /** The submission ring of a pair. */
    Ring pair(int pair) {
        return new Ring(pair);
    }

    /** Where a driver puts its commands. */
    final class Ring {
        private final int pair;

        private Ring(int pair) {
            this.pair = pair;
        }

        /** Puts a command in the ring without telling. */
        void put(int opcode, int id, long hostAddress, long cardOffset, int length) {
            long at = (long) tail[pair] * CommandLayout.ENTRY_BYTES;
            CommandLayout.writeHead(sq[pair].segment(), at, opcode, id);
            CommandLayout.writeRange(sq[pair].segment(), at, hostAddress, cardOffset, length);
            tail[pair] = (tail[pair] + 1) % sqSize[pair];
        }
    }

    /** Rings the tail doorbell; it arrives 0.25 us later. */
    void ring(int pair) {
        long address = BarAddress.of(QueueRegister.BAR, CommandRegister.SQ_TAIL.offset(pair));
        link.writeRegister(address, 4, tail[pair], engine.nowPs());
    }

    void run(long ps) {
        engine.runUntil(engine.nowPs() + ps);
    }

    /** Takes what the phase says is new and rings the head doorbell. */
    List<Done> reap(int pair) {
        List<Done> done = new ArrayList<>();
        MemorySegment ring = cq[pair].segment();
        while (CommandLayout.phase(ring, (long) head[pair] * 16) == phase[pair]) {
            long at = (long) head[pair] * 16;
            done.add(new Done(
                    CommandLayout.pair(ring, at),
                    CommandLayout.commandId(ring, at),
                    CommandLayout.status(ring, at),
                    CommandLayout.result(ring, at),
                    CommandLayout.sqHead(ring, at),
                    phase[pair],
                    head[pair],
                    engine.nowPs()));
            if (++head[pair] == cqSize[pair]) {
                head[pair] = 0;
                phase[pair] ^= 1;
            }
        }
        if (!done.isEmpty()) {
            long address = BarAddress.of(QueueRegister.BAR, CommandRegister.CQ_HEAD.offset(pair));
            link.writeRegister(address, 4, head[pair], engine.nowPs());
        }
        return done;
    }

    // ---- ring and card memory

    @Override
    public long accept(HostWrite write, long nowPs) {
        if (ringFull) {
            return -1;
        }
        sent.add(write.offset() + "+" + write.lengthBytes());
        return writes++;
    }

    @Override
    public void read(long offset, MemorySegment target, long targetOffset, int lengthBytes) {
        memory.read(offset, target, targetOffset, lengthBytes);
    }

    @Override
    public void writeOwn(HostWrite write, long packetSequence, long nowPs) {
        memory.write(write.offset(), write.data(), write.dataOffset(), write.lengthBytes());
    }

    @Override
    public long sizeBytes() {
        return MEMORY_BYTES;
    }

    // ---- host

    @Override
    public void writeMemory(long address, MemorySegment data, int lengthBytes, long nowPs) {
        hostWrites++;
        host.writeMemory(address, data, lengthBytes, nowPs);
    }

    @Override
    public boolean readMemory(long address, MemorySegment target, int lengthBytes, long nowPs) {
        return host.readMemory(address, target, lengthBytes, nowPs);
    }

    @Override
    public void onMessage(int vector, long subject, long nowPs) {
        messages.add(vector);
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        throw new IllegalStateException("the bench takes no events");
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        memory.state(visitor);
        hostWrites = visitor.value("hostWrites", hostWrites);
        ringFull = visitor.value("ringFull", ringFull);
        drained = visitor.value("drained", drained);
        writes = visitor.value("writes", writes);
        visitor.values("tail", tail);
        visitor.values("head", head);
        visitor.values("phase", phase);
        if (visitor.restoring()) {
            // The host's memory, restored before this, has new regions at the old addresses.
            for (int pair = 0; pair < sq.length; pair++) {
                sq[pair] = host.memory().at(sq[pair].address());
                cq[pair] = host.memory().at(cq[pair].address());
            }
            shadow = host.memory().at(shadow.address());
            buffer = host.memory().at(buffer.address());
        }
    }
}
