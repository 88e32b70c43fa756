package dev.rmtwin.pcie.card;

import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/**
 * Posts completion entries behind the data that they announce. Entries of one pair that stand side by side go out in one
 * write; the pair's coalescer hears of each when its entry has gone out.
 *
 * <p>Thread: the engine's.
 */
final class CommandPoster {
    private static final int PAGE_BYTES = 4096;
    private static final int DISCARDED = -1;

    private final CardEgress link;
    private final CommandQueue[] queues;
    private final int limit;
    private final Seam<CommandCompletion> seam;
    private final MemorySegment staging;
    private final CommandCompletion completion = new CommandCompletion();
    private final FrameRecord token = new FrameRecord();
    private final MemorySegment held;
    private final int[] heldPairs;
    private final int[] heldIndexes;
    private int heldCount;
    private BooleanSupplier master = () -> true;
    private int staged;
    private int stagedPair;
    private int firstIndex;

    /**
     * How many entries there can be.
     *
     * @param write in one write
     * @param held held back while the card must not send: one for each slot
     */
    record Sizes(int write, int held) {}

    CommandPoster(String owner, CardEgress link, CommandQueue[] queues, Sizes sizes, SeamRegistry seams) {
        this.link = link;
        this.queues = queues;
        limit = sizes.write();
        held = Arena.ofAuto().allocate((long) sizes.held() * CommandLayout.COMPLETION_BYTES, Long.BYTES);
        heldPairs = new int[sizes.held()];
        heldIndexes = new int[sizes.held()];
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

    /** Sends what waits, or puts it aside while the card must not send. */
    void flush(long nowPs) {
        int count = staged;
        staged = 0;
        if (count > 0 && master.getAsBoolean()) {
            post(stagedPair, firstIndex, staging, count, nowPs);
        } else if (count > 0) {
            MemorySegment.copy(
                    staging,
                    0,
                    held,
                    (long) heldCount * CommandLayout.COMPLETION_BYTES,
                    (long) count * CommandLayout.COMPLETION_BYTES);
            for (int i = 0; i < count; i++) {
                heldPairs[heldCount] = stagedPair;
                heldIndexes[heldCount++] = firstIndex + i;
            }
        }
    }

    /** The card may send again: what was put aside goes out, each entry alone. */
    void release(long nowPs) {
        for (int i = 0; i < heldCount; i++) {
            MemorySegment entry =
                    held.asSlice((long) i * CommandLayout.COMPLETION_BYTES, CommandLayout.COMPLETION_BYTES);
            if (heldPairs[i] >= 0) {
                post(heldPairs[i], heldIndexes[i], entry, 1, nowPs);
            }
        }
        heldCount = 0;
    }

    private void post(int pair, int index, MemorySegment entries, int count, long nowPs) {
        CommandQueue queue = queues[pair];
        long address = queue.cqBase + (long) index * CommandLayout.COMPLETION_BYTES;
        link.writeHost(address, entries, count * CommandLayout.COMPLETION_BYTES, -1, nowPs);
        queue.counters.increment(CommandCounter.ENTRY_WRITES);
        for (int i = 0; i < count; i++) {
            token.number = (long) index + i;
            queue.coalescer.onCompletion(0, token, nowPs);
        }
    }

    void setMaster(BooleanSupplier newMaster) {
        master = newMaster;
    }

    /** What waits for a pair never goes out. */
    void discard(int pair) {
        if (stagedPair == pair) {
            staged = 0;
        }
        for (int i = 0; i < heldCount; i++) {
            if (heldPairs[i] == pair) {
                heldPairs[i] = DISCARDED;
            }
        }
    }

    void state(StateVisitor visitor) {
        staged = visitor.index("staged", staged, limit + 1);
        stagedPair = visitor.index("stagedPair", stagedPair, queues.length);
        firstIndex = visitor.value("stagedFirst", firstIndex);
        visitor.segment("staging", staging);
        heldCount = visitor.index("heldEntries", heldCount, heldPairs.length + 1);
        visitor.values("heldPairs", heldPairs);
        visitor.values("heldIndexes", heldIndexes);
        visitor.segment("held", held);
    }
}
