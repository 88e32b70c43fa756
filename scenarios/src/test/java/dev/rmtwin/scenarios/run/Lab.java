package dev.rmtwin.scenarios.run;

import dev.rmtwin.core.chance.Tail;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.card.*;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.ring.*;
import dev.rmtwin.scenarios.model.*;
import java.util.List;

public class Lab {
    static CardProfile card = new CardProfile("reference-lab", CardIdentity.RM_QUEUE,
        new PcieProfile(3_940_000_000L, 128, 24, 250_000, 250_000, 200_000, 150_000),
        new QueueProfile(4, 64, 150_000, new Tail(50_000, 400_000), 1_600_000_000L, 1, 20 * Ps.US, 100_000));
    static NodeProfile net = new NodeProfile(64 << 20, 400_000, 60_000, 4096, 3072, 4096, 3072, 127);
    static HostProfile host(String[] a) {
        return new HostProfile("reference-lab", 8, 0,
            new HostProfile.Interrupt(900_000, new Tail(100_000, 2 * Ps.US), 500_000, 100_000, 300_000),
            new HostProfile.WakeUp(200_000, 1_500_000, new Tail(Long.getLong("tail", 1_500) * 1000, 12 * Ps.US), 500_000, 700_000),
            new HostProfile.Polling(Integer.getInteger("f", 620_000), Integer.getInteger("cv", 200_000), 5 * Ps.US, 4, Long.getLong("tidy", 58_000) * 1000, Long.getLong("yc", 280) * 1000, 1_000_000 - Long.getLong("yc", 280) * 1000, 20_000),
            new HostProfile.Scheduler(Long.getLong("slice", 7_000) * Ps.US, 100 * Ps.US, 250 * Ps.US),
            new HostProfile.Application(300_000, Long.getLong("after", 30_000) * 1000, 500_000));
    }
    public static void main(String[] a) throws Exception {
        HostProfile h = host(a);
        List<NodeSpec> nodes = List.of(new NodeSpec("A", 1, 20_000, card, net, h), new NodeSpec("B", 2, 20_000, card, net, h), new NodeSpec("C", 3, 20_000, card, net, h));
        for (String m : a[0].split(",")) {
            String[] p = m.split(":");
            Receiver rx = new Receiver("command@B", "B", ReceiveMode.valueOf(p[0]), p.length > 1 ? Long.parseLong(p[1]) * Ps.US : 0, 1024, 256);
            Receiver rb = new Receiver("answer@A", "A", ReceiveMode.INTERRUPT_DMA, 0, 1024, 256);
            Scenario s = new Scenario("lab", "", "lab", Long.getLong("seed", 1), Long.parseLong(a[1]) * Ps.SECOND, LinkProfile.RFM_5565, nodes,
                List.of(new Flow("command", "A", 0x1000, 100, new Flow.Periodic(Ps.MS, 0, 0), 0, List.of(rx)), new Flow("answer", "B", 0x2000, 100, new Flow.Echo("command"), 0, List.of(rb))), List.of());
            RunResult r = new EngineRunner().run(s, RunOptions.plain("x"), (x, y, z) -> {});
            System.out.printf("%s wall %.2f s events %d hash %s%n", m, r.wallSeconds(), r.events(), r.traceHash());
            for (ReceiverResult q : r.receivers()) {
                System.out.printf("  %s mean %.2f p50 %.2f p99 %.2f p999 %.2f max %.2f core %.2f%% sent %d rx %d lost %s inflight %d irq %d wake %d wait %.2f/%.2f%n", q.name(), q.oneWayMeanPs() / 1e6, q.percentilePs(50) / 1e6, q.percentilePs(99) / 1e6, q.percentilePs(99.9) / 1e6, q.oneWayMaxPs() / 1e6, q.coreBusyPercent(), q.framesSent(), q.framesReceived(), q.framesLost(), q.framesInFlight(), q.interrupts(), q.wakeups(), q.waitMeanPs() / 1e6, q.waitMaxPs() / 1e6);
                if (Boolean.getBoolean("stages")) for (StageTime t : q.stages()) System.out.printf("      %-10s %8.3f max %8.3f%n", t.stage(), t.meanPs() / 1e6, t.maxPs() / 1e6);
            }
        }
    }
}
