package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.memory.SlotQueue;
import dev.rmtwin.core.routine.ReadPort;
import dev.rmtwin.core.routine.ReadReply;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.pcie.card.PcieProfile;
import java.lang.foreign.MemorySegment;

/**
 * The bus between one card and its host. Each direction keeps the order of what is posted: data lands before its completion,
 * the completion before its interrupt message, and a read pushes the writes before it.
 *
 * <p>Fidelity: cycle-approximate (rate, packet overhead, latency, order). Not modelled yet: credits, read tags, relaxed order.
 */
public final class PcieLink extends Component implements ReadPort {
    private static final int AT_CARD = 0;
    private static final int AT_HOST = 1;
    private static final int HOST_MEMORY_READ = 2;
    private static final int REGISTER_READ = 3;
    private static final int ISSUE = 4;

    private final PcieProfile profile;
    private final int node;
    private final Pipe toCard;
    private final Pipe toHost;
    private final TlpPool pool;
    private final SlotQueue stalled = new SlotQueue();
    private CardSide card;
    private HostSide host;

    /**
     * @param node node id, for names and trace lines
     * @param profile rates and latencies
     */
    public PcieLink(int node, PcieProfile profile) {
        super("node/" + node + "/pcie");
        this.node = node;
        this.profile = profile;
        toCard = new Pipe(profile.bytesPerSecond(), profile.packetOverheadBytes(), profile.hostToCardPs());
        toHost = new Pipe(profile.bytesPerSecond(), profile.packetOverheadBytes(), profile.cardToHostPs());
        pool = new TlpPool(profile.maxPayloadBytes());
    }

    /** Joins the two ends; once, before the first event. */
    public void connect(CardSide cardSide, HostSide hostSide) {
        card = cardSide;
        host = hostSide;
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
        for (int done = 0; done < lengthBytes; done += profile.maxPayloadBytes()) {
            Tlp tlp = pool.take(Tlp.Kind.MEMORY_WRITE);
            tlp.address = offset + done;
            tlp.lengthBytes = Math.min(lengthBytes - done, profile.maxPayloadBytes());
            MemorySegment.copy(source, sourceOffset + done, tlp.data, 0, tlp.lengthBytes);
            issue(tlp, atPs);
        }
    }

    @Override
    public void request(long address, int widthBytes, int requesterId, long nowPs) {
        Tlp tlp = pool.take(Tlp.Kind.READ);
        tlp.address = address;
        tlp.lengthBytes = widthBytes;
        tlp.requesterId = requesterId;
        issue(tlp, nowPs);
    }

    /** A step of the host may write at a time that is still ahead, so entering the pipe is an event of its own. */
    private void issue(Tlp tlp, long atPs) {
        if (atPs > engine().nowPs()) {
            post(Rank.BUS, atPs, ISSUE, tlp.slot);
        } else {
            enterPipe(tlp, engine().nowPs());
        }
    }

    private void enterPipe(Tlp tlp, long nowPs) {
        int payload = tlp.kind == Tlp.Kind.READ ? 0 : tlp.lengthBytes;
        post(Rank.BUS, toCard.send(payload, nowPs), AT_CARD, tlp.slot);
    }

    // ---- card to host

    /**
     * Posts a write of host memory, at most the maximum payload.
     *
     * @param subject the frame record whose completion this is, or -1 for plain data
     */
    public void writeHost(long address, MemorySegment source, int lengthBytes, long subject, long nowPs) {
        Tlp tlp = pool.take(Tlp.Kind.HOST_WRITE);
        tlp.address = address;
        tlp.lengthBytes = lengthBytes;
        tlp.subject = subject;
        MemorySegment.copy(source, 0, tlp.data, 0, lengthBytes);
        post(Rank.BUS, toHost.send(lengthBytes, nowPs), AT_HOST, tlp.slot);
    }

    /** Posts an interrupt message. */
    public void sendMessage(int vector, long subject, long nowPs) {
        Tlp tlp = pool.take(Tlp.Kind.MESSAGE);
        tlp.value = vector;
        tlp.subject = subject;
        post(Rank.BUS, toHost.send(Integer.BYTES, nowPs), AT_HOST, tlp.slot);
    }

    /** Posts a new level of the card's interrupt pin: a message without payload. */
    public void sendPinLevel(boolean asserted, long nowPs) {
        Tlp tlp = pool.take(Tlp.Kind.PIN_LEVEL);
        tlp.value = asserted ? 1 : 0;
        post(Rank.BUS, toHost.send(0, nowPs), AT_HOST, tlp.slot);
    }

    /**
     * Asks for at most {@link #maxReadBytes} bytes of host memory; the answer comes to {@link CardSide#onHostData}.
     *
     * @param tag comes back with the answer
     */
    public void readHost(long address, int lengthBytes, int tag, long nowPs) {
        Tlp tlp = pool.take(Tlp.Kind.HOST_READ);
        tlp.address = address;
        tlp.lengthBytes = lengthBytes;
        tlp.requesterId = tag;
        post(Rank.BUS, toHost.send(0, nowPs), AT_HOST, tlp.slot);
    }

    /** Bytes that one {@link #readHost} may ask for. */
    public int maxReadBytes() {
        return profile.maxPayloadBytes();
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        Tlp tlp = pool.get(arg);
        switch (kind) {
            case ISSUE -> enterPipe(tlp, nowPs);
            case AT_CARD -> arriveAtCard(tlp, nowPs);
            case AT_HOST -> arriveAtHost(tlp, nowPs);
            case HOST_MEMORY_READ -> {
                tlp.kind = Tlp.Kind.HOST_DATA;
                post(Rank.BUS, toCard.send(tlp.lengthBytes, nowPs), AT_CARD, tlp.slot);
            }
            case REGISTER_READ -> {
                tlp.kind = Tlp.Kind.READ_REPLY;
                post(Rank.BUS, toHost.send(tlp.lengthBytes, nowPs), AT_HOST, tlp.slot);
            }
            default -> throw new IllegalStateException(this + " got event kind " + kind);
        }
    }

    private void arriveAtCard(Tlp tlp, long nowPs) {
        if (!stalled.isEmpty() || !deliverToCard(tlp, nowPs)) {
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
        switch (tlp.kind) {
            case REGISTER_WRITE -> {
                if (!card.writeRegister(tlp.address, tlp.lengthBytes, tlp.value, nowPs)) {
                    return false;
                }
                pool.release(tlp);
            }
            case MEMORY_WRITE -> {
                if (!card.writeMemory(tlp.address, tlp.data, tlp.lengthBytes, nowPs)) {
                    return false;
                }
                pool.release(tlp);
            }
            case READ -> {
                tlp.value = card.read(tlp.address, tlp.lengthBytes, nowPs);
                post(Rank.BUS, nowPs + profile.registerReadPs(), REGISTER_READ, tlp.slot);
            }
            case HOST_DATA -> {
                card.onHostData(tlp.requesterId, CompletionStatus.SUCCESS, tlp.data, tlp.lengthBytes, nowPs);
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

    private void arriveAtHost(Tlp tlp, long nowPs) {
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
            case READ_REPLY -> {
                ReadReply requester = (ReadReply) engine().component(tlp.requesterId);
                long value = tlp.value;
                pool.release(tlp);
                requester.onReadReply(value, nowPs);
            }
            case HOST_READ -> {
                host.readMemory(tlp.address, tlp.data, tlp.lengthBytes, nowPs);
                post(Rank.BUS, nowPs + profile.hostMemoryReadPs(), HOST_MEMORY_READ, tlp.slot);
            }
            default -> throw new IllegalStateException(this + ": " + tlp.kind + " at the host");
        }
    }

    /** Posted writes and messages on their way, also those that a step of the host has yet to issue. */
    public int postedInFlight() {
        return pool.posted();
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        toCard.state(visitor);
        toHost.state(visitor);
        pool.state(visitor);
        stalled.state(visitor);
    }
}
