package dev.rmtwin.device.driver;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.core.trace.Trace;
import dev.rmtwin.device.ReceivedFrame;
import java.util.List;
import org.jctools.queues.atomic.SpscAtomicArrayQueue;

/**
 * Stage 15: frames on their way from the driver to one application thread: one producer, one consumer, the frames stay in
 * their buffers.
 */
public final class ApplicationRing {
    private final DriverSeat seat;
    private final int channel;
    private final CounterBlock<DriverCounter> counters;
    private final Seam<ReceivedFrame> seam;
    private final SpscAtomicArrayQueue<ReceivedFrame> queue;

    ApplicationRing(DriverSeat seat, int channel, int capacity, CounterBlock<DriverCounter> counters) {
        this.seat = seat;
        this.channel = channel;
        this.counters = counters;
        queue = new SpscAtomicArrayQueue<>(capacity);
        seam = seat.seams()
                .obtain(Seam.withoutDelay(
                        seat.seamId(channel, "app-ring"),
                        List.of(new Lens<>("frame.length", ReceivedFrame::lengthBytes, ApplicationRing::setLength))));
    }

    private static void setLength(ReceivedFrame frame, long lengthBytes) {
        frame.set(frame.origin(), frame.offset(), (int) lengthBytes, frame.arrivalPs(), frame.number());
    }

    /** Hands a frame over; false when a fault took it, and its buffer is the caller's again. */
    boolean publish(ReceivedFrame frame, long nowPs) {
        if (seam.pass(frame, nowPs) == Seam.DROPPED) {
            counters.increment(DriverCounter.LOST_FAULT);
            return false;
        }
        if (!queue.offer(frame)) {
            throw new IllegalStateException("application ring of channel " + channel + " at node " + seat.node()
                    + " is full with " + queue.size() + " frames: a buffer was completed twice");
        }
        counters.increment(DriverCounter.DRAINED);
        return true;
    }

    /** Takes the oldest frame; null when there is none. */
    ReceivedFrame poll(long nowPs) {
        ReceivedFrame frame = queue.poll();
        if (frame != null) {
            counters.increment(DriverCounter.TAKEN);
            seat.trace().line(Stage.APP_RING, seat.node(), Trace.record(channel, frame.number()), nowPs);
        }
        return frame;
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    int size() {
        return queue.size();
    }

    /** Saves the frames in the ring by buffer id, or puts those of {@code frames} back in. */
    void state(StateVisitor visitor, ReceivedFrame[] frames) {
        int count = visitor.index("ringCount", queue.size(), frames.length + 1);
        for (int i = 0; i < count; i++) {
            ReceivedFrame oldest = visitor.restoring() ? null : queue.poll();
            int id = visitor.index("ringFrame", oldest == null ? 0 : oldest.bufferId(), frames.length);
            queue.offer(frames[id]);
        }
    }
}
