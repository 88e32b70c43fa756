package dev.rmtwin.pcie.card;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.core.trace.Trace;
import dev.rmtwin.pcie.bus.PcieLink;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The queue block: receive channels behind their registers in BAR 4. Channel n's completions interrupt by vector n.
 *
 * <p>Thread: the engine's.
 */
final class QueueBlock extends Component {
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

    /** A register's value; the block has none that change by being read. -1 when there is no such register. */
    long read(int offset, int widthBytes) {
        QueueRegister register = find(offset, widthBytes);
        if (register == null) {
            return -1;
        }
        int channel = channelOf(offset);
        return switch (register) {
            case VERSION -> QueueRegister.LAYOUT_VERSION;
            case CHANNELS -> channels.length;
            case VECTOR_CONTROL -> vectors.masked(channel) ? 1 : 0;
            case VECTOR_PENDING -> vectors.pending(channel) ? 1 : 0;
            default -> channels[channel].readRegister(register);
        };
    }

    /** Writes a register; false when there is none that takes the value. */
    boolean write(int offset, int widthBytes, long value, long nowPs) {
        QueueRegister register = find(offset, widthBytes);
        if (register == null || register.access() == Access.RO) {
            return false;
        }
        int index = channelOf(offset);
        ReceiveChannel channel = channels[index];
        if (register == QueueRegister.VECTOR_CONTROL) {
            vectors.setMasked(index, (value & 1) != 0, nowPs)
                    .ifPresent(delivery -> outcome(delivery.ordinal(), nowPs, index));
            return true;
        }
        if (register == QueueRegister.CONTROL && (value & QueueRegister.CONTROL_RESET) != 0) {
            channel.reset();
            vectors.clearPending(index);
            dma.abort(channel, nowPs);
            return true;
        }
        if (GEOMETRY.contains(register) && (channel.busy() || dma.inFlight(channel) > 0)) {
            return false;
        }
        boolean taken = channel.writeRegister(register, value);
        if (register == QueueRegister.COALESCE_FRAMES || register == QueueRegister.COALESCE_NS) {
            channel.coalescer().onSettings(nowPs);
        }
        if (register == QueueRegister.SQ_TAIL || register == QueueRegister.CQ_HEAD) {
            dma.kick(nowPs);
        }
        return taken;
    }

    private QueueRegister find(int offset, int widthBytes) {
        QueueRegister register;
        if (offset < QueueRegister.CHANNEL_BASE) {
            register = offset == QueueRegister.VERSION.offset()
                    ? QueueRegister.VERSION
                    : offset == QueueRegister.CHANNELS.offset() ? QueueRegister.CHANNELS : null;
        } else if (channelOf(offset) >= channels.length) {
            register = null;
        } else {
            register = QueueRegister.ofChannel((offset - QueueRegister.CHANNEL_BASE) % QueueRegister.CHANNEL_STRIDE);
        }
        return register != null && register.widthBytes() == widthBytes ? register : null;
    }

    private static int channelOf(int offset) {
        return Math.max(0, (offset - QueueRegister.CHANNEL_BASE) / QueueRegister.CHANNEL_STRIDE);
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        for (ReceiveChannel channel : channels) {
            channel.state(visitor);
        }
    }
}
