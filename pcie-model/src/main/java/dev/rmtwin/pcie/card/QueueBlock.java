package dev.rmtwin.pcie.card;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.pcie.register.RegisterBehaviour.Verdict;
import dev.rmtwin.pcie.register.RegisterBlock;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The queue block: receive channels behind their registers in BAR 4. Channel n interrupts by vector n unless it is told
 * otherwise; the coalescer and the mask of vector n are in channel n's registers.
 *
 * <p>Thread: the engine's.
 */
final class QueueBlock extends Component implements CardWindow, ReceiveChannel.Interrupter {
    private static final int COALESCER_TIMER = 0;
    private static final int IDLE_TIMER = 1;
    private static final int BATCH_TIMER = 2;
    /** Where frames come from and go to: fixed while any is under way. */
    private static final Set<QueueRegister> GEOMETRY = Collections.unmodifiableSet(EnumSet.of(
            QueueRegister.WINDOW_OFFSET,
            QueueRegister.WINDOW_LENGTH,
            QueueRegister.TRIGGER,
            QueueRegister.TRIGGER_LENGTH,
            QueueRegister.TRIGGER_IDLE_NS,
            QueueRegister.SQ_BASE,
            QueueRegister.SQ_SIZE,
            QueueRegister.CQ_BASE,
            QueueRegister.CQ_SIZE));

    /** After which something may have become possible for the engine. */
    private static final Set<QueueRegister> KICKS = Collections.unmodifiableSet(EnumSet.of(
            QueueRegister.SQ_TAIL,
            QueueRegister.CQ_HEAD,
            QueueRegister.FIFO_THRESHOLD,
            QueueRegister.FIFO_TIMEOUT_NS,
            QueueRegister.ERROR_STATUS));

    private final int node;
    private final ReceiveChannel[] channels;
    private final ChannelRegisters[] registers;
    /** By vector: one for each that channels may choose. */
    private final InterruptCoalescer[] coalescers;

    private final DmaEngine dma;
    private final MsixTable vectors;
    private final int commandQueues;
    private CardWindow commands;

    QueueBlock(CardPlan plan, CardEgress link, CardMemoryPort memory, MsixTable vectors, SeamRegistry seams) {
        super("node/" + plan.node() + "/queue-block");
        this.node = plan.node();
        this.vectors = vectors;
        commandQueues = plan.profile().commands().queueCount();
        QueueProfile profile = plan.profile().queue();
        dma = new DmaEngine(plan, link, memory, seams);
        int count = profile.channelCount();
        channels = new ReceiveChannel[count];
        registers = new ChannelRegisters[count];
        coalescers = new InterruptCoalescer[count];
        for (int index = 0; index < count; index++) {
            int vector = index;
            String owner = "node/" + node + "/channel/" + index;
            coalescers[index] = new InterruptCoalescer(
                    owner,
                    profile,
                    (coalescer, nowPs) -> onCoalesced(vector, coalescer, nowPs),
                    timer(COALESCER_TIMER, index),
                    seams);
            ReceiveChannel.Stages stages = new ReceiveChannel.Stages(
                    new DescriptorRing(owner, index, profile.descriptorPrefetch(), link, seams),
                    new CompletionQueue(owner, index, link, seams),
                    new ChannelInterrupts(index, count),
                    this,
                    new ReceiveChannel.Timers(timer(IDLE_TIMER, index), timer(BATCH_TIMER, index)));
            channels[index] = new ReceiveChannel(index, profile, plan.memoryBytes(), stages);
            registers[index] = new ChannelRegisters(channels[index], coalescers[index]);
        }
        dma.serve(channels);
    }

    private EpochTimer timer(int kind, int index) {
        return (epoch, timePs) -> post(Rank.CARD, timePs, kind, (long) epoch << 16 | index);
    }

    /** Puts the command queues behind the upper half of the BAR. */
    void join(CardWindow commandBlock) {
        commands = commandBlock;
    }

    DmaEngine dma() {
        return dma;
    }

    ReceiveChannel channel(int index) {
        return channels[index];
    }

    InterruptCoalescer coalescer(int vector) {
        return coalescers[vector];
    }

    int channelCount() {
        return channels.length;
    }

    void onCommit(int origin, boolean own, long offset, int lengthBytes, long nowPs) {
        boolean work = false;
        for (ReceiveChannel channel : channels) {
            work |= channel.onCommit(origin, own, offset, lengthBytes, nowPs);
        }
        if (work) {
            dma.kick(nowPs);
        }
    }

    @Override
    public void onData(ReceiveChannel channel, long nowPs) {
        coalescers[channel.interrupts().dataVector()].onData(channel.index(), nowPs);
    }

    @Override
    public void onDone(ReceiveChannel channel, FrameRecord record, long nowPs) {
        coalescers[channel.interrupts().doneVector()].onCompletion(channel.index(), record, nowPs);
    }

    @Override
    public void onUrgent(ReceiveChannel channel, long nowPs) {
        coalescers[channel.interrupts().doneVector()].onUrgent(channel.index(), nowPs);
    }

    /** A vector's coalescer lets go: the vector is sent if any channel with news may interrupt by it at this moment. */
    private void onCoalesced(int vector, InterruptCoalescer coalescer, long nowPs) {
        long subject = coalescer.subject();
        if (subject >= 0) {
            engine().trace().line(Stage.COALESCE, node, subject, nowPs);
        }
        boolean wanted = false;
        for (int index = 0; index < channels.length; index++) {
            ChannelInterrupts interrupts = channels[index].interrupts();
            wanted |= coalescer.holdsDone(index) && interrupts.lets(QueueCause.DONE.mask());
            wanted |= coalescer.holdsData(index) && interrupts.lets(QueueCause.DATA.mask());
            wanted |=
                    coalescer.holdsUrgent(index) && interrupts.lets(QueueCause.ERROR.mask() | QueueCause.TESTED.mask());
        }
        if (wanted) {
            outcome(vectors.deliver(vector, subject, nowPs).ordinal(), nowPs, subject);
        }
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        int index = (int) (arg & 0xFFFF);
        int epoch = (int) (arg >>> 16);
        boolean work = false;
        switch (kind) {
            case COALESCER_TIMER -> coalescers[index].onTimer(epoch, nowPs);
            case IDLE_TIMER -> work = channels[index].onIdleTimer(epoch, nowPs);
            case BATCH_TIMER -> work = channels[index].onBatchTimer(epoch, nowPs);
            default -> throw new IllegalStateException(this + " got event kind " + kind);
        }
        if (work) {
            dma.kick(nowPs);
        }
    }

    @Override
    public boolean has(long offset, int widthBytes) {
        if (offset >= CommandRegister.BASE) {
            return commands.has(offset, widthBytes);
        }
        return locate(offset, widthBytes) != RegisterBlock.NONE;
    }

    /** A register's bytes; the block has none that change by being read. */
    @Override
    public long read(long offset, int widthBytes, long nowPs) {
        if (offset >= CommandRegister.BASE) {
            return commands.read(offset, widthBytes, nowPs);
        }
        int spot = locate(offset, widthBytes);
        QueueRegister register = register(offset, spot);
        return RegisterBlock.extract(spot, widthBytes, peek(register, channelOf(offset)));
    }

    /** A register's whole value; {@code channel} counts for those that every channel has. */
    long peek(QueueRegister register, int channel) {
        return switch (register) {
            case VERSION -> QueueRegister.LAYOUT_VERSION;
            case CHANNELS -> channels.length;
            case COMMAND_QUEUES -> commandQueues;
            case VECTOR_CONTROL -> vectors.masked(channel) ? 1 : 0;
            case VECTOR_PENDING -> vectors.pending(channel) ? 1 : 0;
            case STATUS ->
                registers[channel].read(register) | QueueStatus.BLOCKED.bits(dma.blocked(channels[channel]) ? 1 : 0);
            default -> registers[channel].read(register);
        };
    }

    /** Writes a register's byte lanes; refused where there is none, or none that takes the value. */
    @Override
    public Verdict write(long offset, int widthBytes, long value, long nowPs) {
        if (offset >= CommandRegister.BASE) {
            return commands.write(offset, widthBytes, value, nowPs);
        }
        int spot = locate(offset, widthBytes);
        if (spot == RegisterBlock.NONE) {
            return Verdict.REFUSED;
        }
        QueueRegister register = register(offset, spot);
        if (!register.register().writable()) {
            return Verdict.REFUSED;
        }
        int channel = channelOf(offset);
        long next = register.register()
                .afterWrite(
                        peek(register, channel),
                        RegisterBlock.place(spot, widthBytes, value),
                        RegisterBlock.lanes(spot, widthBytes),
                        -1L);
        return write(register, channel, next, nowPs) ? Verdict.TAKEN : Verdict.REFUSED;
    }

    private boolean write(QueueRegister register, int index, long value, long nowPs) {
        ReceiveChannel channel = channels[index];
        if (register == QueueRegister.VECTOR_CONTROL) {
            channel.onInterruptGate(value == 0);
            vectors.setMasked(index, value != 0, nowPs)
                    .ifPresent(delivery -> outcome(delivery.ordinal(), nowPs, index));
            return true;
        }
        if (register == QueueRegister.CONTROL && QueueControl.RESET.isSet(value)) {
            reset(index, nowPs);
            return true;
        }
        if (GEOMETRY.contains(register) && (channel.busy() || dma.inFlight(channel) > 0)) {
            return false;
        }
        if (register == QueueRegister.CONTROL && !channel.busy() && dma.inFlight(channel) == 0) {
            // What was fetched ahead may have been written anew while the channel stood still.
            channel.descriptors().forget();
        }
        if (register == QueueRegister.SELF_TEST) {
            if (QueueSelfTest.START.isSet(value) && channel.selfTest().start(nowPs)) {
                dma.kick(nowPs);
            }
            return true;
        }
        boolean taken = registers[index].write(register, value, nowPs);
        if (register == QueueRegister.CONTROL) {
            channel.onInterruptGate(!vectors.masked(index));
        }
        if (KICKS.contains(register)) {
            dma.kick(nowPs);
        }
        return taken;
    }

    private void reset(int index, long nowPs) {
        ChannelInterrupts interrupts = channels[index].interrupts();
        clearPending(index, index);
        clearPending(index, interrupts.dataVector());
        clearPending(index, interrupts.doneVector());
        for (InterruptCoalescer coalescer : coalescers) {
            coalescer.forget(index);
        }
        channels[index].reset();
        coalescers[index].resetSettings(nowPs);
        coalescers[index].onSettings(nowPs);
        dma.abort(channels[index], nowPs);
    }

    /** What a pending interrupt was to announce is no more, unless another channel may have meant it, too. */
    private void clearPending(int index, int vector) {
        for (ReceiveChannel other : channels) {
            if (other.index() != index && other.interrupts().uses(vector)) {
                return;
            }
        }
        vectors.clearPending(vector);
    }

    /** Resets every channel; their vectors are the vector table's. */
    void reset(long nowPs) {
        for (int index = 0; index < channels.length; index++) {
            reset(index, nowPs);
        }
    }

    private int locate(long offset, int widthBytes) {
        if (offset < QueueRegister.CHANNEL_BASE) {
            return QueueRegister.GLOBAL.locate(offset, widthBytes);
        }
        long inChannels = offset - QueueRegister.CHANNEL_BASE;
        return inChannels / QueueRegister.CHANNEL_STRIDE < channels.length
                ? QueueRegister.CHANNEL.locate(inChannels % QueueRegister.CHANNEL_STRIDE, widthBytes)
                : RegisterBlock.NONE;
    }

    private static QueueRegister register(long offset, int spot) {
        int index = RegisterBlock.index(spot);
        return offset < QueueRegister.CHANNEL_BASE ? QueueRegister.ofBlock(index) : QueueRegister.ofChannel(index);
    }

    private static int channelOf(long offset) {
        return (int) Math.max(0, (offset - QueueRegister.CHANNEL_BASE) / QueueRegister.CHANNEL_STRIDE);
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        for (ReceiveChannel channel : channels) {
            channel.state(visitor);
        }
        for (InterruptCoalescer coalescer : coalescers) {
            coalescer.state(visitor);
        }
    }
}
