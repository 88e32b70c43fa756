package dev.rmtwin.scenarios.measure;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.EventKey;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.trace.Stage;
import dev.rmtwin.core.trace.Trace;
import dev.rmtwin.device.ReceivedFrame;
import dev.rmtwin.scenarios.run.StageTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Follows frames through the stages of their journey by the diary's lines alone, and tells how long each stage took.
 *
 * <p>Joining the two halves: a packet's lines carry origin and number, a channel's lines carry the record. The n-th commit of
 * a flow's last word at a node belongs to the flow's n-th frame; the arrival time in the completion confirms it.
 */
public final class JourneyRecorder extends Component implements Trace.TraceListener {
    private static final int NODES = 256;
    private static final long PACKET_NUMBER_MASK = (1L << EventKey.PACKET_NUMBER_BITS) - 1;

    private final List<ReceiverJourneys> receivers = new ArrayList<>();
    private final List<List<ReceiverJourneys>> byOrigin = new ArrayList<>();
    private final List<List<ReceiverJourneys>> byNode = new ArrayList<>();

    /** An observer of nothing yet; see {@link #follow}. */
    public JourneyRecorder() {
        super("journey-recorder");
        for (int node = 0; node < NODES; node++) {
            byOrigin.add(new ArrayList<>());
            byNode.add(new ArrayList<>());
        }
    }

    /**
     * Follows the frames of one flow to one receiver.
     *
     * @param origin node id of the sender
     * @param node node id of the receiver
     * @param channel its queue channel, -1 when the frames come by network interrupt
     * @param lastByte offset of the flow's last byte
     */
    public ReceiverJourneys follow(int origin, int node, int channel, long lastByte) {
        ReceiverJourneys journeys = new ReceiverJourneys(origin, channel, lastByte);
        receivers.add(journeys);
        byOrigin.get(origin).add(journeys);
        byNode.get(node).add(journeys);
        return journeys;
    }

    @Override
    public void onLine(Stage stage, int node, long subject, long nowPs) {
        switch (stage) {
            case HOST_WRITE, TX_FIFO, FRAME_TX -> {
                if (node == origin(subject)) {
                    for (ReceiverJourneys journeys : byOrigin.get(node)) {
                        journeys.packetTimes(stage).put(subject & PACKET_NUMBER_MASK, nowPs);
                    }
                }
            }
            case SPAN, RING_HOP, RX_FIFO, MEMORY -> {
                for (ReceiverJourneys journeys : byNode.get(node)) {
                    if (journeys.origin == origin(subject)) {
                        journeys.packetTimes(stage).put(subject & PACKET_NUMBER_MASK, nowPs);
                    }
                }
            }
            default -> {
                for (ReceiverJourneys journeys : byNode.get(node)) {
                    if (journeys.channel == Trace.channel(subject)) {
                        journeys.onChannelLine(stage, Trace.recordNumber(subject), nowPs);
                    }
                }
            }
        }
    }

    /** Bytes have become visible at a node. */
    public void onCommit(int node, int origin, long offset, int lengthBytes, long packetSequence) {
        for (ReceiverJourneys journeys : byNode.get(node)) {
            if (journeys.origin == origin && offset <= journeys.lastByte && journeys.lastByte < offset + lengthBytes) {
                journeys.frames.put(journeys.frameCount++, packetSequence & PACKET_NUMBER_MASK);
            }
        }
    }

    private static int origin(long packetSequence) {
        return (int) (packetSequence >>> EventKey.PACKET_NUMBER_BITS);
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        throw new IllegalStateException(this + " takes no events");
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        for (ReceiverJourneys journeys : receivers) {
            journeys.state(visitor);
        }
    }

    /** The journeys of one flow's frames to one receiver. */
    public static final class ReceiverJourneys {
        private static final Stage[] PACKET_STAGES = {
            Stage.HOST_WRITE, Stage.TX_FIFO, Stage.FRAME_TX, Stage.SPAN, Stage.RING_HOP, Stage.RX_FIFO, Stage.MEMORY
        };
        private static final Stage[] RECORD_STAGES = {Stage.DMA_FETCH, Stage.DMA_MOVE, Stage.CQE_POST};
        private static final Stage[] COVERING_STAGES = {Stage.COALESCE, Stage.MSIX, Stage.ISR, Stage.EVENTFD};

        private final int origin;
        private final int channel;
        private final long lastByte;
        /** Packet number of the last packet of each frame. */
        private final NumberedTimes frames = new NumberedTimes();

        private final Map<Stage, NumberedTimes> numbered = new EnumMap<>(Stage.class);
        private final Map<Stage, CoveringTimes> covering = new EnumMap<>(Stage.class);
        private final long[] reached = new long[Stage.count()];
        private final long[] sumPs = new long[Stage.count()];
        private final long[] maxPs = new long[Stage.count()];
        private long frameCount;
        private long samples;

        private ReceiverJourneys(int origin, int channel, long lastByte) {
            this.origin = origin;
            this.channel = channel;
            this.lastByte = lastByte;
            for (Stage stage : PACKET_STAGES) {
                numbered.put(stage, new NumberedTimes());
            }
            for (Stage stage : RECORD_STAGES) {
                numbered.put(stage, new NumberedTimes());
            }
            for (Stage stage : COVERING_STAGES) {
                covering.put(stage, new CoveringTimes());
            }
        }

        private NumberedTimes packetTimes(Stage stage) {
            return numbered.get(stage);
        }

        private void onChannelLine(Stage stage, long record, long nowPs) {
            CoveringTimes several = covering.get(stage);
            if (several != null) {
                several.put(record, nowPs);
            } else if (stage != Stage.APP_RING) {
                numbered.get(stage).put(record, nowPs);
            }
        }

        /**
         * The application has taken a frame.
         *
         * @return when the frame became visible to the host, -1 when that is not known
         */
        long onTaken(ReceivedFrame frame, long sequence, long sentPs, long nowPs) {
            long packet = frames.get(sequence);
            long memoryPs = packet < 0 ? -1 : numbered.get(Stage.MEMORY).get(packet);
            boolean confirmed = memoryPs >= sentPs && (channel < 0 || memoryPs == frame.arrivalPs());
            long visiblePs =
                    channel < 0 ? memoryPs : numbered.get(Stage.CQE_POST).get(frame.number());
            if (confirmed) {
                addSample(packet, frame.number(), sentPs, nowPs);
            }
            return visiblePs;
        }

        private void addSample(long packet, long record, long sentPs, long nowPs) {
            Arrays.fill(reached, -1);
            for (Stage stage : PACKET_STAGES) {
                reached[stage.ordinal()] = numbered.get(stage).get(packet);
            }
            if (channel >= 0) {
                for (Stage stage : RECORD_STAGES) {
                    reached[stage.ordinal()] = numbered.get(stage).get(record);
                }
                for (Stage stage : COVERING_STAGES) {
                    reached[stage.ordinal()] = covering.get(stage).covering(record);
                }
            }
            reached[Stage.APP_RING.ordinal()] = nowPs;
            samples++;
            long beforePs = sentPs;
            for (int stage = 0; stage < reached.length; stage++) {
                // Stages may overlap (an interrupt leaves while its completion still travels): each counts what it
                // adds.
                long addedPs = Math.max(0, reached[stage] - beforePs);
                if (reached[stage] >= 0) {
                    sumPs[stage] += addedPs;
                    maxPs[stage] = Math.max(maxPs[stage], addedPs);
                    beforePs += addedPs;
                }
            }
        }

        /** Mean and maximum of what each stage added; stages that no frame reached are left out. */
        List<StageTime> stageTimes() {
            List<StageTime> times = new ArrayList<>();
            for (int stage = 0; stage < sumPs.length && samples > 0; stage++) {
                if (reached[stage] >= 0) {
                    times.add(new StageTime(Stage.of(stage), sumPs[stage] / samples, maxPs[stage]));
                }
            }
            return times;
        }

        private void state(StateVisitor visitor) {
            frames.state(visitor);
            numbered.values().forEach(times -> times.state(visitor));
            covering.values().forEach(times -> times.state(visitor));
            visitor.values("reached", reached);
            visitor.values("stageSum", sumPs);
            visitor.values("stageMax", maxPs);
            frameCount = visitor.value("frameCount", frameCount);
            samples = visitor.value("samples", samples);
        }
    }
}
