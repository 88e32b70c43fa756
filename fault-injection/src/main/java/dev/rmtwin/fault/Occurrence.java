package dev.rmtwin.fault;

/**
 * Which of the things that pass a seam, counted from 1 since the fault was armed, a fault acts on: number {@code first}, then
 * every {@code every}-th after it, {@code count} times in all.
 *
 * @param first number of the first one, at least 1
 * @param every distance to the next, at least 1
 * @param count how many, at least 1; {@link #WITHOUT_END} for no limit
 */
public record Occurrence(long first, long every, long count) {
    /** No limit to how often a fault fires. */
    public static final long WITHOUT_END = Long.MAX_VALUE;

    public Occurrence {
        if (first < 1 || every < 1 || count < 1) {
            throw new FaultException("first, every and count start at 1, not " + first + ", " + every + ", " + count);
        }
    }

    /** Exactly one: the {@code number}-th. */
    public static Occurrence nth(long number) {
        return new Occurrence(number, 1, 1);
    }

    /** The next {@code count} things. */
    public static Occurrence next(long count) {
        return new Occurrence(1, 1, count);
    }

    /** Every {@code distance}-th thing, for as long as the fault is armed. */
    public static Occurrence every(long distance) {
        return new Occurrence(distance, distance, WITHOUT_END);
    }

    /** Whether the {@code number}-th thing is one of them. */
    boolean contains(long number) {
        long past = number - first;
        return past >= 0 && past % every == 0 && past / every < count;
    }
}
