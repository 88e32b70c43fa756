package dev.rmtwin.pcie.host;

import dev.rmtwin.core.state.StateVisitor;

/** A set of small numbers that gives its lowest one quickly. Thread: the engine's. */
final class VectorSet {
    private final long[] words;
    /** A bit for each word that is not empty. */
    private long occupied;

    /** @param limit numbers 0 to limit - 1, 4096 at most */
    VectorSet(int limit) {
        words = new long[(limit + Long.SIZE - 1) / Long.SIZE];
        if (words.length > Long.SIZE) {
            throw new IllegalArgumentException("a set of " + limit + " numbers");
        }
    }

    boolean isEmpty() {
        return occupied == 0;
    }

    void add(int number) {
        words[number / Long.SIZE] |= 1L << number;
        occupied |= 1L << number / Long.SIZE;
    }

    /** Takes the lowest number away; there must be one. */
    int removeLowest() {
        int word = Long.numberOfTrailingZeros(occupied);
        int number = word * Long.SIZE + Long.numberOfTrailingZeros(words[word]);
        words[word] &= words[word] - 1;
        if (words[word] == 0) {
            occupied &= occupied - 1;
        }
        return number;
    }

    void state(StateVisitor visitor, String tag) {
        visitor.values(tag, words);
        occupied = 0;
        for (int word = 0; word < words.length; word++) {
            occupied |= words[word] != 0 ? 1L << word : 0;
        }
    }
}
