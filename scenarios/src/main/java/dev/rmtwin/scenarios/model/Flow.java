package dev.rmtwin.scenarios.model;

import java.util.List;

/**
 * A stream of frames of one size that one node writes to one address range.
 *
 * @param name the name in the scenario file
 * @param from name of the writing node
 * @param offset byte offset in reflective memory
 * @param sizeBytes bytes of each frame, at least 16 (sequence number and time stamp)
 * @param sending when frames are written
 * @param notifyType network interrupt (1 to 3) sent after each frame, 0 for none
 * @param receivers who reads them
 */
public record Flow(
        String name,
        String from,
        long offset,
        int sizeBytes,
        Sending sending,
        int notifyType,
        List<Receiver> receivers) {

    public Flow {
        receivers = List.copyOf(receivers);
    }

    /** What makes the sender write. */
    public sealed interface Sending {}

    /**
     * By the clock.
     *
     * @param periodPs time between two frames
     * @param jitterPs each frame is late by up to this much, uniformly
     * @param phasePs time of the first frame
     */
    public record Periodic(long periodPs, long jitterPs, long phasePs) implements Sending {}

    /**
     * Several frames in a row, by the clock.
     *
     * @param frames frames of a burst
     * @param gapPs time between two frames of a burst
     * @param periodPs time between the first frames of two bursts
     * @param phasePs time of the first frame
     */
    public record Burst(int frames, long gapPs, long periodPs, long phasePs) implements Sending {}

    /**
     * One frame in answer to each frame received.
     *
     * @param flow name of the flow that is answered
     */
    public record Echo(String flow) implements Sending {}
}
