package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.memory.SlotQueue;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.StateVisitor;

/** The card's end of a link: its receive buffer, and what comes out of it. */
final class CardEnd {
    private final PcieLink link;
    private final TlpPool pool;
    private final Direction toCard;
    private final HostReads hostReads;
    private final BusSeams seams;
    private final SlotQueue stalled = new SlotQueue();
    private CardSide card;

    CardEnd(PcieLink link, TlpPool pool, Direction toCard, HostReads hostReads, BusSeams seams) {
        this.link = link;
        this.pool = pool;
        this.toCard = toCard;
        this.hostReads = hostReads;
        this.seams = seams;
    }

    void connect(CardSide cardSide) {
        card = cardSide;
    }

    CardSide card() {
        return card;
    }

    /** A transaction's last byte is here. */
    void arrive(Tlp tlp, long nowPs) {
        boolean passes = tlp.relaxed && tlp.kind == Tlp.Kind.HOST_DATA;
        if (!stalled.isEmpty() && !passes || !deliver(tlp, nowPs)) {
            stalled.add(tlp.slot);
        }
    }

    /** The card has room again: what stalled goes on in order. */
    void onSpace(long nowPs) {
        while (!stalled.isEmpty() && deliver(pool.get(stalled.peek()), nowPs)) {
            stalled.remove();
        }
    }

    private boolean deliver(Tlp tlp, long nowPs) {
        if (link.state() == LinkState.SILENT) {
            toCard.consumed(tlp, nowPs);
            link.vanish(tlp, nowPs);
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
            case READ -> read(tlp, nowPs);
            case HOST_DATA -> {
                toCard.consumed(tlp, nowPs);
                if (!hostReads.onAnswer(tlp, nowPs)) {
                    link.unexpected(tlp, nowPs);
                }
                pool.release(tlp);
            }
            default -> throw new IllegalStateException(link + ": " + tlp.kind + " at the card");
        }
        return true;
    }

    private void read(Tlp tlp, long nowPs) {
        toCard.consumed(tlp, nowPs);
        if (seams.registerRead.pass(tlp, nowPs) == Seam.DROPPED) {
            link.vanish(tlp, nowPs);
            return;
        }
        tlp.value = card.read(tlp.address, tlp.lengthBytes, nowPs);
        link.answer(tlp, seams.registerCompletion.pass(tlp, nowPs), nowPs);
    }

    /** The link is lost, and with it what the buffer holds. */
    void flush(long nowPs) {
        while (!stalled.isEmpty()) {
            link.vanish(pool.get(stalled.peek()), nowPs);
            stalled.remove();
        }
    }

    void state(StateVisitor visitor) {
        stalled.state(visitor);
    }
}
