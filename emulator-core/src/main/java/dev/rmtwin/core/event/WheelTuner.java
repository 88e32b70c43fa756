package dev.rmtwin.core.event;

/**
 * Finds the bucket width and count that suit a load, from the times that are popped and from nothing else.
 *
 * <p><strong>Width.</strong> The mean gap between different times, each gap counted as at most {@value #CLIP} bucket widths.
 * For evenly spread events that is the mean gap; pauses between bursts of more than {@value #CLIP} events count for so little
 * that the width shrinks, window by window, to the gaps within a burst. A small wheel gets buckets of about half a mean gap,
 * nearly all with one event; a large one, whose heads no longer fit the near caches, gets buckets of about two.
 *
 * <p><strong>Count.</strong> At least about as many as the events of a turn need, and twice as many again while one event in
 * 128 lies just beyond the horizon, within the next turn.
 *
 * <p>A window of pops between two looks is an eighth of the events and buckets or more, so that even laying out all anew at
 * each window costs O(1) an event.
 */
final class WheelTuner {
    static final int INITIAL_SHIFT = 13;

    private static final int CLIP = 8;
    private static final int MAX_SHIFT = 39; // 0.55 s; with the largest wheel, still no overflow
    private static final int MIN_WINDOW = 256;
    private static final int SMALL_SIZE = 1 << 14;

    private long clipPs = (long) CLIP << INITIAL_SHIFT;
    private int window = MIN_WINDOW;
    private long gapCount;
    private long gapSumPs;

    /** Takes note of the gap between two pops, 0 for a tie. */
    void onGap(long gapPs) {
        gapCount += -gapPs >>> 63; // 0 for a tie, else 1
        gapSumPs += Math.min(gapPs, clipPs);
    }

    /** Whether enough was seen to look at the measures. */
    boolean isDue() {
        return gapCount >= window;
    }

    /** The binary logarithm of the width in ps to have, the present one if that is not off by much. */
    int shiftFor(int size, int presentShift) {
        long meanPs = Math.max(1, gapSumPs / gapCount);
        long wantedPs = Math.max(1, size <= SMALL_SIZE ? meanPs / 2 : meanPs * 2);
        long presentPs = 1L << presentShift;
        if (presentPs * 5 >= wantedPs * 3 && presentPs * 3 <= wantedPs * 5) {
            return presentShift;
        }
        return Math.min(MAX_SHIFT, Long.SIZE - 1 - Long.numberOfLeadingZeros(wantedPs + wantedPs / 3));
    }

    /** The number of buckets to have; {@code missed} events lie beyond one turn and within two. */
    int bucketsFor(int size, int present, int missed) {
        long spread = size <= SMALL_SIZE ? 2L * size : size;
        int least = Math.clamp(spread, BucketWheel.MIN_BUCKETS, BucketWheel.MAX_BUCKETS);
        least = Integer.highestOneBit(2 * least - 1);
        if (present < least || present >= 16L * least) {
            return least;
        }
        boolean extend = present < 8L * least && present < BucketWheel.MAX_BUCKETS && missed > size >>> 7;
        return extend ? 2 * present : present;
    }

    /** Starts the next window, for the measures that now hold. */
    void restart(int size, int shift, int buckets) {
        clipPs = (long) CLIP << shift;
        window = Math.max(MIN_WINDOW, (size + buckets) >>> 3);
        gapCount = 0;
        gapSumPs = 0;
    }
}
