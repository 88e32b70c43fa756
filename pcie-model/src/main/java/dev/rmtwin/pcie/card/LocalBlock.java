package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.register.RegisterBehaviour;
import dev.rmtwin.pcie.register.RegisterBlock;
import dev.rmtwin.pcie.register.RegisterFile;

/**
 * What the local block does behind its registers ({@link LocalRegister}): it gates the card's interrupt sources, commands the
 * {@link BlockDma}, and places the window of BAR 3.
 *
 * <p>The interrupt line is asserted while {@code PCI_ENABLE} is on and a source is on whose enable is: the RM block, a DMA channel
 * whose interrupt goes to the host, or an abort. Whoever sends messages instead of a level hears of every source that joins,
 * so that one which comes while another stands is not lost.
 *
 * <p>Source: fact sheet 2.5, 2.6, 4.12 and 4.13. Fidelity: functional. Thread: the engine's.
 */
final class LocalBlock implements RegisterBehaviour, CardWindow {
    private static final int SOURCE_LOCAL = 1;
    private static final int SOURCE_ABORT = 1 << 1;
    private static final int SOURCE_DMA0 = 1 << 2;

    /** Hears that an interrupt source has joined those that assert the line. */
    interface MessageOutput {
        void onInterrupt(long nowPs);
    }

    /**
     * Where interrupts go.
     *
     * @param level the line
     * @param message as a message
     */
    record Outputs(InterruptLevel level, MessageOutput message) {}

    private final CounterBlock<CardCounter> counters;
    private final Outputs outputs;
    private final long windowBytes;
    /** Offset bits that a window of this size within this memory has. */
    private final long remapMask;

    private final RegisterFile file = new RegisterFile(LocalRegister.BLOCK, this);
    private final BlockDma dma;
    private boolean localInput;
    private int sources;

    LocalBlock(CardPlan plan, BlockDmaWiring dmaWiring, Outputs outputs, SeamRegistry seams) {
        counters = dmaWiring.counters();
        this.outputs = outputs;
        windowBytes = plan.profile().local().windowBytes(plan.memoryBytes());
        remapMask = plan.memoryBytes() - 1 & -windowBytes;
        dma = new BlockDma(plan, dmaWiring, this::onDmaEnd, seams);
    }

    BlockDma dma() {
        return dma;
    }

    // ---- the window of BAR 3

    /** Bytes of the window. */
    long windowBytes() {
        return windowBytes;
    }

    /** Whether the window answers. */
    boolean windowEnabled() {
        return (peek(LocalRegister.LAS1BA) & LocalRegister.LAS1BA_ENABLE) != 0;
    }

    /** Offset of the window in memory. */
    long windowBase() {
        return peek(LocalRegister.LAS1BA) & remapMask;
    }

    /** Whether accesses through the window reverse the bytes of each word. */
    boolean windowSwapped() {
        return Bigend.MEMORY.isSet(peek(LocalRegister.BIGEND));
    }

    // ---- interrupts

    /** The RM block's interrupt has come or gone. */
    void onLocalInterrupt(boolean asserted, long nowPs) {
        localInput = asserted;
        update(nowPs);
    }

    private void onDmaEnd(int channel, long nowPs) {
        update(nowPs);
    }

    /** Whether the card's interrupt line is asserted. */
    boolean interruptLine() {
        return sources != 0;
    }

    private void update(long nowPs) {
        int now = enabledSources();
        int joined = now & ~sources;
        boolean changed = (now != 0) != (sources != 0);
        sources = now;
        if (changed) {
            outputs.level().onLevel(now != 0, nowPs);
        }
        if (joined != 0) {
            outputs.message().onInterrupt(nowPs);
        }
    }

    private int enabledSources() {
        long enables = peek(LocalRegister.INTCSR);
        if (!Intcsr.PCI_ENABLE.isSet(enables)) {
            return 0;
        }
        int now = localInput && Intcsr.LOCAL_ENABLE.isSet(enables) ? SOURCE_LOCAL : 0;
        for (int channel = 0; channel < LocalRegister.DMA_CHANNELS; channel++) {
            boolean toHost = DmaFields.MODE_TO_PCI.isSet(peek(LocalRegister.dmaMode(channel)));
            if (dma.interrupting(channel) && toHost && Intcsr.dmaEnable(channel).isSet(enables)) {
                now |= SOURCE_DMA0 << channel;
            }
            if (dma.failed(channel) && Intcsr.ABORT_ENABLE.isSet(enables)) {
                now |= SOURCE_ABORT;
            }
        }
        return now;
    }

    // ---- register accesses

    /** A register's value without side effects. */
    long peek(LocalRegister register) {
        return file.peek(register.ordinal());
    }

    @Override
    public Verdict write(long offset, int widthBytes, long value, long nowPs) {
        int spot = LocalRegister.BLOCK.locate(offset, widthBytes);
        return spot == RegisterBlock.NONE ? Verdict.REFUSED : file.write(spot, widthBytes, value, nowPs);
    }

    @Override
    public boolean has(long offset, int widthBytes) {
        return LocalRegister.BLOCK.locate(offset, widthBytes) != RegisterBlock.NONE;
    }

    @Override
    public long read(long offset, int widthBytes, long nowPs) {
        return file.read(LocalRegister.BLOCK.locate(offset, widthBytes), widthBytes, nowPs);
    }

    @Override
    public long onPeek(int index) {
        return switch (LocalRegister.of(index)) {
            case INTCSR -> interruptStatus();
            case DMACSR0 -> DmaFields.STATUS_DONE.bits(dma.done(0) ? 1 : 0);
            case DMACSR1 -> DmaFields.STATUS_DONE.bits(dma.done(1) ? 1 : 0);
            case LAS1RR -> -windowBytes & 0xFFFF_FFFFL;
            default -> 0;
        };
    }

    private long interruptStatus() {
        long bits = Intcsr.ALWAYS_SET;
        for (int channel = 0; channel < LocalRegister.DMA_CHANNELS; channel++) {
            bits |= dma.interrupting(channel) ? Intcsr.dmaActive(channel).mask() : 0;
            bits |= dma.failed(channel)
                    ? Intcsr.ABORT_ACTIVE.mask()
                    : Intcsr.notDma(channel).mask();
        }
        bits |= Intcsr.LOCAL_ACTIVE.bits(localInput ? 1 : 0);
        return bits | Intcsr.DOORBELL_ACTIVE.bits(peek(LocalRegister.P2L_DOORBELL) == 0 ? 0 : 1);
    }

    @Override
    public void onRead(int index, long nowPs) {
        // No register of this block changes by being read.
    }

    @Override
    public Verdict onWrite(int index, long present, long next, long nowPs) {
        return Verdict.TAKEN;
    }

    @Override
    public void onWritten(int index, long present, long next, long nowPs) {
        LocalRegister register = LocalRegister.of(index);
        if (((present ^ next) & register.register().notModelledMask()) != 0) {
            counters.increment(CardCounter.NOT_MODELLED);
        }
        switch (register) {
            case DMACSR0 -> dma.onCommand(0, next, nowPs);
            case DMACSR1 -> dma.onCommand(1, next, nowPs);
            case LAS1BA -> cutOffset(index, next);
            default -> {}
        }
        update(nowPs);
    }

    /** The window lies at a multiple of its size, within memory: what does not fit is not kept. */
    private void cutOffset(int index, long next) {
        long cut = next & ~(remapMask | LocalRegister.LAS1BA_ENABLE);
        if (cut != 0) {
            counters.increment(CardCounter.WINDOW_OFFSET_CUT);
            file.clear(index, cut);
        }
    }

    /** Gives every register its reset value and ends every transfer; the RM block's interrupt is taken as gone. */
    void reset(long nowPs) {
        file.reset();
        dma.reset();
        localInput = false;
        update(nowPs);
    }

    void state(StateVisitor visitor) {
        file.state(visitor);
        localInput = visitor.value("localInput", localInput);
        sources = visitor.value("sources", sources);
    }
}
