package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.memory.SlotQueue;
import dev.rmtwin.core.routine.ReadPort;
import dev.rmtwin.core.routine.ReadReply;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;
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
    private static final int AT_CARD = 0;
    private static final int AT_HOST = 1;
    private static final int HOST_MEMORY_READ = 2;
    private static final int REGISTER_READ = 3;
    private static final int ISSUE = 4;
    private static final int WAKE_TO_CARD = 5;
    private static final int WAKE_TO_HOST = 6;
    private static final int TIMEOUT = 7;

    private static final int OUTCOME_HOST_READ_FAILED = 1;
    private static final int OUTCOME_CARD_READ_FAILED = 2;
    private static final int OUTCOME_UNEXPECTED = 3;
    private static final int OUTCOME_LOST = 4;
    private static final int OUTCOME_STATE = 5;

    private static final long ALL_ONES = -1L;
    private static final int PAGE_BYTES = 4096;
    private static final int WORD_BYTES = 4;
    private static final int HOST_READS_AT_FIRST = 8;
    private static final int HOST_READS_AT_MOST = 1 << 16;
    private static final long NO_TIMER = -1;

    private final PcieProfile profile;
    private final int node;
    private final CounterBlock<BusCounter> counters = new CounterBlock<>(BusCounter.class);
    private final TlpPool pool = new TlpPool();
    private final WireFormat wire;
    private final int dllpBytes;
    private final Direction toCard;
    private final Direction toHost;
    private final SlotQueue stalled = new SlotQueue();
    private final ReadTable registerReads = new ReadTable(HOST_READS_AT_FIRST, HOST_READS_AT_MOST);
    private final HostReads hostReads;
    private final BusSeams seams;
    private CardSide card;
    private HostSide host;
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
        this.node = node;
        this.profile = profile;
        wire = new WireFormat(profile.packets());
        dllpBytes = profile.packets().dllpBytes();
        Direction.Shared shared = new Direction.Shared(wire, pool, counters);
        long towardsCardPs = profile.hostToCardPs();
        long towardsHostPs = profile.cardToHostPs();
        toCard = new Direction(
                shared,
                new Pipe(profile.byteClock(), towardsCardPs),
                towardsHostPs,
                profile.flow().card(),
                new Exit(AT_CARD, WAKE_TO_CARD));
        toHost = new Direction(
                shared,
                new Pipe(profile.byteClock(), towardsHostPs),
                towardsCardPs,
                profile.flow().host(),
                new Exit(AT_HOST, WAKE_TO_HOST));
        toHost.holdUp(profile.flow().fabricHoldPs(), seeds.seam(name() + "/fabric"));
        hostReads = new HostReads(profile, shared, new ReadsPort());
        seams = new BusSeams(name());
    }

    /** Joins the two ends; once, before the first event. */
    public void connect(CardSide cardSide, HostSide hostSide) {
        card = cardSide;
        host = hostSide;
        seams.addTo(engine().seams());
    }

    /** Arrivals and wake-ups of one direction become events. */
    private final class Exit implements Direction.Exit {
        private final int arrival;
        private final int wake;

        private Exit(int arrival, int wake) {
            this.arrival = arrival;
            this.wake = wake;
        }

        @Override
        public void arrives(Tlp tlp, long atPs) {
            post(Rank.BUS, atPs, arrival, tlp.slot);
        }

        @Override
        public void wakes(long atPs) {
            post(Rank.BUS, atPs, wake, 0);
        }
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
                outcome(OUTCOME_CARD_READ_FAILED, nowPs, (long) status.ordinal() << Integer.SIZE | token);
            }
            card.onHostData(token, status, data, lengthBytes, nowPs);
        }
    }

    // ---- host to card

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
            tlp.lengthBytes = Math.min(lengthBytes - done, packetRoom(tlp.address));
            MemorySegment.copy(source, sourceOffset + done, tlp.room(tlp.lengthBytes), 0, tlp.lengthBytes);
            done += tlp.lengthBytes;
            issue(tlp, atPs);
        }
    }

    @Override
    public void request(long address, int widthBytes, int requesterId, long nowPs) {
        Tlp tlp = pool.take(Tlp.Kind.READ);
        tlp.address = address;
        tlp.lengthBytes = widthBytes;
        long deadlinePs =
                state == LinkState.DOWN ? nowPs : nowPs + profile.delays().completionTimeoutPs();
        tlp.tag = registerReads.open(requesterId, deadlinePs);
        if (tlp.tag == ReadTable.NONE) {
            throw new IllegalStateException(this + ": more than " + HOST_READS_AT_MOST + " reads at once");
        }
        tlp.number = registerReads.number(tlp.tag);
        armTimer(deadlinePs);
        issue(tlp, nowPs);
    }

    /** A step of the host may write at a time that is still ahead, so entering the line is an event of its own. */
    private void issue(Tlp tlp, long atPs) {
        if (atPs > engine().nowPs()) {
            post(Rank.BUS, atPs, ISSUE, tlp.slot);
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

    // ---- card to host

    /**
     * Posts a write of host memory, cut into packets. It passes no posted write before it.
     *
     * @param subject the frame record whose completion this is, or -1 for plain data
     */
    public void writeHost(long address, MemorySegment source, int lengthBytes, long subject, long nowPs) {
        int done = 0;
        while (lengthBytes - done > packetRoom(address + done)) {
            int part = packetRoom(address + done);
            offerToHost(hostWrite(address + done, source, done, part), nowPs);
            done += part;
        }
        Tlp last = hostWrite(address + done, source, done, lengthBytes - done);
        last.subject = subject;
        offerToHost(last, nowPs);
    }

    /**
     * As {@link #writeHost}, for data whose order among posted writes does not matter until a strict one or a message follows:
     * with relaxed ordering in the profile it may pass earlier posted writes.
     */
    public void writeHostData(long address, MemorySegment source, int lengthBytes, long nowPs) {
        int done = 0;
        while (done < lengthBytes) {
            Tlp tlp = hostWrite(address + done, source, done, Math.min(lengthBytes - done, packetRoom(address + done)));
            tlp.relaxed = profile.flow().relaxedOrdering();
            done += tlp.lengthBytes;
            offerToHost(tlp, nowPs);
        }
    }

    /** Bytes of one packet at an address: no packet crosses 4 KiB, and the words it touches are at most the maximum payload. */
    private int packetRoom(long address) {
        int toPageEnd = PAGE_BYTES - (int) (address & PAGE_BYTES - 1);
        return Math.min(toPageEnd, profile.maxPayloadBytes() - (int) (address & WORD_BYTES - 1));
    }

    private Tlp hostWrite(long address, MemorySegment source, int from, int lengthBytes) {
        Tlp tlp = pool.take(Tlp.Kind.HOST_WRITE);
        tlp.address = address;
        tlp.lengthBytes = lengthBytes;
        MemorySegment.copy(source, from, tlp.room(lengthBytes), 0, lengthBytes);
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

    // ---- arrivals

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        switch (kind) {
            case WAKE_TO_CARD -> toCard.onWake(nowPs);
            case WAKE_TO_HOST -> toHost.onWake(nowPs);
            case TIMEOUT -> onTimer(nowPs);
            case ISSUE -> {
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
            case AT_CARD -> arriveAtCard(tlp, nowPs);
            case AT_HOST -> arriveAtHost(tlp, nowPs);
            case HOST_MEMORY_READ -> {
                tlp.kind = Tlp.Kind.HOST_DATA;
                offerToCard(tlp, nowPs);
            }
            case REGISTER_READ -> {
                tlp.kind = Tlp.Kind.READ_REPLY;
                offerToHost(tlp, nowPs);
            }
            default -> throw new IllegalStateException(this + " got event kind " + kind);
        }
    }

    private void arriveAtCard(Tlp tlp, long nowPs) {
        toHost.acknowledge(dllpBytes * wire.packets(tlp), nowPs);
        boolean passes = tlp.relaxed && tlp.kind == Tlp.Kind.HOST_DATA;
        if (!stalled.isEmpty() && !passes || !deliverToCard(tlp, nowPs)) {
            stalled.add(tlp.slot);
        }
    }

    /** The card has room again: what stalled goes on in order. */
    public void onSpace(long nowPs) {
        while (!stalled.isEmpty() && deliverToCard(pool.get(stalled.peek()), nowPs)) {
            stalled.remove();
        }
    }

    private boolean deliverToCard(Tlp tlp, long nowPs) {
        if (state == LinkState.SILENT) {
            toCard.consumed(tlp, nowPs);
            vanish(tlp, nowPs);
            return true;
        }
        switch (tlp.kind) {
            case REGISTER_WRITE -> {
                if (!card.writeRegister(tlp.address, tlp.lengthBytes, tlp.value, nowPs)) {
                    return false;
                }
                toCard.consumed(tlp, nowPs);
                pool.release(tlp);
            }
            case MEMORY_WRITE -> {
                if (!card.writeMemory(tlp.address, tlp.data, tlp.lengthBytes, nowPs)) {
                    return false;
                }
                toCard.consumed(tlp, nowPs);
                pool.release(tlp);
            }
            case READ -> readRegister(tlp, nowPs);
            case HOST_DATA -> {
                toCard.consumed(tlp, nowPs);
                if (!hostReads.onAnswer(tlp, nowPs)) {
                    dropUnexpected(tlp, nowPs);
                }
                pool.release(tlp);
            }
            default -> throw new IllegalStateException(this + ": " + tlp.kind + " at the card");
        }
        return true;
    }

    /** The card is reset: nothing that it has sent reaches the host any more. Returns how much was on its way. */
    public int dropFromCard() {
        return pool.dropFromCard();
    }

    private void readRegister(Tlp tlp, long nowPs) {
        toCard.consumed(tlp, nowPs);
        if (seams.registerRead.pass(tlp, nowPs) == Seam.DROPPED) {
            vanish(tlp, nowPs);
            return;
        }
        tlp.value = card.read(tlp.address, tlp.lengthBytes, nowPs);
        answer(tlp, seams.registerCompletion.pass(tlp, nowPs), REGISTER_READ, nowPs + profile.registerReadPs());
    }

    private void answer(Tlp tlp, long extraPs, int event, long atPs) {
        if (extraPs == Seam.DROPPED) {
            vanish(tlp, engine().nowPs());
        } else {
            post(Rank.BUS, atPs + extraPs, event, tlp.slot);
        }
    }

    private void arriveAtHost(Tlp tlp, long nowPs) {
        toCard.acknowledge(dllpBytes, nowPs);
        toHost.consumed(tlp, nowPs);
        if (tlp.dropped) {
            pool.release(tlp);
            return;
        }
        switch (tlp.kind) {
            case HOST_WRITE -> {
                if (tlp.subject != Tlp.NO_SUBJECT) {
                    engine().trace().line(Stage.CQE_POST, node, tlp.subject, nowPs);
                }
                host.writeMemory(tlp.address, tlp.data, tlp.lengthBytes, nowPs);
                pool.release(tlp);
            }
            case MESSAGE -> {
                if (tlp.subject != Tlp.NO_SUBJECT) {
                    engine().trace().line(Stage.MSIX, node, tlp.subject, nowPs);
                }
                host.onMessage((int) tlp.value, tlp.subject, nowPs);
                pool.release(tlp);
            }
            case PIN_LEVEL -> {
                host.onPinLevel(tlp.value != 0, nowPs);
                pool.release(tlp);
            }
            case READ_REPLY -> endRegisterRead(tlp, nowPs);
            case HOST_READ -> readHostMemory(tlp, nowPs);
            default -> throw new IllegalStateException(this + ": " + tlp.kind + " at the host");
        }
    }

    private void readHostMemory(Tlp tlp, long nowPs) {
        if (seams.hostRead.pass(tlp, nowPs) == Seam.DROPPED) {
            vanish(tlp, nowPs);
            return;
        }
        if (!host.readMemory(tlp.address, tlp.data, tlp.lengthBytes, nowPs)) {
            tlp.status = CompletionStatus.UNSUPPORTED_REQUEST;
        }
        answer(tlp, seams.hostCompletion.pass(tlp, nowPs), HOST_MEMORY_READ, nowPs + profile.hostMemoryReadPs());
    }

    private void endRegisterRead(Tlp tlp, long nowPs) {
        if (registerReads.waits(tlp.tag, tlp.number)) {
            int requester = registerReads.owner(tlp.tag);
            registerReads.close(tlp.tag);
            CompletionStatus status = tlp.seenStatus();
            long value = tlp.value;
            pool.release(tlp);
            if (status != CompletionStatus.SUCCESS) {
                counters.increment(BusCounter.HOST_READ_ERRORS);
                failRegisterRead(requester, status, nowPs);
            } else {
                reply(requester, value, nowPs);
            }
        } else {
            dropUnexpected(tlp, nowPs);
            pool.release(tlp);
        }
    }

    private void failRegisterRead(int requester, CompletionStatus status, long nowPs) {
        outcome(OUTCOME_HOST_READ_FAILED, nowPs, (long) status.ordinal() << Integer.SIZE | requester);
        reply(requester, ALL_ONES, nowPs);
    }

    private void reply(int requester, long value, long nowPs) {
        ((ReadReply) engine().component(requester)).onReadReply(value, nowPs);
    }

    private void dropUnexpected(Tlp tlp, long nowPs) {
        counters.increment(BusCounter.UNEXPECTED_COMPLETIONS);
        outcome(OUTCOME_UNEXPECTED, nowPs, tlp.number);
    }

    /** A transaction ends nowhere. Whoever waits for an answer to it waits until the time-out. */
    private void vanish(Tlp tlp, long nowPs) {
        if (tlp.posted()) {
            counters.increment(BusCounter.POSTED_LOST);
        }
        outcome(OUTCOME_LOST, nowPs, tlp.kind.ordinal());
        pool.release(tlp);
    }

    // ---- time-outs and the link's state

    private void armTimer(long atPs) {
        if (timerPs == NO_TIMER || atPs < timerPs) {
            timerPs = atPs;
            post(Rank.BUS, atPs, TIMEOUT, 0);
        }
    }

    private void onTimer(long nowPs) {
        if (nowPs != timerPs) {
            return;
        }
        timerPs = NO_TIMER;
        for (int tag = registerReads.expired(nowPs); tag != ReadTable.NONE; tag = registerReads.expired(nowPs)) {
            int requester = registerReads.owner(tag);
            registerReads.close(tag);
            counters.increment(state == LinkState.DOWN ? BusCounter.HOST_READS_DOWN : BusCounter.HOST_READ_TIMEOUTS);
            failRegisterRead(requester, CompletionStatus.TIMED_OUT, nowPs);
        }
        hostReads.expire(nowPs);
        long nextPs = Math.min(registerReads.earliestPs(), hostReads.earliestPs());
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
        outcome(OUTCOME_STATE, nowPs, next.ordinal());
        if (next == LinkState.DOWN) {
            toCard.flush(tlp -> vanish(tlp, nowPs));
            toHost.flush(tlp -> vanish(tlp, nowPs));
            while (!stalled.isEmpty()) {
                vanish(pool.get(stalled.peek()), nowPs);
                stalled.remove();
            }
            pool.endLife();
            if (registerReads.openCount() > 0) {
                registerReads.expireAll(nowPs);
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
        return new BusUse(
                pool.inFlight(),
                toCard.waiting(),
                toHost.waiting(),
                hostReads.openTags(),
                toCard.credits(FlowClass.POSTED).headersOut()
                        + toHost.credits(FlowClass.POSTED).headersOut(),
                toCard.credits(FlowClass.POSTED).dataOut()
                        + toHost.credits(FlowClass.POSTED).dataOut(),
                toCard.credits(FlowClass.NON_POSTED).headersOut()
                        + toHost.credits(FlowClass.NON_POSTED).headersOut());
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        counters.state(visitor);
        toCard.state(visitor);
        toHost.state(visitor);
        pool.state(visitor);
        stalled.state(visitor);
        registerReads.state(visitor);
        hostReads.state(visitor);
        state = LinkState.of(visitor.value("linkState", state.ordinal()));
        timerPs = visitor.value("timer", timerPs);
    }
}
