package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.card.CommandCounter;
import dev.rmtwin.pcie.card.CommandOpcode;
import dev.rmtwin.pcie.card.CommandProfile;
import dev.rmtwin.pcie.card.CommandRegister;
import dev.rmtwin.pcie.card.CommandStatus;
import java.util.function.BooleanSupplier;

/** The rules of submission and completion queues, watched on a queue of a given depth across its wraps. */
public final class QueueRuleExperiment {
    private static final long ROUND_PS = 200 * Ps.US;
    private static final int WRAPS = 2;

    private final int size;
    private final RawQueue queue;
    private final QueueRig rig;
    private long outstanding;
    private long mostOutstanding;
    private long reaped;
    private long orderErrors;
    private int flips;
    private int flipsElsewhere;
    private int firstPhase = -1;
    private int lastPhase = -1;

    /**
     * What was seen.
     *
     * @param mostOutstanding commands in flight when the ring was full
     * @param unconsumed completions that the card posted while the host took none
     * @param held whether the card then held the next command back, and said so
     * @param firstPhase phase of the first completion
     * @param flips changes of the phase, all at index 0 unless {@code flipsElsewhere}
     * @param flipsElsewhere changes of the phase at other places
     * @param wraps times that the completion queue wrapped
     * @param orderErrors completions that were not of the next command
     * @param reaped completions in all
     */
    public record Seen(
            long mostOutstanding,
            long unconsumed,
            boolean held,
            int firstPhase,
            int flips,
            int flipsElsewhere,
            long wraps,
            long orderErrors,
            long reaped) {}

    /** An experiment with queues of {@code size} entries; nothing has run. */
    public QueueRuleExperiment(CommandProfile commands, int size, long seed) {
        this.size = size;
        rig = new QueueRig(commands, seed);
        queue = new RawQueue(rig, size);
    }

    /** Fills the queue until the rule says full, lets the card fill its own, and goes on over two wraps and more. */
    public Seen run(BooleanSupplier stop) {
        long submitted = submit(0);
        await(CommandCounter.COMPLETED, submitted, stop);
        long unconsumed = completed();
        // The submission ring is empty now, so one more fits; the completion ring has no room for it.
        boolean held = heldWithoutRoom(stop);
        submitted += held ? 1 : 0;
        long goal = (long) size * WRAPS + size / 2;
        while (reaped < goal && !stop.getAsBoolean()) {
            reapAll();
            submitted += submit(submitted);
            queue.run(ROUND_PS);
        }
        return new Seen(
                mostOutstanding,
                unconsumed,
                held,
                firstPhase,
                flips,
                flipsElsewhere,
                reaped / size,
                orderErrors,
                reaped);
    }

    private boolean heldWithoutRoom(BooleanSupplier stop) {
        long submitted = rig.card().commands(0).counters().get(CommandCounter.SUBMITTED);
        // The host learns the submission head from completions: it looks at them without giving their places back.
        reapQuietly();
        queue.put(CommandOpcode.NOOP, (int) (submitted & 0xFFFF), 0, 0, 0);
        outstanding++;
        queue.ringTail();
        await(CommandCounter.SUBMITTED, submitted + 1, stop);
        queue.run(ROUND_PS);
        boolean held = CommandStatus.HELD.isSet(queue.peek(CommandRegister.STATUS)) && completed() == submitted;
        queue.ringHead();
        return held;
    }

    private long submit(long from) {
        long count = 0;
        while (queue.put(CommandOpcode.NOOP, (int) (from + count & 0xFFFF), 0, 0, 0)) {
            count++;
        }
        outstanding += count;
        mostOutstanding = Math.max(mostOutstanding, outstanding);
        queue.ringTail();
        return count;
    }

    private void reapAll() {
        reapQuietly();
        queue.ringHead();
    }

    private void reapQuietly() {
        for (RawQueue.Reaped next = queue.reap(); next != null; next = queue.reap()) {
            if (next.id != (int) (reaped & 0xFFFF)) {
                orderErrors++;
            }
            if (firstPhase < 0) {
                firstPhase = next.phase;
            } else if (next.phase != lastPhase) {
                flips++;
                flipsElsewhere += next.index == 0 ? 0 : 1;
            }
            lastPhase = next.phase;
            reaped++;
            outstanding--;
        }
    }

    private long completed() {
        return rig.card().commands(0).counters().get(CommandCounter.COMPLETED);
    }

    private void await(CommandCounter counter, long count, BooleanSupplier stop) {
        while (rig.card().commands(0).counters().get(counter) < count && !stop.getAsBoolean()) {
            queue.run(ROUND_PS);
        }
        queue.run(ROUND_PS);
    }
}
