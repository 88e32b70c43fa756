package dev.rmtwin.ring;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.engine.Engine;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.trace.Stage;

/** What all stages of one node share: who they are, where packets live, what is counted, where the diary goes. */
record NodeSite(int id, NodeProfile profile, Engine engine, PacketPool pool, CounterBlock<RingCounter> counters) {

    String part(String name) {
        return "node/" + id + "/" + name;
    }

    Seam<Packet> seam(String name) {
        return engine.seams().add(new Seam<>(part(name), Packet.LENSES));
    }

    void line(Stage stage, Packet packet, long nowPs) {
        engine.trace().line(stage, id, packet.sequence, nowPs);
    }

    void count(RingCounter counter) {
        counters.increment(counter);
    }
}
