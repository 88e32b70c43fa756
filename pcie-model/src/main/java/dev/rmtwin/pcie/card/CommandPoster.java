package dev.rmtwin.pcie.card;

import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.PcieLink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Posts completion entries behind the data that they announce. Entries of one pair that stand side by side go out in one
 * write; the pair's coalescer hears of each when its entry has gone out.
 *
 * <p>Thread: the engine's.
 */
final class CommandPoster {
    private static final int PAGE_BYTES = 4096;

    private final PcieLink link;
    private final CommandQueue[] queues;
    private final int limit;
    private final Seam<CommandCompletion> seam;
    private final MemorySegment staging;
    private final CommandCompletion completion = new CommandCompletion();
    private final FrameRecord token = new FrameRecord();
    private int staged;
    private int stagedPair;
    private int firstIndex;

    CommandPoster(String owner, PcieLink link, CommandQueue[] queues, int limit, SeamRegistry seams) {
        this.link = link;
        this.queues = queues;
        this.limit = limit;
        seam = seams.add(new Seam<>(owner + "/cqe-post", CommandCompletion.LENSES));
        staging = Arena.ofAuto().allocate((long) limit * CommandLayout.COMPLETION_BYTES, Long.BYTES);
    }

    /** Adds the completion of a command; it goes out at the next {@link #flush} at the latest. */
    void stage(Command command, CommandResult result, long nowPs) {
        CommandQueue queue = queues[command.pair];
        completion.pair = command.pair;
        completion.commandId = command.commandId;
        completion.status = result.code();
        completion.phase = queue.phase;
        completion.sqHead = queue.sqHead;
        completion.result = command.doneBytes;
        long extraPs = seam.pass(completion, nowPs);
        if (extraPs == Seam.DROPPED) {
            queue.counters.increment(CommandCounter.FAULT);
            return;
        }
        if (staged > 0 && (stagedPair != queue.index || extraPs > 0)) {
            flush(nowPs);
        }
        if (staged == 0) {
            stagedPair = queue.index;
            firstIndex = queue.cqTail;
        }
        CommandLayout.writeCompletion(staging, (long) staged * CommandLayout.COMPLETION_BYTES, completion);
        staged++;
        queue.advanceCompletion();
        long next = queue.cqBase + (long) queue.cqTail * CommandLayout.COMPLETION_BYTES;
        if (staged == limit || queue.cqTail == 0 || extraPs > 0 || next % PAGE_BYTES == 0) {
            flush(nowPs + extraPs);
        }
    }

    /** Whether entries of a pair wait to go out. */
    boolean holds(int pair) {
        return staged > 0 && stagedPair == pair;
    }

    /** Sends what waits. */
    void flush(long nowPs) {
        if (staged == 0) {
            return;
        }
        CommandQueue queue = queues[stagedPair];
        int count = staged;
        staged = 0;
        link.writeHost(
                queue.cqBase + (long) firstIndex * CommandLayout.COMPLETION_BYTES,
                staging,
                count * CommandLayout.COMPLETION_BYTES,
                -1,
                nowPs);
        queue.counters.increment(CommandCounter.ENTRY_WRITES);
        for (int i = 0; i < count; i++) {
            token.number = (long) firstIndex + i;
            queue.coalescer.onCompletion(0, token, nowPs);
        }
    }

    /** What waits for a pair never goes out. */
    void discard(int pair) {
        if (stagedPair == pair) {
            staged = 0;
        }
    }

    void state(StateVisitor visitor) {
        staged = visitor.index("staged", staged, limit + 1);
        stagedPair = visitor.index("stagedPair", stagedPair, queues.length);
        firstIndex = visitor.value("stagedFirst", firstIndex);
        visitor.segment("staging", staging);
    }
}
