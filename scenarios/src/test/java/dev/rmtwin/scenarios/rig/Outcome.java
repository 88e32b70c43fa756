package dev.rmtwin.scenarios.rig;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.host.HostCounter;
import dev.rmtwin.scenarios.run.StageTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** All that can be seen of a run at its end. */
record Outcome(String traceHash, long events, List<Seen> receivers, List<Map<String, Long>> counters) {
    private static final long DRAIN_PS = 5 * Ps.MS;

    /** What one receiver saw. */
    record Seen(
            String name,
            Histogram oneWayNs,
            List<Long> figures,
            double corePercent,
            List<StageTime> stages,
            Map<String, Long> driver) {}

    /** Runs a ring to the end of its senders and on until it is quiet. */
    static Outcome finish(Rig rig) {
        rig.engine().runUntil(rig.endPs());
        rig.engine().runUntil(rig.endPs() + DRAIN_PS);
        rig.ring().finish(rig.engine().nowPs());
        return of(rig);
    }

    static Outcome of(Rig rig) {
        List<Seen> receivers = new ArrayList<>();
        long nowPs = rig.engine().nowPs();
        for (int index = 0; index < rig.receivers().size(); index++) {
            RigReceiver receiver = rig.receivers().get(index);
            long busyPs = receiver.thread().core().busyPs(nowPs);
            receivers.add(new Seen(
                    receiver.receiver().name(),
                    receiver.meter().oneWayNs(),
                    List.of(
                            rig.framesSent(receiver.flow().name()),
                            receiver.meter().received(),
                            receiver.meter().torn(),
                            receiver.meter().repeated(),
                            receiver.meter().meanPs(),
                            receiver.meter().maxPs(),
                            receiver.meter().waitMeanPs(),
                            receiver.meter().waitMaxPs(),
                            receiver.thread().wakeups(),
                            busyPs),
                    rig.baseline().percent(index, busyPs, nowPs),
                    receiver.meter().stageTimes(),
                    receiver.channel().counters().values()));
        }
        List<Map<String, Long>> counters = new ArrayList<>();
        for (RigNode node : rig.nodes().values()) {
            counters.add(rig.ring().counters(node.spec().id()).values());
            counters.add(node.card().counters().values());
            counters.add(node.host().counters().values());
        }
        return new Outcome(rig.engine().traceHash(), rig.engine().eventCount(), receivers, counters);
    }

    /** Stalls of threads on all hosts. */
    static long stalls(Rig rig) {
        return rig.nodes().values().stream()
                .mapToLong(node -> node.host().counters().get(HostCounter.STALLS))
                .sum();
    }
}
