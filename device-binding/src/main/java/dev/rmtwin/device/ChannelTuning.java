package dev.rmtwin.device;

/**
 * How a channel's completions reach the application; what is left out stays as the card has it.
 *
 * @param pollBudget completions that one poll takes at most before it lets others run (hybrid receive: the interrupt only
 *     starts polls); 0: the service routine takes them all itself
 * @param pollGapNs nanoseconds from a poll that found something to the next one; the interrupt is armed again when a poll finds
 *     nothing. 0: it is armed again as soon as a poll has not used up its budget
 * @param coalesceFrames completions that raise one interrupt, 0 to leave what the card has
 * @param coalesceNs longest wait of a completion for its interrupt in nanoseconds, -1 to leave what the card has; the card
 *     rounds up
 */
public record ChannelTuning(int pollBudget, long pollGapNs, int coalesceFrames, long coalesceNs) {
    /** The service routine drains; coalescing is the card's. */
    public static final ChannelTuning STANDARD = new ChannelTuning(0, 0, 0, -1);

    public ChannelTuning {
        if (pollBudget < 0 || pollGapNs < 0 || coalesceFrames < 0 || coalesceNs < -1) {
            throw new IllegalArgumentException("poll budget " + pollBudget + ", gap " + pollGapNs + " ns, coalescing "
                    + coalesceFrames + " frames or " + coalesceNs + " ns");
        }
    }

    /** Whether the interrupt only starts polls. */
    public boolean hybrid() {
        return pollBudget > 0;
    }
}
