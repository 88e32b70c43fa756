package dev.rmtwin.scenarios.measure;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.device.ReceivedFrame;
import dev.rmtwin.scenarios.app.FrameFormat;
import dev.rmtwin.scenarios.run.StageTime;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Measures what one receiver sees: one-way latency from the sender's stamp, the wait until a look, frames out of order or
 * torn. What an application saw is an outcome, so it is part of the trace hash.
 */
public final class ReceiverMeter extends Component {
    private static final int OUTCOME_FRAME = 1;
    private static final int OUTCOME_TORN = 2;
    private static final long NS_TO_PS = 1000;

    private final int frameBytes;
    private final JourneyRecorder.ReceiverJourneys journeys;
    private Histogram oneWayNs = newHistogram();
    private long received;
    private long torn;
    private long repeated;
    private long nextSequence;
    private long sumPs;
    private long maxPs;
    private long waits;
    private long waitSumPs;
    private long waitMaxPs;

    /**
     * @param name the receiver's name
     * @param frameBytes bytes of a frame
     * @param journeys where its frames' journeys are recorded
     */
    public ReceiverMeter(String name, int frameBytes, JourneyRecorder.ReceiverJourneys journeys) {
        super("receiver/" + name);
        this.frameBytes = frameBytes;
        this.journeys = journeys;
    }

    private static Histogram newHistogram() {
        return new Histogram(3);
    }

    /**
     * The application has taken a frame.
     *
     * @param lookPs when the look began that found it, -1 when the receiver was told
     * @return whether the frame is whole and new
     */
    public boolean onFrame(ReceivedFrame frame, long lookPs, long nowPs) {
        if (!FrameFormat.whole(frame.buffer(), frameBytes)) {
            torn++;
            outcome(OUTCOME_TORN, nowPs, frame.number());
            return false;
        }
        long sequence = FrameFormat.sequence(frame.buffer());
        if (sequence < nextSequence) {
            repeated++;
            return false;
        }
        nextSequence = sequence + 1;
        received++;
        outcome(OUTCOME_FRAME, nowPs, sequence);
        long sentPs = FrameFormat.sentPs(frame.buffer());
        long latencyPs = nowPs - sentPs;
        sumPs += latencyPs;
        maxPs = Math.max(maxPs, latencyPs);
        oneWayNs.recordValue((latencyPs + NS_TO_PS / 2) / NS_TO_PS);
        long visiblePs = journeys.onTaken(frame, sequence, sentPs, nowPs);
        if (lookPs >= 0 && visiblePs >= 0) {
            long waitPs = Math.max(0, lookPs - visiblePs);
            waits++;
            waitSumPs += waitPs;
            waitMaxPs = Math.max(waitMaxPs, waitPs);
        }
        return true;
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        throw new IllegalStateException(this + " takes no events");
    }

    /** Frames taken whole and in order. */
    public long received() {
        return received;
    }

    /** Frames whose two ends were of different frames. */
    public long torn() {
        return torn;
    }

    /** Frames taken that had been taken before. */
    public long repeated() {
        return repeated;
    }

    /** One-way latency in nanoseconds; a copy. */
    public Histogram oneWayNs() {
        return oneWayNs.copy();
    }

    /** Exact mean of one-way latency. */
    public long meanPs() {
        return received == 0 ? 0 : sumPs / received;
    }

    /** Exact maximum of one-way latency. */
    public long maxPs() {
        return maxPs;
    }

    /** Mean wait between visible and looked at. */
    public long waitMeanPs() {
        return waits == 0 ? 0 : waitSumPs / waits;
    }

    /** Maximum of the same. */
    public long waitMaxPs() {
        return waitMaxPs;
    }

    /** Mean time by stage. */
    public List<StageTime> stageTimes() {
        return journeys.stageTimes();
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        received = visitor.value("received", received);
        torn = visitor.value("torn", torn);
        repeated = visitor.value("repeated", repeated);
        nextSequence = visitor.value("nextSequence", nextSequence);
        sumPs = visitor.value("sum", sumPs);
        maxPs = visitor.value("max", maxPs);
        waits = visitor.value("waits", waits);
        waitSumPs = visitor.value("waitSum", waitSumPs);
        waitMaxPs = visitor.value("waitMax", waitMaxPs);
        histogram(visitor);
    }

    /** The histogram as pairs of a value and its count: the library's own form trusts the lengths that it finds. */
    private void histogram(StateVisitor visitor) {
        List<long[]> pairs = new ArrayList<>();
        oneWayNs.recordedValues()
                .forEach(step ->
                        pairs.add(new long[] {step.getValueIteratedTo(), step.getCountAddedInThisIterationStep()}));
        int count = visitor.count("histogram", pairs.size(), 2 * Long.BYTES);
        Histogram restored = newHistogram();
        for (int n = 0; n < count; n++) {
            boolean restoring = visitor.restoring();
            long valueNs = visitor.value("latency", restoring ? 0 : pairs.get(n)[0]);
            long times = visitor.value("times", restoring ? 0 : pairs.get(n)[1]);
            if (restoring) {
                restored.recordValueWithCount(valueNs, times);
            }
        }
        if (visitor.restoring()) {
            oneWayNs = restored;
        }
    }
}
