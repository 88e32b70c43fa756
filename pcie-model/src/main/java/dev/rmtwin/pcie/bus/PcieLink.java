package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.routine.ReadPort;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.card.PcieProfile;
import java.lang.foreign.MemorySegment;

/**
 * The bus between one card and its host. Each direction keeps the order of what is posted: data lands before its completion,
 * the completion before its interrupt message, and a read pushes the writes before it. What the card cannot take stays in its
 * receive buffer and holds its credits; when they run out, the host waits.
 *
 * <p>A read that is not answered within the completion time-out ends on its own: the host's gives all ones, the card's
 * {@link CompletionStatus#TIMED_OUT}. An answer that comes later is dropped and counted.
 *
 * <p>Fidelity: cycle-approximate (rate, packets, credits, tags, order, time-outs). Not modelled: bit errors and replay,
 * link training, power states of the link, virtual channels. Thread: the engine's.
 */
public final class PcieLink extends Component implements ReadPort {
    private static final long NO_TIMER = -1;

    private final PcieProfile profile;
    private final CounterBlock<BusCounter> counters = new CounterBlock<>(BusCounter.class);
    private final TlpPool pool = new TlpPool();
    private final WireFormat wire;
    private final int dllpBytes;
    private final Direction toCard;
    private final Direction toHost;
    private final HostReads hostReads;
    private final BusSeams seams;
    private final CardEnd cardEnd;
    private final HostEnd hostEnd;
    private LinkState state = LinkState.UP;
    private long timerPs = NO_TIMER;

    /** As {@link #PcieLink(int, PcieProfile, SeedTree)}, with draws of a seed of its own. */
    public PcieLink(int node, PcieProfile profile) {
        this(node, profile, new SeedTree(0));
    }

    /**
     * @param node node id, for names and trace lines
     * @param profile the link
     * @param seeds draws of the fabric
     */
    public PcieLink(int node, PcieProfile profile, SeedTree seeds) {
        super("node/" + node + "/pcie");
        this.profile = profile;
        wire = new WireFormat(profile.packets());
        dllpBytes = profile.packets().dllpBytes();
        Direction.Shared shared = new Direction.Shared(wire, pool, counters);
        toCard = Direction.toCard(
                profile, shared, new Direction.Events(BusCode.AT_CARD, BusCode.WAKE_TO_CARD, this::schedule));
        toHost = Direction.toHost(
                profile,
                shared,
                new Direction.Events(BusCode.AT_HOST, BusCode.WAKE_TO_HOST, this::schedule),
                seeds.seam(name() + "/fabric"));
        hostReads = new HostReads(profile, shared, new ReadsPort());
        seams = new BusSeams(name());
        cardEnd = new CardEnd(this, pool, toCard, hostReads, seams);
        hostEnd = new HostEnd(this, node, pool, toHost, seams);
    }

    /** Joins the two ends; once, before the first event. */
    public void connect(CardSide cardSide, HostSide hostSide) {
        cardEnd.connect(cardSide);
        hostEnd.connect(hostSide, engine());
        seams.addTo(engine().seams());
    }

    private void schedule(int kind, int slot, long atPs) {
        post(Rank.BUS, atPs, kind, slot);
    }

    private final class ReadsPort implements HostReads.Port {
        @Override
        public void send(Tlp request, long nowPs) {
            offerToHost(request, nowPs);
        }

        @Override
        public void timesOut(long atPs) {
            armTimer(atPs);
        }

        @Override
        public void deliver(int token, CompletionStatus status, MemorySegment data, int lengthBytes, long nowPs) {
            if (status != CompletionStatus.SUCCESS) {
                outcome(BusCode.OUTCOME_CARD_READ_FAILED, nowPs, (long) status.ordinal() << Integer.SIZE | token);
            }
            cardEnd.card().onHostData(token, status, data, lengthBytes, nowPs);
        }
    }

    /** Posts a register write that leaves the host at {@code atPs}. */
    public void writeRegister(long address, int widthBytes, long value, long atPs) {
        Tlp tlp = pool.take(Tlp.Kind.REGISTER_WRITE);
        tlp.address = address;
        tlp.lengthBytes = widthBytes;
        tlp.value = value;
        issue(tlp, atPs);
    }

    /** Posts a write of card memory, cut at the maximum payload; the bytes are copied now, and leave the host at {@code atPs}. */
    public void writeMemory(long offset, MemorySegment source, long sourceOffset, int lengthBytes, long atPs) {
        int done = 0;
        while (done < lengthBytes) {
            Tlp tlp = pool.take(Tlp.Kind.MEMORY_WRITE);
            tlp.address = offset + done;
            tlp.carry(source, sourceOffset + done, Math.min(lengthBytes - done, wire.roomAt(tlp.address)));
            done += tlp.lengthBytes;
            issue(tlp, atPs);
        }
    }

    @Override
    public void request(long address, int widthBytes, int requesterId, long nowPs) {
        long deadlinePs =
                state == LinkState.DOWN ? nowPs : nowPs + profile.delays().completionTimeoutPs();
        Tlp tlp = hostEnd.open(requesterId, deadlinePs);
        tlp.address = address;
        tlp.lengthBytes = widthBytes;
        armTimer(deadlinePs);
        issue(tlp, nowPs);
    }

    /** A step of the host may write at a time that is still ahead, so entering the line is an event of its own. */
    private void issue(Tlp tlp, long atPs) {
        if (atPs > engine().nowPs()) {
            post(Rank.BUS, atPs, BusCode.ISSUE, tlp.slot);
        } else {
            offerToCard(tlp, engine().nowPs());
        }
    }

    private void offerToCard(Tlp tlp, long nowPs) {
        if (state == LinkState.DOWN) {
            vanish(tlp, nowPs);
        } else {
            toCard.offer(tlp, nowPs);
        }
    }

    /**
     * Posts a write of host memory, cut into packets. It passes no posted write before it.
     *
     * @param subject the frame record whose completion this is, or -1 for plain data
     */
    public void writeHost(long address, MemorySegment source, int lengthBytes, long subject, long nowPs) {
        int done = 0;
        while (done < lengthBytes) {
            Tlp tlp = cut(address, source, done, lengthBytes);
            done += tlp.lengthBytes;
            tlp.subject = done == lengthBytes ? subject : Tlp.NO_SUBJECT;
            offerToHost(tlp, nowPs);
        }
    }

    /**
     * As {@link #writeHost}, for data whose order among posted writes does not matter until a strict one or a message follows:
     * with relaxed ordering in the profile it may pass earlier posted writes.
     */
    public void writeHostData(long address, MemorySegment source, int lengthBytes, long nowPs) {
        int done = 0;
        while (done < lengthBytes) {
            Tlp tlp = cut(address, source, done, lengthBytes);
            tlp.relaxed = profile.flow().relaxedOrdering();
            done += tlp.lengthBytes;
            offerToHost(tlp, nowPs);
        }
    }

    /** The next packet of a write of host memory. */
    private Tlp cut(long address, MemorySegment source, int done, int lengthBytes) {
        Tlp tlp = pool.take(Tlp.Kind.HOST_WRITE);
        tlp.address = address + done;
        tlp.carry(source, done, Math.min(lengthBytes - done, wire.roomAt(tlp.address)));
        return tlp;
    }

    /** Posts an interrupt message; it passes nothing posted before it. */
    public void sendMessage(int vector, long subject, long nowPs) {
        Tlp tlp = pool.take(Tlp.Kind.MESSAGE);
        tlp.value = vector;
        tlp.subject = subject;
        offerToHost(tlp, nowPs);
    }

    /** Posts a new level of the card's interrupt pin: a message without payload. */
    public void sendPinLevel(boolean asserted, long nowPs) {
        Tlp tlp = pool.take(Tlp.Kind.PIN_LEVEL);
        tlp.value = asserted ? 1 : 0;
        offerToHost(tlp, nowPs);
    }

    /** The card is reset: nothing that it has sent reaches the host any more. Returns how much was on its way. */
    public int dropFromCard() {
        return pool.dropFromCard();
    }

    /**
     * Asks for bytes of host memory; the answer comes once and whole to {@link CardSide#onHostData}, or an error.
     *
     * @param tag comes back with the answer
     */
    public void readHost(long address, int lengthBytes, int tag, long nowPs) {
        hostReads.ask(address, lengthBytes, tag, false, nowPs);
    }

    /**
     * As {@link #readHost}, for data whose order among the host's writes to the card does not matter: with relaxed ordering in
     * the profile its answer may pass posted writes of the host that wait.
     */
    public void readHostData(long address, int lengthBytes, int tag, long nowPs) {
        hostReads.ask(address, lengthBytes, tag, profile.flow().relaxedOrdering(), nowPs);
    }

    /** Bytes that one request for host memory asks for at most; a longer {@link #readHost} takes several. */
    public int maxReadBytes() {
        return hostReads.maxReadBytes();
    }

    /** When a card that sends as fast as the link goes should send on. */
    public long toHostReadyPs(long nowPs) {
        return toHost.readyPs(nowPs);
    }

    private void offerToHost(Tlp tlp, long nowPs) {
        if (state == LinkState.UP) {
            toHost.offer(tlp, nowPs);
        } else {
            vanish(tlp, nowPs);
        }
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        switch (kind) {
            case BusCode.WAKE_TO_CARD -> toCard.onWake(nowPs);
            case BusCode.WAKE_TO_HOST -> toHost.onWake(nowPs);
            case BusCode.TIMEOUT -> onTimer(nowPs);
            case BusCode.ISSUE -> {
                Tlp tlp = pool.get(arg);
                pool.adopt(tlp);
                offerToCard(tlp, nowPs);
            }
            default -> onTransaction(kind, pool.get(arg), nowPs);
        }
    }

    private void onTransaction(int kind, Tlp tlp, long nowPs) {
        if (!pool.ofPresentLife(tlp)) {
            vanish(tlp, nowPs);
            return;
        }
        switch (kind) {
            case BusCode.AT_CARD -> {
                toHost.acknowledge(dllpBytes * wire.packets(tlp), nowPs);
                cardEnd.arrive(tlp, nowPs);
            }
            case BusCode.AT_HOST -> {
                toCard.acknowledge(dllpBytes, nowPs);
                hostEnd.arrive(tlp, nowPs);
            }
            case BusCode.HOST_MEMORY_READ -> {
                tlp.kind = Tlp.Kind.HOST_DATA;
                offerToCard(tlp, nowPs);
            }
            case BusCode.REGISTER_READ -> {
                tlp.kind = Tlp.Kind.READ_REPLY;
                offerToHost(tlp, nowPs);
            }
            default -> throw new IllegalStateException(this + " got event kind " + kind);
        }
    }

    /** The card has room again: what stalled goes on in order. */
    public void onSpace(long nowPs) {
        cardEnd.onSpace(nowPs);
    }

    /** A read has been done; its answer leaves after the time that takes and what a fault adds, or never. */
    void answer(Tlp tlp, long extraPs, long nowPs) {
        boolean register = tlp.kind == Tlp.Kind.READ;
        if (extraPs == Seam.DROPPED) {
            vanish(tlp, nowPs);
        } else {
            long tookPs = register ? profile.registerReadPs() : profile.hostMemoryReadPs();
            post(
                    Rank.BUS,
                    nowPs + tookPs + extraPs,
                    register ? BusCode.REGISTER_READ : BusCode.HOST_MEMORY_READ,
                    tlp.slot);
        }
    }

    /** A read of the host ended without a value. */
    void failed(int requester, CompletionStatus status, long nowPs) {
        outcome(BusCode.OUTCOME_HOST_READ_FAILED, nowPs, (long) status.ordinal() << Integer.SIZE | requester);
    }

    /** An answer that nobody waits for any more. */
    void unexpected(Tlp tlp, long nowPs) {
        counters.increment(BusCounter.UNEXPECTED_COMPLETIONS);
        outcome(BusCode.OUTCOME_UNEXPECTED, nowPs, tlp.number);
    }

    /** A transaction ends nowhere. Whoever waits for an answer to it waits until the time-out. */
    void vanish(Tlp tlp, long nowPs) {
        if (tlp.posted()) {
            counters.increment(BusCounter.POSTED_LOST);
        }
        outcome(BusCode.OUTCOME_LOST, nowPs, tlp.kind.ordinal());
        pool.release(tlp);
    }

    private void armTimer(long atPs) {
        if (timerPs == NO_TIMER || atPs < timerPs) {
            timerPs = atPs;
            post(Rank.BUS, atPs, BusCode.TIMEOUT, 0);
        }
    }

    private void onTimer(long nowPs) {
        if (nowPs != timerPs) {
            return;
        }
        timerPs = NO_TIMER;
        hostEnd.expire(nowPs);
        hostReads.expire(nowPs);
        long nextPs = Math.min(hostEnd.earliestPs(), hostReads.earliestPs());
        if (nextPs != ReadTable.NEVER) {
            armTimer(nextPs);
        }
    }

    /**
     * Lets the card die, the link fall, or both come back. What a silent card had sent still arrives; with the link everything
     * under way is lost, and the host's open reads end now.
     */
    public void setState(LinkState next, long nowPs) {
        if (next == state) {
            return;
        }
        state = next;
        outcome(BusCode.OUTCOME_STATE, nowPs, next.ordinal());
        if (next == LinkState.DOWN) {
            toCard.flush(tlp -> vanish(tlp, nowPs));
            toHost.flush(tlp -> vanish(tlp, nowPs));
            cardEnd.flush(nowPs);
            pool.endLife();
            if (hostEnd.expireAll(nowPs)) {
                armTimer(nowPs);
            }
        } else if (next == LinkState.SILENT) {
            onSpace(nowPs);
        }
    }

    /** How much of the link is alive. */
    public LinkState state() {
        return state;
    }

    /** Counters of the bus. */
    public CounterBlock<BusCounter> counters() {
        return counters;
    }

    /** Posted writes and messages on their way, also those that a step of the host has yet to issue. */
    public int postedInFlight() {
        return pool.posted();
    }

    /** What of the bus is in use; peeked. */
    public BusUse use() {
        return BusUse.of(pool, toCard, toHost, hostReads);
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        counters.state(visitor);
        toCard.state(visitor);
        toHost.state(visitor);
        pool.state(visitor);
        cardEnd.state(visitor);
        hostEnd.state(visitor);
        hostReads.state(visitor);
        state = LinkState.of(visitor.value("linkState", state.ordinal()));
        timerPs = visitor.value("timer", timerPs);
    }
}
