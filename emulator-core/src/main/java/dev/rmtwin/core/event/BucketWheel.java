package dev.rmtwin.core.event;

import java.util.Arrays;

/**
 * A ring of buckets, each an unsorted chain of slots, with a two-level bitmap that finds the next bucket that is not empty.
 *
 * <pre>
 *   summary   one bit for 64 words   |1.......|
 *                                     |
 *   bits      one bit for a bucket   |..1..1..|........| ...
 *                                       |  |
 *   heads     first slot of a bucket |  s  s  |
 *                                       |
 *                                       slot -> slot -> 0
 * </pre>
 *
 * <p>The wheel knows bucket numbers, not time: bucket number b stands at index b modulo the number of buckets, and the queue
 * sees to it that all pending numbers lie within one turn. Arrays only grow; a smaller wheel uses a part of them.
 */
final class BucketWheel {
    /** The number of no bucket, later than all. */
    static final long NONE = Long.MAX_VALUE;

    static final int MIN_BUCKETS = 64;
    static final int MAX_BUCKETS = 1 << 21;

    private int[] heads = new int[MIN_BUCKETS];
    private long[] bits = new long[1];
    private long[] summary = new long[1];
    private int mask = MIN_BUCKETS - 1;
    private long work;

    int bucketCount() {
        return mask + 1;
    }

    int mask() {
        return mask;
    }

    /** Names the slot that is now the first of a bucket's chain; it must point to the one that was. */
    void setFirst(long bucket, int slot) {
        int i = (int) bucket & mask;
        heads[i] = slot;
        long word = bits[i >>> 6];
        bits[i >>> 6] = word | 1L << i;
        if (word == 0) {
            summary[i >>> 12] |= 1L << (i >>> 6);
        }
    }

    /** The first slot of a bucket's chain, 0 when there is none. */
    int first(long bucket) {
        return heads[(int) bucket & mask];
    }

    /** The number of the first bucket at or after {@code from} that is not empty, {@link #NONE} when all are. */
    long nextBucket(long from) {
        int start = (int) from & mask;
        int w = start >>> 6;
        long word = bits[w] & (-1L << start);
        if (word == 0) {
            w = nextWord(w);
            if (w < 0) {
                return NONE;
            }
            word = bits[w];
        }
        int i = (w << 6) + Long.numberOfTrailingZeros(word);
        return from + ((i - start) & mask);
    }

    /** Empties a bucket and returns the first slot of its chain, 0 when there is none. */
    int unlink(long bucket) {
        int i = (int) bucket & mask;
        int slot = heads[i];
        heads[i] = 0;
        long word = bits[i >>> 6] & ~(1L << i);
        bits[i >>> 6] = word;
        if (word == 0) {
            summary[i >>> 12] &= ~(1L << (i >>> 6));
        }
        return slot;
    }

    /** The first slot of the chain at an index of the wheel, 0 when there is none. */
    int head(int index) {
        return heads[index];
    }

    /** Sets the number of buckets, a power of two from {@link #MIN_BUCKETS} to {@link #MAX_BUCKETS}; all become empty. */
    void reset(int bucketCount) {
        clear();
        mask = bucketCount - 1;
        if (bucketCount > heads.length) {
            heads = new int[bucketCount];
            bits = new long[bucketCount >>> 6];
            summary = new long[Math.max(1, bucketCount >>> 12)];
        }
    }

    void clear() {
        Arrays.fill(heads, 0, mask + 1, 0);
        Arrays.fill(bits, 0, (mask + 1) >>> 6, 0);
        Arrays.fill(summary, 0);
    }

    /** Words looked through beyond the first so far; counted only where assertions are enabled. */
    long work() {
        return work;
    }

    /** The word after w, in turn order and w itself last, that has a bit set; -1 when none has. */
    private int nextWord(int w) {
        int last = mask >>> 12;
        int sw = w >>> 6;
        long word = summary[sw] & (-2L << w);
        for (int left = last; word == 0; left--) {
            if (left < 0) {
                return -1;
            }
            assert tally();
            sw = sw == last ? 0 : sw + 1;
            word = summary[sw];
        }
        return (sw << 6) + Long.numberOfTrailingZeros(word);
    }

    private boolean tally() {
        work++;
        return true;
    }
}
