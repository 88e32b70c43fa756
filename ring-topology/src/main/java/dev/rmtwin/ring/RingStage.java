package dev.rmtwin.ring;

import dev.rmtwin.core.engine.Component;

/** What the stages have in common: a site, and one way to lose a packet. */
abstract class RingStage extends Component {
    final NodeSite site;

    RingStage(NodeSite site, String name) {
        super(site.part(name));
        this.site = site;
    }

    /** Loses a packet to a named cause: counted, hashed, reference given up. */
    final void lose(Packet packet, LossCause cause, long nowPs) {
        site.count(cause.counter());
        outcome(RingOutcome.LOST + cause.ordinal(), nowPs, packet.sequence);
        site.pool().release(packet);
    }

    final IllegalStateException broken(String what, long nowPs) {
        return new IllegalStateException(this + " at " + nowPs + " ps: " + what);
    }
}
