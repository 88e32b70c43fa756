package dev.rmtwin.pcie.card;

import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.CompletionStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.function.BooleanSupplier;

/**
 * Fetches commands from host memory: the pairs in turn, each at most a burst, many entries in one read, one read a pair at a
 * time. Nothing is fetched that has no slot and no place in its completion queue, so nothing ever waits for either with its
 * work done. Reads the shadow doorbells of a pair that has run dry.
 *
 * <p>Thread: the engine's.
 */
final class CommandFetcher {
    static final int FETCH = 0;
    static final int SHADOW = 1;

    private static final int PAGE_BYTES = 4096;

    private final CardEgress link;
    private final CommandQueue[] queues;
    private final CommandSlots slots;
    private final CommandProfile profile;
    private final BitSet ready;
    private final MemorySegment events = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
    private BooleanSupplier master = () -> true;
    private int turn;
    private int turnLeft;

    CommandFetcher(CommandProfile profile, CardEgress link, CommandQueue[] queues, CommandSlots slots) {
        this.profile = profile;
        this.link = link;
        this.queues = queues;
        this.slots = slots;
        ready = new BitSet(queues.length);
        turnLeft = profile.burstCount();
    }

    void setMaster(BooleanSupplier newMaster) {
        master = newMaster;
    }

    /** Something about a pair has changed: judges anew whether it can be fetched from, and whether to look for news. */
    void refresh(CommandQueue queue, long nowPs) {
        ready.set(queue.index, queue.wantsFetch());
        if (queue.wantsShadow() && master.getAsBoolean()) {
            readShadow(queue, nowPs);
        }
    }

    /** Asks for as many commands as there are slots for. */
    void fetch(long nowPs) {
        while (!ready.isEmpty() && master.getAsBoolean()) {
            if (slots.available() <= 0) {
                queues[ready.nextSetBit(0)].counters.increment(CommandCounter.SLOTS_FULL);
                return;
            }
            CommandQueue queue = next();
            ask(queue, nowPs);
            refresh(queue, nowPs);
        }
    }

    /** The pair whose turn it is. */
    private CommandQueue next() {
        if (turnLeft <= 0 || !ready.get(turn)) {
            int following = ready.nextSetBit(turn + 1);
            turn = following >= 0 ? following : ready.nextSetBit(0);
            turnLeft = profile.burstCount();
        }
        return queues[turn];
    }

    private void ask(CommandQueue queue, long nowPs) {
        long address = queue.sqBase + (long) queue.issueHead * CommandLayout.ENTRY_BYTES;
        int inPage = (int) (PAGE_BYTES - address % PAGE_BYTES) / CommandLayout.ENTRY_BYTES;
        int inRead = link.maxReadBytes() / CommandLayout.ENTRY_BYTES;
        int wanted = Math.min(queue.waiting(), queue.completionRoom());
        int allowed = Math.min(Math.min(profile.fetchCount(), turnLeft), slots.available());
        int count =
                Math.min(Math.min(wanted, allowed), Math.min(Math.min(inRead, inPage), queue.sqSize - queue.issueHead));
        turnLeft -= count;
        queue.fetching = count;
        queue.inFlight += count;
        queue.issueHead += count;
        if (queue.issueHead == queue.sqSize) {
            queue.issueHead = 0;
        }
        slots.reserve(count);
        queue.counters.increment(CommandCounter.FETCH_READS);
        link.readHost(address, count * CommandLayout.ENTRY_BYTES, tag(FETCH, queue.index), nowPs);
    }

    /** Tells the host when to ring, and then looks whether it has gone on meanwhile: the read follows the write. */
    private void readShadow(CommandQueue queue, long nowPs) {
        CommandLayout.writeShadow(events, 0, queue.sqTail);
        CommandLayout.writeShadow(events, Integer.BYTES, queue.cqHead);
        link.writeHost(queue.shadowBase + CommandLayout.EVENT_TAIL_AT, events, Long.BYTES, -1, nowPs);
        queue.shadowReading = true;
        queue.counters.increment(CommandCounter.SHADOW_READS);
        link.readHost(queue.shadowBase, Long.BYTES, tag(SHADOW, queue.index), nowPs);
    }

    static int tag(int kind, int index) {
        return HostReader.COMMANDS.tag(kind << CommandEngine.TOKEN_BITS | index);
    }

    /** Commands have arrived; returns how many are wanted: 0 when the pair was reset or the read failed. */
    int onFetched(CommandQueue queue, CompletionStatus status, long nowPs) {
        int count = queue.fetching;
        queue.fetching = 0;
        if (queue.discardFetch) {
            queue.discardFetch = false;
            slots.unreserve(count);
            return 0;
        }
        if (status != CompletionStatus.SUCCESS) {
            slots.unreserve(count);
            queue.inFlight -= count;
            queue.issueHead = queue.sqHead;
            queue.halt(nowPs);
            return 0;
        }
        queue.counters.add(CommandCounter.FETCHED, count);
        return count;
    }

    /** The shadow doorbells have arrived. */
    void onShadow(CommandQueue queue, CompletionStatus status, MemorySegment data, long nowPs) {
        queue.shadowReading = false;
        if (queue.discardShadow) {
            queue.discardShadow = false;
            return;
        }
        if (status != CompletionStatus.SUCCESS) {
            queue.halt(nowPs);
            return;
        }
        int tail = CommandLayout.shadow(data, CommandLayout.SHADOW_TAIL_AT);
        int head = CommandLayout.shadow(data, CommandLayout.SHADOW_HEAD_AT);
        queue.shadowIdle = tail == queue.sqTail && head == queue.cqHead;
        if (!queue.shadowIdle) {
            // A doorbell that makes no sense is not looked at again before the host rings.
            boolean headTaken = head == queue.cqHead || queue.ringHead(head & 0xFFFF_FFFFL);
            boolean tailTaken = tail == queue.sqTail || queue.ringTail(tail & 0xFFFF_FFFFL);
            queue.shadowIdle = !headTaken || !tailTaken;
        }
    }

    void state(StateVisitor visitor) {
        turn = visitor.index("turn", turn, queues.length);
        turnLeft = visitor.value("turnLeft", turnLeft);
        for (CommandQueue queue : queues) {
            ready.set(queue.index, visitor.value("ready", ready.get(queue.index)));
        }
    }
}
