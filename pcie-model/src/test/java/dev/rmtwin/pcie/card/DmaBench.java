package dev.rmtwin.pcie.card;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.memory.SparseMemory;
import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.port.HostWrite;
import dev.rmtwin.core.port.TransmitPort;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.bus.HostSide;
import dev.rmtwin.pcie.bus.PcieLink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** A card with memory that keeps what is written, before a host whose memory can be reached, driven by register accesses only. */
final class DmaBench implements TransmitPort, CardMemoryPort, HostSide {
    static final int NODE = 4;
    static final int MEMORY_BYTES = 64 << 20;
    /** Host memory above 4 GiB, for data. */
    static final long HIGH = 0x3_0000_0000L;
    /** Host memory below 4 GiB, for descriptors and data. */
    static final long LOW = 0x2000_0000L;

    static final int HOST_BYTES = 16 << 20;
    static final PcieProfile BUS =
            new PcieProfile(1_000_000_000L, 128, 24, 250_000, 250_000, 200_000, 150_000, false, false);
    /** Mode that the card's Linux driver sets. */
    static final long MODE =
            3 | 1 << 6 | 1 << 7 | 1 << 8 | DmaFields.MODE_DONE_INTERRUPT.mask() | DmaFields.MODE_TO_PCI.mask();

    /** A change of the interrupt line. */
    record Edge(boolean asserted, long atPs) {}

    final Engine engine = new Engine();
    final MemorySegment high = Arena.ofAuto().allocate(HOST_BYTES, 8);
    final MemorySegment low = Arena.ofAuto().allocate(HOST_BYTES, 8);
    final List<Integer> messages = new ArrayList<>();
    final List<Boolean> pinLevels = new ArrayList<>();
    final List<Edge> edges = new ArrayList<>();
    final RmCard card;
    boolean ringFull;
    long ringBytes;
    long hostWrites;
    int largestHostWrite;
    long hostBytesAtEdge;
    private long hostBytes;
    private final SparseMemory memory = new SparseMemory(MEMORY_BYTES);

    DmaBench() {
        this(LocalProfile.STANDARD, CardIdentity.RFM_5565);
    }

    DmaBench(LocalProfile local, CardIdentity identity) {
        PcieLink link = engine.register(new PcieLink(NODE, BUS));
        QueueProfile queue =
                new QueueProfile(1, 16, 1000, Tail.NONE, 1_000_000_000L, 3, 10 * Ps.US, Ps.US, 1, false, false);
        CardProfile profile = new CardProfile("bench", identity, BUS, queue, local);
        card = RmCard.build(
                new CardPlan(NODE, profile, MEMORY_BYTES, new SeedTree(1)),
                engine,
                link,
                new RmCard.RingSide(this, this, () -> 0, bits -> {}, 127));
        link.connect(card, this);
        HostSetUp.run(card, 0);
        card.setInterruptLevel((asserted, nowPs) -> {
            edges.add(new Edge(asserted, nowPs));
            hostBytesAtEdge = hostBytes;
        });
    }

    // ---- what a driver does

    void write(LocalRegister register, long value) {
        write(BarAddress.of(LocalRegister.BAR, register.offset()), register.widthBytes(), value);
    }

    void write(long address, int widthBytes, long value) {
        card.writeRegister(address, widthBytes, value, engine.nowPs());
    }

    long read(LocalRegister register) {
        return read(BarAddress.of(LocalRegister.BAR, register.offset()), register.widthBytes());
    }

    long read(long address, int widthBytes) {
        return card.read(address, widthBytes, engine.nowPs());
    }

    /** The Linux driver's sequence up to the start. */
    void start(int channel, long hostAddress, long cardOffset, long bytes, boolean toHost) {
        set(channel, hostAddress, cardOffset, bytes, toHost);
        write(LocalRegister.INTCSR, Intcsr.PCI_ENABLE.mask() | Intcsr.DMA0_ENABLE.mask() | Intcsr.DMA1_ENABLE.mask());
        write(LocalRegister.dmaStatus(channel), 3);
    }

    void set(int channel, long hostAddress, long cardOffset, long bytes, boolean toHost) {
        write(LocalRegister.dmaHostAddress(channel), hostAddress & 0xFFFF_FFFFL);
        write(LocalRegister.dmaHostAddressHigh(channel), hostAddress >>> 32);
        write(LocalRegister.dmaMode(channel), MODE);
        write(LocalRegister.dmaSize(channel), bytes);
        write(LocalRegister.dmaCardOffset(channel), cardOffset);
        write(LocalRegister.dmaPointer(channel), DmaFields.POINTER_TO_HOST.bits(toHost ? 1 : 0));
    }

    /** Starts a chain whose first descriptor is at an offset of low memory. */
    void startChain(int channel, int firstDescriptor, long cardOffset, long bytes, boolean toHost) {
        set(channel, 0, cardOffset, bytes, toHost);
        write(LocalRegister.dmaMode(channel), MODE | DmaFields.MODE_SCATTER_GATHER.mask());
        write(
                LocalRegister.dmaPointer(channel),
                LOW + firstDescriptor | DmaFields.POINTER_TO_HOST.bits(toHost ? 1 : 0) | 1);
        write(LocalRegister.INTCSR, Intcsr.PCI_ENABLE.mask() | Intcsr.DMA0_ENABLE.mask() | Intcsr.DMA1_ENABLE.mask());
        write(LocalRegister.dmaStatus(channel), 3);
    }

    /** Writes a descriptor into low memory; {@code next} is an offset there, or negative for the last one. */
    void descriptor(int at, long hostAddress, int bytes, int next) {
        low.set(ValueLayout.JAVA_INT, at, (int) hostAddress);
        low.set(ValueLayout.JAVA_INT, at + 4, (int) (hostAddress >>> 32));
        low.set(ValueLayout.JAVA_INT, at + 8, bytes);
        low.set(ValueLayout.JAVA_INT, at + 12, next < 0 ? 1 : (int) LOW + next);
    }

    void run(long timePs) {
        engine.runUntil(engine.nowPs() + timePs);
    }

    boolean done(int channel) {
        return DmaFields.STATUS_DONE.isSet(read(LocalRegister.dmaStatus(channel)));
    }

    /** Runs until a channel is done; returns how long that took. */
    long finish(int channel) {
        long fromPs = engine.nowPs();
        while (!DmaFields.STATUS_DONE.isSet(card.peek(LocalRegister.dmaStatus(channel)))) {
            if (!engine.step()) {
                throw new AssertionError("channel " + channel + " is not done and nothing will happen");
            }
        }
        return engine.nowPs() - fromPs;
    }

    long count(CardCounter counter) {
        return card.counters().get(counter);
    }

    // ---- memories

    /** Bytes that say where they are. */
    static byte pattern(long at) {
        return (byte) (at * 31 + (at >>> 8) * 17 + 5);
    }

    static MemorySegment patterned(int bytes) {
        MemorySegment segment = Arena.ofAuto().allocate(bytes, 8);
        for (int i = 0; i < bytes; i++) {
            segment.set(ValueLayout.JAVA_BYTE, i, pattern(i));
        }
        return segment;
    }

    void fillCard(long offset, MemorySegment data) {
        memory.write(offset, data, 0, (int) data.byteSize());
    }

    MemorySegment card(long offset, int bytes) {
        MemorySegment target = Arena.ofAuto().allocate(bytes, 8);
        memory.read(offset, target, 0, bytes);
        return target;
    }

    long hash() {
        return memory.contentHash();
    }

    // ---- the ring's and the host's ends

    @Override
    public long accept(HostWrite write, long nowPs) {
        if (ringFull) {
            return -1;
        }
        ringBytes += write.lengthBytes();
        return ringBytes;
    }

    void space() {
        ringFull = false;
        card.onSpace(engine.nowPs());
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

    private MemorySegment region(long address, int lengthBytes) {
        for (long base : new long[] {HIGH, LOW}) {
            if (address >= base && address + lengthBytes <= base + HOST_BYTES) {
                return (base == HIGH ? high : low).asSlice(address - base, lengthBytes);
            }
        }
        return null;
    }

    @Override
    public void writeMemory(long address, MemorySegment data, int lengthBytes, long nowPs) {
        hostWrites++;
        hostBytes += lengthBytes;
        largestHostWrite = Math.max(largestHostWrite, lengthBytes);
        MemorySegment region = region(address, lengthBytes);
        if (region != null) {
            MemorySegment.copy(data, 0, region, 0, lengthBytes);
        }
    }

    @Override
    public boolean readMemory(long address, MemorySegment target, int lengthBytes, long nowPs) {
        MemorySegment region = region(address, lengthBytes);
        if (region == null) {
            return false;
        } else {
            MemorySegment.copy(region, 0, target, 0, lengthBytes);
        }
        return true;
    }

    @Override
    public void onPinLevel(boolean asserted, long nowPs) {
        pinLevels.add(asserted);
    }

    @Override
    public void onMessage(int vector, long subject, long nowPs) {
        messages.add(vector);
    }
}
