package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.port.HostWrite;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.register.Field;
import dev.rmtwin.pcie.register.RegisterBehaviour;
import dev.rmtwin.pcie.register.RegisterBlock;
import dev.rmtwin.pcie.register.RegisterFile;
import java.util.List;

/**
 * What the RM block does behind its registers ({@link RmRegister}): ring status, network interrupts out (NTD, NTN, NIC) and in
 * (four FIFOs), and the block's one interrupt, which is on while a bit of LISR that LIER enables is set and the global
 * enable is on. The {@link LocalBlock} decides whether it leaves the card.
 *
 * <p>Source: 5565 hardware manual by way of the fact sheet, 2.2 to 2.4 and 2.6. Fidelity: functional. Fields that are kept
 * without effect say so in their declaration. Thread: the engine's.
 */
final class RmBlock implements RegisterBehaviour, CardWindow {
    /** Latched bits of LCSR1 and the bits of LISR that tell of them, interrupt and clear them. */
    private record Latch(Field status, Field interrupt) {}

    private static final List<Latch> LATCHES = List.of(
            new Latch(Lcsr1.BAD_DATA, Lisr.BAD_DATA),
            new Latch(Lcsr1.SYNC_LOSS, Lisr.SYNC_LOSS),
            new Latch(Lcsr1.RX_ALMOST_FULL, Lisr.RX_ALMOST_FULL),
            new Latch(Lcsr1.RX_FULL, Lisr.RX_FULL));
    /** Enables that clear themselves when what they have told of is cleared. */
    private static final long ONE_SHOT = Lier.BAD_DATA.mask() | Lier.SYNC_LOSS.mask();

    private static final int[] FIFO_TYPES = {1, 2, 3, Nic.TYPE_INIT};
    private static final long SMALLEST_MEMORY_BYTES = 64L << 20;

    private final RmBlockPlan plan;
    private final RmCard.RingSide ring;
    private final MemoryWindow window;
    private final CounterBlock<CardCounter> counters;
    private final InterruptLevel output;
    private final long straps;
    private final RegisterFile file = new RegisterFile(RmRegister.BLOCK, this);
    private final HostWrite interruptWrite = new HostWrite();
    private final NetworkInterruptFifo[] fifos = new NetworkInterruptFifo[FIFO_TYPES.length];
    private boolean asserted;

    RmBlock(RmBlockPlan plan, MemoryWindow window, CounterBlock<CardCounter> counters, InterruptLevel output) {
        this.plan = plan;
        this.ring = plan.ring();
        this.window = window;
        this.counters = counters;
        this.output = output;
        straps = Lcsr1.MEMORY_SIZE.bits(memorySizeCode(plan.memoryBytes()));
        for (int i = 0; i < fifos.length; i++) {
            fifos[i] = new NetworkInterruptFifo(ring.interruptFifoDepth());
        }
    }

    /**
     * @param node node id
     * @param memoryBytes reflective memory installed
     * @param ring what the card finds on its network side
     */
    record RmBlockPlan(int node, long memoryBytes, RmCard.RingSide ring) {}

    private static int memorySizeCode(long memoryBytes) {
        for (int code = 0; code < 3; code++) {
            if (memoryBytes == SMALLEST_MEMORY_BYTES << code) {
                return code;
            }
        }
        return 3;
    }

    // ---- from the ring

    /** A network interrupt has arrived from the ring. */
    void onNetworkInterrupt(int origin, int type, int data, long nowPs) {
        if (type == Nic.TYPE_RESET_REQUEST) {
            counters.increment(CardCounter.RESET_REQUESTS);
            file.set(RmRegister.LISR.ordinal(), Lisr.RESET_REQUEST.mask());
            update(nowPs);
            return;
        }
        for (int i = 0; i < fifos.length; i++) {
            if (FIFO_TYPES[i] == type) {
                boolean queued = fifos[i].add(origin, data);
                counters.increment(queued ? CardCounter.NETWORK_INTERRUPTS : CardCounter.NETWORK_INTERRUPTS_LOST);
                update(nowPs);
                return;
            }
        }
        counters.increment(CardCounter.NETWORK_INTERRUPTS_RESERVED);
    }

    /** Latched bits of LCSR1 have become set. */
    void onLinkStatus(int lcsr1Bits, long nowPs) {
        for (Latch latch : LATCHES) {
            if (latch.status.isSet(lcsr1Bits)) {
                file.set(RmRegister.LISR.ordinal(), latch.interrupt.mask());
            }
        }
        update(nowPs);
    }

    // ---- from the host's memory writes

    /** Whether parity forbids a memory write: with parity on, only whole words of 4 bytes are written. */
    boolean inhibits(long offset, int lengthBytes, long nowPs) {
        boolean words = offset % Integer.BYTES == 0 && lengthBytes % Integer.BYTES == 0;
        if (words || !Lcsr1.PARITY_ENABLE.isSet(file.peek(RmRegister.LCSR1.ordinal()))) {
            return false;
        }
        counters.increment(CardCounter.HOST_WRITES_INHIBITED);
        file.set(RmRegister.LISR.ordinal(), Lisr.WRITE_INHIBITED.mask());
        update(nowPs);
        return true;
    }

    // ---- register accesses

    /** A register's value without side effects. */
    long peek(RmRegister register) {
        return file.peek(register.ordinal());
    }

    /** Writes byte lanes; {@link RegisterBehaviour.Verdict#BUSY} when the ring has no room for what the write sends. */
    @Override
    public Verdict write(long offset, int widthBytes, long value, long nowPs) {
        int spot = RmRegister.BLOCK.locate(offset, widthBytes);
        return spot == RegisterBlock.NONE ? Verdict.REFUSED : file.write(spot, widthBytes, value, nowPs);
    }

    @Override
    public boolean has(long offset, int widthBytes) {
        return RmRegister.BLOCK.locate(offset, widthBytes) != RegisterBlock.NONE;
    }

    @Override
    public long read(long offset, int widthBytes, long nowPs) {
        return file.read(RmRegister.BLOCK.locate(offset, widthBytes), widthBytes, nowPs);
    }

    @Override
    public long onPeek(int index) {
        return switch (RmRegister.of(index)) {
            case NID -> plan.node();
            case LCSR1 -> Integer.toUnsignedLong(ring.linkStatus().getAsInt()) | straps;
            case LISR -> waiting() | Lisr.AUTO_CLEAR.bits(Lier.AUTO_CLEAR.of(peek(RmRegister.LIER)));
            case ISD1 -> Integer.toUnsignedLong(fifos[0].data());
            case ISD2 -> Integer.toUnsignedLong(fifos[1].data());
            case ISD3 -> Integer.toUnsignedLong(fifos[2].data());
            case INITD -> Integer.toUnsignedLong(fifos[3].data());
            case SID1 -> fifos[0].sender();
            case SID2 -> fifos[1].sender();
            case SID3 -> fifos[2].sender();
            case INITN -> fifos[3].sender();
            case BRV, BID, BUILD_ID, LIER, NTD, NTN, NIC -> 0;
        };
    }

    private long waiting() {
        long bits = 0;
        for (int i = 0; i < fifos.length; i++) {
            if (!fifos[i].isEmpty()) {
                bits |= Lisr.networkInterrupt(FIFO_TYPES[i]).mask();
            }
        }
        return bits;
    }

    @Override
    public void onRead(int index, long nowPs) {
        RmRegister register = RmRegister.of(index);
        NetworkInterruptFifo fifo = fifoOf(register);
        if (fifo != null) {
            fifo.pop();
            update(nowPs);
        } else if (register == RmRegister.LISR && Lier.AUTO_CLEAR.isSet(peek(RmRegister.LIER))) {
            file.clear(index, Lisr.GLOBAL_ENABLE.mask());
            update(nowPs);
        }
    }

    /** The FIFO that a sender register takes from, or null. */
    private NetworkInterruptFifo fifoOf(RmRegister register) {
        return switch (register) {
            case SID1 -> fifos[0];
            case SID2 -> fifos[1];
            case SID3 -> fifos[2];
            case INITN -> fifos[3];
            default -> null;
        };
    }

    @Override
    public Verdict onWrite(int index, long present, long next, long nowPs) {
        if (index != RmRegister.NIC.ordinal()) {
            return Verdict.TAKEN;
        }
        int target = Nic.BROADCAST.isSet(next) ? -1 : (int) peek(RmRegister.NTN);
        interruptWrite.setInterrupt(target, (int) Nic.TYPE.of(next), (int) peek(RmRegister.NTD));
        return window.accept(interruptWrite, nowPs) ? Verdict.TAKEN : Verdict.BUSY;
    }

    @Override
    public void onWritten(int index, long present, long next, long nowPs) {
        RmRegister register = RmRegister.of(index);
        if (((present ^ next) & register.register().notModelledMask()) != 0) {
            counters.increment(CardCounter.NOT_MODELLED);
        }
        switch (register) {
            case LCSR1 -> ring.clearStatus().accept((int) (present & ~next & Lcsr1.OWN_DATA.mask()));
            case LISR -> onCleared(present & ~next);
            case SID1, SID2, SID3, INITN -> {
                if (next == 0) {
                    fifoOf(register).clear();
                }
            }
            default -> {}
        }
        update(nowPs);
    }

    private void onCleared(long lisrBits) {
        long status = 0;
        for (Latch latch : LATCHES) {
            if (latch.interrupt.isSet(lisrBits)) {
                status |= latch.status.mask();
            }
        }
        if (status != 0) {
            ring.clearStatus().accept((int) status);
        }
        file.clear(RmRegister.LIER.ordinal(), lisrBits & ONE_SHOT);
    }

    private void update(long nowPs) {
        long status = peek(RmRegister.LISR);
        boolean now =
                Lisr.GLOBAL_ENABLE.isSet(status) && (status & peek(RmRegister.LIER) & ~Lier.AUTO_CLEAR.mask()) != 0;
        if (now != asserted) {
            asserted = now;
            output.onLevel(now, nowPs);
        }
    }

    /** Gives every register its reset value; FIFOs and latches are empty then. */
    void reset() {
        file.reset();
        for (NetworkInterruptFifo fifo : fifos) {
            fifo.clear();
        }
        long latched = Lcsr1.OWN_DATA.mask();
        for (Latch latch : LATCHES) {
            latched |= latch.status.mask();
        }
        ring.clearStatus().accept((int) latched);
        asserted = false;
    }

    void state(StateVisitor visitor) {
        file.state(visitor);
        asserted = visitor.value("asserted", asserted);
        for (NetworkInterruptFifo fifo : fifos) {
            fifo.state(visitor);
        }
    }
}
