package dev.rmtwin.scenarios.run;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.device.driver.DriverCounter;
import dev.rmtwin.pcie.card.CardCounter;
import dev.rmtwin.pcie.card.QueueRegister;
import dev.rmtwin.pcie.card.RmCard;
import dev.rmtwin.pcie.host.HostCpu;
import dev.rmtwin.ring.Conservation;
import dev.rmtwin.ring.FibreRing;
import dev.rmtwin.ring.LossCause;
import dev.rmtwin.scenarios.model.Expectation;
import dev.rmtwin.scenarios.model.NodeSpec;
import dev.rmtwin.scenarios.model.ReceiveMode;
import dev.rmtwin.scenarios.model.Scenario;
import dev.rmtwin.scenarios.rig.Rig;
import dev.rmtwin.scenarios.rig.RigNode;
import dev.rmtwin.scenarios.rig.RigReceiver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what a run gave from a rig: peeks only. */
final class Results {
    private static final CardCounter[] CHANNEL_LOSSES = {
        CardCounter.NOT_ENABLED,
        CardCounter.NO_DESCRIPTOR,
        CardCounter.EVENT_OVERFLOW,
        CardCounter.OVERWRITTEN,
        CardCounter.BUFFER_TOO_SMALL,
        CardCounter.FAULT,
        CardCounter.DMA_FAILED,
        CardCounter.CHANNEL_RESET,
        CardCounter.NO_LISTENER
    };

    private final Rig rig;
    private final double[] corePercent;
    private final double[] interruptPercent;
    private List<SpanResult> spans = List.of();
    private long endPs;
    private int quietChecks;

    Results(Rig rig) {
        this.rig = rig;
        corePercent = new double[rig.receivers().size()];
        interruptPercent = new double[corePercent.length];
    }

    /** The senders have stopped: loads are read now, before the ring runs dry. */
    void markEnd() {
        endPs = rig.engine().nowPs();
        for (int index = 0; index < corePercent.length; index++) {
            long busyPs = rig.receivers().get(index).thread().core().busyPs(endPs);
            corePercent[index] = rig.baseline().percent(index, busyPs, endPs);
            long interruptPs = rig.receivers().get(index).node().interruptBusyPs(endPs);
            interruptPercent[index] = rig.baseline().percent(corePercent.length + index, interruptPs, endPs);
        }
        spans = spanResults();
    }

    /** Whether nothing is on its way any more; asked twice in a row, since the bus is not looked into. */
    boolean settled() {
        Conservation books = rig.ring().conservation();
        boolean quiet = books.inFlight() + books.waiting() == 0;
        for (RigNode node : rig.nodes().values()) {
            quiet &= node.link().postedInFlight() == 0;
        }
        for (RigReceiver receiver : rig.receivers()) {
            quiet &= receiver.channel().framesWaiting() == 0 && framesOnCard(receiver) == 0;
        }
        quietChecks = quiet ? quietChecks + 1 : 0;
        return quietChecks >= 2;
    }

    private static int framesOnCard(RigReceiver receiver) {
        if (portable(receiver)) {
            return 0;
        }
        RmCard card = receiver.node().card();
        int channel = receiver.channel().index();
        // A polling receiver leaves completions where they are until its next look, which may be far ahead.
        boolean unseen = (card.peek(QueueRegister.STATUS, channel) & QueueRegister.STATUS_COMPLETIONS) != 0;
        return card.framesInChannel(channel) + (unseen ? 1 : 0);
    }

    private static boolean portable(RigReceiver receiver) {
        return receiver.receiver().mode() == ReceiveMode.NETWORK_INTERRUPT;
    }

    RunResult collect(String command, double wallSeconds, boolean interrupted) {
        List<ReceiverResult> receivers = new ArrayList<>();
        for (int index = 0; index < corePercent.length; index++) {
            receivers.add(receiver(rig.receivers().get(index), index));
        }
        List<ExpectationResult> expectations = new ArrayList<>();
        for (Expectation expectation : rig.scenario().expectations()) {
            double measured = receivers.stream()
                    .filter(r -> r.name().equals(expectation.receiver()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no receiver " + expectation.receiver()))
                    .value(expectation.measure());
            expectations.add(new ExpectationResult(expectation, measured, expectation.holds(measured)));
        }
        return new RunResult(
                rig.scenario(),
                command,
                endPs - Rig.START_PS,
                wallSeconds,
                rig.engine().eventCount(),
                rig.engine().traceHash(),
                interrupted,
                receivers,
                spans,
                expectations);
    }

    private ChannelUse use(RigReceiver receiver, int index) {
        CardCounter starved = CardCounter.STARVED;
        return new ChannelUse(
                interruptPercent[index],
                portable(receiver)
                        ? 0
                        : receiver.node()
                                .card()
                                .channelCounters(receiver.channel().index())
                                .get(starved),
                receiver.channel().bufferBytes());
    }

    private ReceiverResult receiver(RigReceiver receiver, int index) {
        long sent = rig.framesSent(receiver.flow().name());
        Map<String, Long> lost = losses(receiver, sent);
        long lostTotal = lost.values().stream().mapToLong(Long::longValue).sum();
        return new ReceiverResult(
                receiver.receiver().name(),
                receiver.flow().name(),
                receiver.receiver().node(),
                receiver.receiver().mode(),
                receiver.receiver().mode() == ReceiveMode.POLL
                        ? receiver.receiver().periodPs()
                        : 0,
                receiver.meter().oneWayNs(),
                receiver.meter().meanPs(),
                receiver.meter().maxPs(),
                receiver.meter().waitMeanPs(),
                receiver.meter().waitMaxPs(),
                corePercent[index],
                use(receiver, index),
                sent,
                receiver.meter().received(),
                lost,
                sent - receiver.meter().received() - lostTotal,
                interrupts(receiver),
                receiver.thread().wakeups(),
                receiver.meter().stageTimes());
    }

    private static long interrupts(RigReceiver receiver) {
        RmCard card = receiver.node().card();
        int announcing = card.hasQueueBlock() ? card.rmVector() : HostCpu.LINE_VECTOR;
        int vector = portable(receiver) ? announcing : receiver.channel().index();
        return receiver.node().host().interruptsTaken(vector);
    }

    private Map<String, Long> losses(RigReceiver receiver, long sent) {
        Map<String, Long> lost = new LinkedHashMap<>();
        put(lost, "torn", receiver.meter().torn());
        put(lost, "driver-full", receiver.channel().counters().get(DriverCounter.LOST_FULL));
        put(lost, "driver-attach", receiver.channel().counters().get(DriverCounter.LOST_ATTACH));
        put(lost, "driver-fault", receiver.channel().counters().get(DriverCounter.LOST_FAULT));
        if (!portable(receiver)) {
            CounterBlock<CardCounter> counters =
                    receiver.node().card().channelCounters(receiver.channel().index());
            for (CardCounter cause : CHANNEL_LOSSES) {
                put(lost, cause.id().substring(cause.id().lastIndexOf('.') + 1), counters.get(cause));
            }
        }
        long named = lost.values().stream().mapToLong(Long::longValue).sum();
        long missing = sent - receiver.meter().received() - named;
        if (missing > 0 && quietChecks >= 2) {
            put(lost, missingCause(receiver), missing);
        }
        return lost;
    }

    /** Frames that never reached the channel: the ring says why. */
    private String missingCause(RigReceiver receiver) {
        int node = receiver.node().spec().id();
        RigNode sender = rig.nodes().get(receiver.flow().from());
        if (sender.card().counters().get(CardCounter.HOST_WRITES_LOST_FAULT) > 0) {
            return "host-write-fault";
        }
        for (LossCause cause : LossCause.values()) {
            boolean here = rig.ring().counters(node).get(cause.counter()) > 0;
            boolean onTheWay = cause == LossCause.FAULT && rig.ring().total(cause.counter()) > 0;
            if (here || onTheWay) {
                return cause.label();
            }
        }
        return portable(receiver) ? "overwritten" : "unaccounted";
    }

    private static void put(Map<String, Long> lost, String cause, long count) {
        if (count > 0) {
            lost.merge(cause, count, Long::sum);
        }
    }

    private List<SpanResult> spanResults() {
        List<SpanResult> all = new ArrayList<>();
        Scenario scenario = rig.scenario();
        FibreRing ring = rig.ring();
        // Nobody sends before the applications start, so all of a span's use lies after that.
        long elapsedPs = Math.max(1, endPs - Rig.START_PS);
        for (int index = 0; index < scenario.nodes().size(); index++) {
            NodeSpec from = scenario.nodes().get(index);
            NodeSpec to = scenario.nodes().get((index + 1) % scenario.nodes().size());
            all.add(new SpanResult(
                    from.name(),
                    to.name(),
                    ring.spanUse(from.id()).packets(),
                    100.0 * ring.spanUse(from.id()).busyPs() / elapsedPs));
        }
        return all;
    }
}
