package dev.rmtwin.scenarios.app;

import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.device.driver.RmDriver;
import dev.rmtwin.scenarios.model.Flow;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Writes the frames of one flow, numbered and stamped. */
public final class FlowWriter {
    private final Flow flow;
    private final RmDriver driver;
    private final List<Integer> notified;
    private final long sendPs;
    private final MemorySegment frame;
    private long sent;

    /**
     * @param flow the flow
     * @param driver the sending node's driver
     * @param notified ids of the nodes that get the flow's network interrupt after each frame
     * @param sendPs cost of preparing a frame and issuing its write
     */
    public FlowWriter(Flow flow, RmDriver driver, List<Integer> notified, long sendPs) {
        this.flow = flow;
        this.driver = driver;
        this.notified = List.copyOf(notified);
        this.sendPs = sendPs;
        frame = Arena.ofAuto().allocate(flow.sizeBytes(), Long.BYTES);
    }

    /** Writes the next frame; it is stamped with the moment of the write. */
    public void send(RoutineContext context) {
        context.charge(sendPs);
        FrameFormat.write(frame, flow.sizeBytes(), sent, context.nowPs());
        driver.write(flow.offset(), frame, 0, flow.sizeBytes(), context);
        for (int node : notified) {
            driver.sendEvent(node, flow.notifyType(), (int) sent, context);
        }
        sent++;
    }

    /** Frames written. */
    public long sent() {
        return sent;
    }

    /** The flow that it writes. */
    public Flow flow() {
        return flow;
    }

    /** Saves or restores its count. */
    public void state(StateVisitor visitor) {
        sent = visitor.value("sent", sent);
    }
}
