package dev.rmtwin.device.driver;

import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.core.trace.Trace;
import dev.rmtwin.device.ReceivedFrame;
import org.jctools.queues.atomic.SpscAtomicArrayQueue;

/**
 * Stage 15: frames on their way from the driver to one application thread: one producer, one consumer, the frames stay in
 * their buffers.
 */
public final class ApplicationRing {
    private final DriverSeat seat;
    private final int channel;
    private final SpscAtomicArrayQueue<ReceivedFrame> queue;

    ApplicationRing(DriverSeat seat, int channel, int capacity) {
        this.seat = seat;
        this.channel = channel;
        queue = new SpscAtomicArrayQueue<>(capacity);
    }

    /** Hands a frame over; false when the ring is full. */
    boolean publish(ReceivedFrame frame) {
        return queue.offer(frame);
    }

    /** Takes the oldest frame; null when there is none. */
    ReceivedFrame poll(long nowPs) {
        ReceivedFrame frame = queue.poll();
        if (frame != null) {
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
        int count = visitor.value("ringCount", queue.size());
        for (int i = 0; i < count; i++) {
            ReceivedFrame oldest = visitor.restoring() ? null : queue.poll();
            int id = visitor.value("ringFrame", oldest == null ? 0 : oldest.bufferId());
            queue.offer(frames[id]);
        }
    }
}
