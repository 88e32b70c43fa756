package dev.rmtwin.pcie.card;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.core.trace.Trace;
import dev.rmtwin.pcie.bus.PcieLink;
import dev.rmtwin.pcie.register.RegisterBehaviour.Verdict;
import dev.rmtwin.pcie.register.RegisterBlock;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The queue block: receive channels behind their registers in BAR 4. Channel n's completions interrupt by vector n.
 *
 * <p>Thread: the engine's.
 */
final class QueueBlock extends Component implements CardWindow {
    private static final int COALESCER_TIMER = 0;
    /** Where frames come from and go to: fixed while any is under way. */
    private static final Set<QueueRegister> GEOMETRY = Collections.unmodifiableSet(EnumSet.of(
            QueueRegister.WINDOW_OFFSET,
            QueueRegister.WINDOW_LENGTH,
            QueueRegister.SQ_BASE,
            QueueRegister.SQ_SIZE,
            QueueRegister.CQ_BASE,
            QueueRegister.CQ_SIZE));

    private final int node;
    private final ReceiveChannel[] channels;
    private final DmaEngine dma;
    private final MsixTable vectors;

    QueueBlock(CardPlan plan, PcieLink link, CardMemoryPort memory, MsixTable vectors, SeamRegistry seams) {
        super("node/" + plan.node() + "/queue-block");
        this.node = plan.node();
        this.vectors = vectors;
        QueueProfile profile = plan.profile().queue();
        dma = new DmaEngine(plan, link, memory, seams);
        channels = new ReceiveChannel[profile.channelCount()];
        for (int index = 0; index < channels.length; index++) {
            int channel = index;
            String owner = "node/" + node + "/channel/" + index;
            InterruptCoalescer coalescer = new InterruptCoalescer(
                    owner,
                    profile,
                    (record, nowPs) -> onCoalesced(channel, record, nowPs),
                    (epoch, timePs) -> post(Rank.CARD, timePs, COALESCER_TIMER, (long) epoch << 16 | channel),
                    seams);
            channels[index] = new ReceiveChannel(
                    index,
                    profile,
                    plan.memoryBytes(),
                    new DescriptorRing(owner, link, seams),
                    new ReceiveChannel.ChannelOutput(new CompletionQueue(owner, index, link, seams), coalescer));
        }
        dma.serve(channels);
    }

    DmaEngine dma() {
        return dma;
    }

    ReceiveChannel channel(int index) {
        return channels[index];
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

    private void onCoalesced(int channel, long lastRecord, long nowPs) {
        long subject = Trace.record(channel, lastRecord);
        engine().trace().line(Stage.COALESCE, node, subject, nowPs);
        if (channels[channel].interrupting()) {
            outcome(vectors.deliver(channel, subject, nowPs).ordinal(), nowPs, subject);
        }
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        channels[(int) (arg & 0xFFFF)].coalescer().onTimer((int) (arg >>> 16), nowPs);
    }

    @Override
    public boolean has(long offset, int widthBytes) {
        return locate(offset, widthBytes) != RegisterBlock.NONE;
    }

    /** A register's bytes; the block has none that change by being read. */
    @Override
    public long read(long offset, int widthBytes, long nowPs) {
        int spot = locate(offset, widthBytes);
        QueueRegister register = register(offset, spot);
        return RegisterBlock.extract(spot, widthBytes, peek(register, channelOf(offset)));
    }

    /** A register's whole value; {@code channel} counts for those that every channel has. */
    long peek(QueueRegister register, int channel) {
        return switch (register) {
            case VERSION -> QueueRegister.LAYOUT_VERSION;
            case CHANNELS -> channels.length;
            case VECTOR_CONTROL -> vectors.masked(channel) ? 1 : 0;
            case VECTOR_PENDING -> vectors.pending(channel) ? 1 : 0;
            default -> channels[channel].readRegister(register);
        };
    }

    /** Writes a register's byte lanes; refused where there is none, or none that takes the value. */
    @Override
    public Verdict write(long offset, int widthBytes, long value, long nowPs) {
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
            channel.onInterruptGate(value == 0 && channel.interrupting());
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
        boolean taken = channel.writeRegister(register, value);
        if (register == QueueRegister.CONTROL) {
            channel.onInterruptGate(channel.interrupting() && !vectors.masked(index));
        }
        if (register == QueueRegister.COALESCE_FRAMES || register == QueueRegister.COALESCE_NS) {
            channel.coalescer().onSettings(nowPs);
        }
        if (register == QueueRegister.SQ_TAIL || register == QueueRegister.CQ_HEAD) {
            dma.kick(nowPs);
        }
        return taken;
    }

    private void reset(int index, long nowPs) {
        channels[index].reset();
        vectors.clearPending(index);
        dma.abort(channels[index], nowPs);
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
    }
}
