package dev.rmtwin.scenarios.run;

import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.model.ReceiveMode;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What one receiver saw.
 *
 * @param name flow{@literal @}node
 * @param flow name of the flow
 * @param node name of the receiving node
 * @param mode how it received
 * @param periodPs polling period, 0 for modes without one
 * @param oneWay one-way latency in <em>nanoseconds</em>, three significant digits: sender's write to receiver's read
 * @param oneWayMeanPs exact mean of the same
 * @param oneWayMaxPs exact maximum of the same
 * @param waitMeanPs mean time from the frame's being visible to the look that found it, 0 for modes that do not look
 * @param waitMaxPs maximum of the same
 * @param coreBusyPercent load of the receiving core
 * @param use what its channel used of host and card
 * @param framesSent frames that the sender wrote
 * @param framesReceived frames that the application took
 * @param framesLost lost frames by named cause; only causes that occurred
 * @param framesInFlight frames neither received nor lost when the run ended
 * @param interrupts interrupts taken for this receiver's channel
 * @param wakeups times that the receiving thread was woken from waiting
 * @param stages latency by stage of the journey, in journey order; the means add up to the one-way mean
 */
public record ReceiverResult(
        String name,
        String flow,
        String node,
        ReceiveMode mode,
        long periodPs,
        Histogram oneWay,
        long oneWayMeanPs,
        long oneWayMaxPs,
        long waitMeanPs,
        long waitMaxPs,
        double coreBusyPercent,
        ChannelUse use,
        long framesSent,
        long framesReceived,
        Map<String, Long> framesLost,
        long framesInFlight,
        long interrupts,
        long wakeups,
        List<StageTime> stages) {

    /** Value of a measure in the measure's unit. */
    public double value(Measure measure) {
        return switch (measure) {
            case ONE_WAY_MEAN -> oneWayMeanPs;
            case ONE_WAY_P50 -> percentilePs(50);
            case ONE_WAY_P99 -> percentilePs(99);
            case ONE_WAY_P999 -> percentilePs(99.9);
            case ONE_WAY_MAX -> oneWayMaxPs;
            case WAIT_MEAN -> waitMeanPs;
            case WAIT_MAX -> waitMaxPs;
            case CORE_BUSY -> coreBusyPercent;
            case INTERRUPT_BUSY -> use.interruptBusyPercent();
            case FRAMES_SENT -> framesSent;
            case FRAMES_RECEIVED -> framesReceived;
            case FRAMES_LOST -> framesLostTotal();
            case STARVED -> use.starved();
            case INTERRUPTS -> interrupts;
            case WAKEUPS -> wakeups;
        };
    }

    /** A percentile of one-way latency in picoseconds; the histogram rounds up, but never above the largest that there was. */
    public double percentilePs(double percentile) {
        return Math.min(oneWay.getValueAtPercentile(percentile) * 1000.0, (double) oneWayMaxPs);
    }

    /** Frames lost, all causes together. */
    public long framesLostTotal() {
        return framesLost.values().stream().mapToLong(Long::longValue).sum();
    }
}
