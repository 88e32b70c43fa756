package dev.rmtwin.scenarios.rig;

import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.device.ChannelConfig;
import dev.rmtwin.device.driver.DriverChannel;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.pcie.host.HostThread;
import dev.rmtwin.scenarios.app.BurstSender;
import dev.rmtwin.scenarios.app.EventReceiver;
import dev.rmtwin.scenarios.app.FlowWriter;
import dev.rmtwin.scenarios.app.FrameConsumer;
import dev.rmtwin.scenarios.app.PeriodicSender;
import dev.rmtwin.scenarios.app.PollReceiver;
import dev.rmtwin.scenarios.app.SpinReceiver;
import dev.rmtwin.scenarios.measure.JourneyRecorder;
import dev.rmtwin.scenarios.measure.ReceiverMeter;
import dev.rmtwin.scenarios.model.Flow;
import dev.rmtwin.scenarios.model.ReceiveMode;
import dev.rmtwin.scenarios.model.Receiver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The application side of a rig: threads, channels and meters of every flow. */
final class Applications {
    private static final int EVERYBODY = -1;

    private final Rig rig;
    private final List<RigReceiver> receivers = new ArrayList<>();
    private final Map<String, FlowWriter> writers = new HashMap<>();
    private final Map<String, Integer> threadsOnNode = new HashMap<>();
    private final List<Runnable> starts = new ArrayList<>();

    Applications(Rig rig) {
        this.rig = rig;
        for (Flow flow : rig.scenario().flows()) {
            RigNode from = node(flow.from());
            HostProfile.Application costs = from.spec().host().application();
            writers.put(flow.name(), new FlowWriter(flow, from.driver(), notified(flow), costs.sendPs()));
        }
        for (RigNode node : rig.nodes().values()) {
            spawn(node, "bring-up", node.bringUp(), 0);
            threadsOnNode.remove(node.spec().name());
        }
        for (Flow flow : rig.scenario().flows()) {
            for (Receiver receiver : flow.receivers()) {
                receivers.add(addReceiver(flow, receiver));
            }
        }
        for (Flow flow : rig.scenario().flows()) {
            if (flow.sending() instanceof Flow.Periodic timing) {
                addSender(flow, timing);
            } else if (flow.sending() instanceof Flow.Burst timing) {
                BurstSender sender = new BurstSender(writers.get(flow.name()), timing, Rig.START_PS, rig.endPs());
                spawn(node(flow.from()), flow.name(), sender, Rig.START_PS);
            }
        }
    }

    /** The nodes that wait for the flow's network interrupt, since others would be woken for nothing; all when none waits. */
    private List<Integer> notified(Flow flow) {
        List<Integer> waiting = flow.receivers().stream()
                .filter(r -> r.mode() == ReceiveMode.NETWORK_INTERRUPT)
                .map(r -> node(r.node()).spec().id())
                .toList();
        return flow.notifyType() > 0 && waiting.isEmpty() ? List.of(EVERYBODY) : waiting;
    }

    /** Lets every thread start at its time. */
    void start() {
        starts.forEach(Runnable::run);
        starts.clear();
    }

    private RigReceiver addReceiver(Flow flow, Receiver receiver) {
        RigNode node = node(receiver.node());
        boolean interrupts = receiver.mode() == ReceiveMode.INTERRUPT_DMA || receiver.mode() == ReceiveMode.HYBRID;
        boolean portable = receiver.mode() == ReceiveMode.NETWORK_INTERRUPT;
        DriverChannel channel = node.driver()
                .addChannel(new ChannelConfig(
                        flow.offset(),
                        flow.sizeBytes(),
                        receiver.ringCapacity(),
                        receiver.bufferBytes(),
                        interrupts,
                        portable ? flow.notifyType() : 0,
                        receiver.tuning()));
        JourneyRecorder.ReceiverJourneys journeys = rig.journeys()
                .follow(
                        node(flow.from()).spec().id(),
                        node.spec().id(),
                        portable ? -1 : channel.index(),
                        flow.offset() + flow.sizeBytes() - 1);
        ReceiverMeter meter = rig.engine().register(new ReceiverMeter(receiver.name(), flow.sizeBytes(), journeys));
        List<FlowWriter> answers = rig.scenario().flows().stream()
                .filter(f -> f.sending() instanceof Flow.Echo echo
                        && echo.flow().equals(flow.name())
                        && f.from().equals(receiver.node()))
                .map(f -> writers.get(f.name()))
                .toList();
        FrameConsumer consumer =
                new FrameConsumer(channel, meter, node.spec().host().application(), answers);
        HostThread thread = spawn(node, receiver.name(), routine(receiver, node, consumer), Rig.START_PS);
        channel.bind(thread);
        return new RigReceiver(flow, receiver, node, channel, thread, meter);
    }

    private Routine routine(Receiver receiver, RigNode node, FrameConsumer consumer) {
        HostProfile.Polling polling = node.spec().host().polling();
        return switch (receiver.mode()) {
            case INTERRUPT_DMA, HYBRID, NETWORK_INTERRUPT -> new EventReceiver(consumer);
            case BUSY_POLL -> new SpinReceiver(consumer, polling.spinCheckPs(), 0);
            case YIELD_POLL -> new SpinReceiver(consumer, polling.yieldCheckPs(), polling.yieldAwayPs());
            case POLL ->
                new PollReceiver(
                        consumer,
                        node.driver().seat().transport(),
                        polling,
                        receiver.periodPs(),
                        rig.seeds().seam("receiver/" + receiver.name() + "/interval"));
        };
    }

    private void addSender(Flow flow, Flow.Periodic timing) {
        PeriodicSender sender = new PeriodicSender(
                writers.get(flow.name()),
                timing,
                Rig.START_PS,
                rig.endPs(),
                rig.seeds().seam("flow/" + flow.name() + "/jitter"));
        spawn(node(flow.from()), flow.name(), sender, Rig.START_PS);
    }

    /** Threads go to the cores in turn, from the one after the interrupts' core on. */
    private HostThread spawn(RigNode node, String name, Routine routine, long startPs) {
        int number = threadsOnNode.merge(node.spec().name(), 1, Integer::sum);
        HostProfile host = node.spec().host();
        int core = (host.interruptCore() + number) % host.coreCount();
        HostThread thread = node.host().spawn(name, core, routine);
        starts.add(() -> node.host().start(thread, startPs));
        return thread;
    }

    private RigNode node(String name) {
        return rig.nodes().get(name);
    }

    List<RigReceiver> receivers() {
        return Collections.unmodifiableList(receivers);
    }

    long framesSent(String flow) {
        return writers.get(flow).sent();
    }
}
