package dev.rmtwin.pcie.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.port.HostWrite;
import dev.rmtwin.core.port.TransmitPort;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.bus.HostSide;
import dev.rmtwin.pcie.bus.PcieLink;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A card between a ring and a host that only take notes. Accesses reach the card at once; messages take the bus. */
final class CardBench implements TransmitPort, CardMemoryPort, HostSide {
    static final int NODE = 9;
    static final int FIFO_DEPTH = 127;
    static final long MEMORY_BYTES = 128L << 20;
    static final int CHANNELS = 2;

    /** A network interrupt that the card has sent. */
    record Sent(int target, int type, int data) {}

    final Engine engine = new Engine();
    final List<Sent> sent = new ArrayList<>();
    final List<Integer> messages = new ArrayList<>();
    final RmCard card;
    int status;
    long dataWrites;
    boolean ringFull;
    /** Whether the card may reach host memory: it reads zeros there, and what it writes is counted. */
    boolean hostMemory;

    long hostAccesses;

    CardBench() {
        PcieProfile bus = new PcieProfile(1_000_000_000L, 256, 24, 1, 1, 1, 1, false, false);
        PcieLink link = engine.register(new PcieLink(NODE, bus));
        QueueProfile queue =
                new QueueProfile(CHANNELS, 16, 1000, Tail.NONE, 1_000_000_000L, 3, 10 * Ps.US, Ps.US, 1, false, false);
        CardProfile profile = new CardProfile("bench", CardIdentity.RM_QUEUE, bus, queue);
        card = RmCard.build(
                new CardPlan(NODE, profile, MEMORY_BYTES, new SeedTree(1)),
                engine,
                link,
                new RmCard.RingSide(this, this, () -> status, bits -> status &= ~bits, FIFO_DEPTH));
        link.connect(card, this);
        HostSetUp.run(card, 0);
        openGate();
    }

    /** What a driver does to let the RM block's interrupt out. */
    void openGate() {
        long enables = Intcsr.PCI_ENABLE.mask() | Intcsr.LOCAL_ENABLE.mask();
        card.writeRegister(BarAddress.of(LocalRegister.BAR, LocalRegister.INTCSR.offset()), 4, enables, engine.nowPs());
    }

    boolean write(RmRegister register, long value) {
        return write(register.offset(), register.widthBytes(), value);
    }

    boolean write(long offset, int widthBytes, long value) {
        return card.writeRegister(BarAddress.of(RmRegister.BAR, offset), widthBytes, value, engine.nowPs());
    }

    long read(RmRegister register) {
        return read(register.offset(), register.widthBytes());
    }

    long read(long offset, int widthBytes) {
        return card.read(BarAddress.of(RmRegister.BAR, offset), widthBytes, engine.nowPs());
    }

    void interrupt(int origin, int type, int data) {
        card.onNetworkInterrupt(origin, type, data, 0, engine.nowPs());
    }

    /** The ring latches status bits. */
    void latch(long bits) {
        status |= (int) bits;
        card.onLinkStatus((int) bits, engine.nowPs());
    }

    /** Interrupt messages that have arrived since the last call. */
    int interrupts() {
        engine.runUntil(engine.nowPs() + Ps.US);
        int count = messages.size();
        messages.clear();
        return count;
    }

    long badAccesses() {
        return card.counters().get(CardCounter.BAD_ACCESSES);
    }

    @Override
    public long accept(HostWrite write, long nowPs) {
        if (ringFull) {
            return -1;
        }
        if (write.isInterrupt()) {
            sent.add(new Sent(write.interruptTarget(), write.interruptType(), write.interruptData()));
        } else {
            dataWrites++;
        }
        return sent.size() + dataWrites;
    }

    @Override
    public void read(long offset, MemorySegment target, long targetOffset, int lengthBytes) {
        target.asSlice(targetOffset, lengthBytes).fill((byte) 0);
    }

    @Override
    public void writeOwn(HostWrite write, long packetSequence, long nowPs) {
        // counted in accept
    }

    @Override
    public long sizeBytes() {
        return MEMORY_BYTES;
    }

    @Override
    public void writeMemory(long address, MemorySegment data, int lengthBytes, long nowPs) {
        hostAccesses++;
        assertThat(hostMemory).as("write to host memory at %x", address).isTrue();
    }

    @Override
    public boolean readMemory(long address, MemorySegment target, int lengthBytes, long nowPs) {
        hostAccesses++;
        assertThat(hostMemory).as("read of host memory at %x", address).isTrue();
        target.asSlice(0, lengthBytes).fill((byte) 0);
        return true;
    }

    @Override
    public void onMessage(int vector, long subject, long nowPs) {
        messages.add(vector);
    }
}
