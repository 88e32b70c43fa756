package dev.rmtwin.pcie.stream;

import java.util.List;

/**
 * When a source sends: bursts of units end to end, with pauses between them.
 *
 * @param bursts in order
 * @param rounds how often the whole list is sent; 0 for ever
 */
public record BurstSchedule(List<Burst> bursts, long rounds) {
    /**
     * Units end to end.
     *
     * @param units at least 1
     * @param gapPs pause after the last of them, on an idle line
     */
    public record Burst(long units, long gapPs) {
        public Burst {
            if (units < 1 || gapPs < 0) {
                throw new IllegalArgumentException("burst of " + units + " units with a gap of " + gapPs + " ps");
            }
        }
    }

    public BurstSchedule {
        bursts = List.copyOf(bursts);
        if (bursts.isEmpty() || rounds < 0) {
            throw new IllegalArgumentException(bursts.size() + " bursts, " + rounds + " rounds");
        }
    }

    /** One burst that never ends. */
    public static BurstSchedule continuous() {
        return new BurstSchedule(List.of(new Burst(Long.MAX_VALUE, 0)), 1);
    }

    /** One burst. */
    public static BurstSchedule once(long units) {
        return new BurstSchedule(List.of(new Burst(units, 0)), 1);
    }

    /** The burst with a number, or null when there are no more. */
    Burst burst(long number) {
        long round = number / bursts.size();
        return rounds != 0 && round >= rounds ? null : bursts.get((int) (number % bursts.size()));
    }
}
