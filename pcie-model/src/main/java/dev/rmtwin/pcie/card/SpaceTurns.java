package dev.rmtwin.pcie.card;

import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.PcieLink;

/**
 * Who goes on first when the ring has room again: the bus and the card's engines take turns when both wait. Thread: the engine's.
 */
final class SpaceTurns {
    private final PcieLink link;
    private final BlockDma dma;
    private final CommandBlock commands;
    private boolean enginesFirst;
    private boolean giving;
    private boolean again;

    /** @param commands null for a card that has no command queues */
    SpaceTurns(PcieLink link, BlockDma dma, CommandBlock commands) {
        this.link = link;
        this.dma = dma;
        this.commands = commands;
    }

    /** There is room. What goes on can make room itself; then all have another turn, instead of one within the other. */
    void onSpace(long nowPs) {
        again = true;
        if (giving) {
            return;
        }
        giving = true;
        while (again) {
            again = false;
            give(nowPs);
        }
        giving = false;
    }

    private void give(long nowPs) {
        boolean commandsWait = commands != null && commands.commands().waitsForSpace();
        boolean enginesWait = commandsWait || dma.waitsForSpace();
        if (!enginesWait || !enginesFirst) {
            link.onSpace(nowPs);
        }
        if (commandsWait && enginesFirst) {
            commands.commands().onSpace(nowPs);
        }
        if (dma.waitsForSpace()) {
            dma.onSpace(nowPs);
        }
        if (commandsWait && !enginesFirst) {
            commands.commands().onSpace(nowPs);
        }
        if (enginesWait && enginesFirst) {
            link.onSpace(nowPs);
        }
        enginesFirst ^= enginesWait;
    }

    void state(StateVisitor visitor) {
        enginesFirst = visitor.value("enginesFirst", enginesFirst);
    }
}
