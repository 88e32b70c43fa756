package dev.rmtwin.scenarios.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rmtwin.ring.Conservation;
import dev.rmtwin.ring.FifoLevels;
import dev.rmtwin.ring.LinkStatus;
import dev.rmtwin.ring.NodeProfile;
import dev.rmtwin.ring.RingCounter;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at a ring after every event and asserts what must hold at every instant: time never falls, nothing vanishes, FIFO
 * levels and status bits agree, counters never fall; and {@link ChannelWatch} for every receive channel.
 */
final class RingWatch {
    private static final int COUNTERS_EVERY = 64;

    private final Rig rig;
    private final List<ChannelWatch> channels = new ArrayList<>();
    private List<Long> counters = List.of();
    private long beforePs;
    private long events;

    RingWatch(Rig rig) {
        this.rig = rig;
        for (RigReceiver receiver : rig.receivers()) {
            if (receiver.node().card().hasQueueBlock() && receiver.flow().notifyType() == 0) {
                channels.add(new ChannelWatch(rig, receiver));
            }
        }
        rig.engine().trace().listen((stage, node, subject, nowPs) -> {
            for (ChannelWatch channel : channels) {
                channel.onLine(stage, node, subject, nowPs);
            }
        });
    }

    /** Runs to a time, event by event. */
    void runUntil(long endPs) {
        while (rig.engine().nextTimePs() <= endPs) {
            step();
        }
        rig.engine().runUntil(endPs);
    }

    /** At the end, with open masks: nothing was left unannounced. */
    void checkAllAnnounced() {
        channels.forEach(ChannelWatch::checkAllAnnounced);
    }

    void step() {
        rig.engine().step();
        long nowPs = rig.engine().nowPs();
        assertThat(nowPs).as("time").isGreaterThanOrEqualTo(beforePs);
        beforePs = nowPs;
        Conservation books = rig.ring().conservation();
        if (!books.holds()) {
            throw new AssertionError(books + " at " + nowPs);
        }
        for (RigNode node : rig.nodes().values()) {
            checkFifos(node);
        }
        for (ChannelWatch channel : channels) {
            channel.afterEvent(nowPs);
        }
        if (events++ % COUNTERS_EVERY == 0) {
            checkCounters();
        }
    }

    private void checkFifos(RigNode node) {
        int id = node.spec().id();
        NodeProfile profile = node.spec().network();
        FifoLevels levels = rig.ring().fifoLevels(id);
        int status = rig.ring().status(id);
        check((levels.txPackets() == 0) == ((status & LinkStatus.TX_EMPTY) != 0), "TX_EMPTY", node, levels);
        boolean almostFull = levels.txBytes() >= profile.txAlmostFullBytes();
        check(almostFull == ((status & LinkStatus.TX_ALMOST_FULL) != 0), "TX_ALMOST_FULL", node, levels);
        boolean latched = (status & LinkStatus.RX_ALMOST_FULL) != 0;
        check(latched || levels.rxBytes() < profile.rxAlmostFullBytes(), "RX_ALMOST_FULL", node, levels);
        check((status & LinkStatus.RX_FULL) == 0 || latched, "RX_FULL without RX_ALMOST_FULL", node, levels);
        check(levels.rxBytes() <= profile.rxFifoBytes(), "RX level", node, levels);
        check((levels.txPackets() == 0) == (levels.txBytes() == 0), "TX level", node, levels);
        check((levels.rxPackets() == 0) == (levels.rxBytes() == 0), "RX level", node, levels);
        long refused = rig.ring().counters(id).get(RingCounter.RX_LOST_OVERFLOW);
        check(refused == 0 || (status & LinkStatus.RX_FULL) != 0, "overflow without RX_FULL", node, levels);
    }

    private void check(boolean holds, String what, RigNode node, FifoLevels levels) {
        if (!holds) {
            throw new AssertionError(
                    what + " of node " + node.spec().name() + " does not fit " + levels + " at " + beforePs);
        }
    }

    private void checkCounters() {
        List<Long> now = new ArrayList<>();
        for (RigNode node : rig.nodes().values()) {
            now.addAll(rig.ring().counters(node.spec().id()).values().values());
            now.addAll(node.card().counters().values().values());
            now.addAll(node.host().counters().values().values());
            node.driver()
                    .channels()
                    .forEach(channel -> now.addAll(channel.counters().values().values()));
        }
        for (int index = 0; index < counters.size(); index++) {
            assertThat(now.get(index)).as("counter " + index).isGreaterThanOrEqualTo(counters.get(index));
        }
        counters = now;
    }
}
