package dev.rmtwin.scenarios.app;

import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.device.ReceivedFrame;
import dev.rmtwin.device.driver.DriverChannel;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.scenarios.measure.ReceiverMeter;
import java.util.List;

/** What every receiving application does with the frames in its ring: take, measure, answer, work, release. */
public final class FrameConsumer {
    private final DriverChannel channel;
    private final ReceiverMeter meter;
    private final HostProfile.Application costs;
    private final List<FlowWriter> answers;

    /**
     * @param channel where the frames come from
     * @param meter measures them
     * @param costs what taking and working cost
     * @param answers flows that answer each frame
     */
    public FrameConsumer(
            DriverChannel channel, ReceiverMeter meter, HostProfile.Application costs, List<FlowWriter> answers) {
        this.channel = channel;
        this.meter = meter;
        this.costs = costs;
        this.answers = List.copyOf(answers);
    }

    /**
     * Takes one frame, if there is one.
     *
     * @param lookPs when the look began that found it, -1 when the receiver was told
     * @return whether there was one
     */
    public boolean consume(long lookPs, RoutineContext context) {
        if (!channel.hasFrame()) {
            return false;
        }
        context.charge(costs.takePs());
        ReceivedFrame frame = channel.poll(context.nowPs());
        boolean good = meter.onFrame(frame, lookPs, context.nowPs());
        if (good) {
            for (FlowWriter answer : answers) {
                answer.send(context);
            }
        }
        channel.release(frame, context);
        context.charge(costs.afterDeliveryPs());
        return true;
    }

    /** The channel that it takes from. */
    public DriverChannel channel() {
        return channel;
    }

    /** Saves or restores the answers' counts. */
    public void state(StateVisitor visitor) {
        for (FlowWriter answer : answers) {
            answer.state(visitor);
        }
    }
}
