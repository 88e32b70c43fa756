package dev.rmtwin.pcie.bus;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.memory.SlotQueue;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.card.PcieProfile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The card's reads of host memory. Each is cut into requests of at most the maximum read request that do not cross 4 KiB; every
 * request needs a tag, and waits for one in the order in which it was asked for. The answers are put together again and
 * delivered once. After an error the rest is not asked for.
 */
final class HostReads {
    private static final int PAGE_BYTES = 4096;
    private static final MemorySegment NO_DATA = MemorySegment.ofArray(new byte[0]);
    private static final CompletionStatus[] STATUSES = CompletionStatus.values();

    /** One read as the card asked for it. Pooled and reused. */
    private static final class Job {
        private boolean busy;
        private int token;
        private long address;
        private int lengthBytes;
        private boolean relaxed;
        private int issuedBytes;
        private int openRequests;
        private CompletionStatus status = CompletionStatus.SUCCESS;
        private MemorySegment data = NO_DATA;
    }

    private final int maxReadBytes;
    private final long timeoutPs;
    private final TlpPool pool;
    private final CounterBlock<BusCounter> counters;
    private final ReadTable tags;
    private final Port port;
    private final SlotQueue waiting = new SlotQueue();
    private Job[] jobs = new Job[0];
    private int[] free = new int[0];
    private int freeCount;

    /** What the reads need of the link. */
    interface Port {
        /** Sends a request to the host. */
        void send(Tlp request, long nowPs);

        /** {@link #expire} is wanted. */
        void timesOut(long atPs);

        /** A read has ended. */
        void deliver(int token, CompletionStatus status, MemorySegment data, int lengthBytes, long nowPs);
    }

    HostReads(PcieProfile profile, Direction.Shared shared, Port port) {
        maxReadBytes = profile.packets().maxReadRequestBytes();
        timeoutPs = profile.delays().completionTimeoutPs();
        pool = shared.pool();
        counters = shared.counters();
        tags = new ReadTable(profile.flow().tagCount(), profile.flow().tagCount());
        this.port = port;
        grow(4);
    }

    int maxReadBytes() {
        return maxReadBytes;
    }

    /** Asks for bytes of host memory. */
    void ask(long address, int lengthBytes, int token, boolean relaxed, long nowPs) {
        if (freeCount == 0) {
            grow(2 * jobs.length);
        }
        int slot = free[--freeCount];
        Job job = jobs[slot];
        job.busy = true;
        job.token = token;
        job.address = address;
        job.lengthBytes = lengthBytes;
        job.relaxed = relaxed;
        job.issuedBytes = 0;
        job.openRequests = 0;
        job.status = CompletionStatus.SUCCESS;
        if (pieceBytes(job) < lengthBytes && job.data.byteSize() < lengthBytes) {
            job.data = room(lengthBytes);
        }
        waiting.add(slot);
        issue(nowPs);
        if (job.busy && job.issuedBytes < lengthBytes) {
            counters.increment(BusCounter.TAG_WAITS);
        }
    }

    private static MemorySegment room(int lengthBytes) {
        return Arena.ofAuto().allocate(Integer.highestOneBit(2 * lengthBytes - 1), Long.BYTES);
    }

    private int pieceBytes(Job job) {
        long at = job.address + job.issuedBytes;
        int toPageEnd = PAGE_BYTES - (int) (at & PAGE_BYTES - 1);
        return Math.min(Math.min(maxReadBytes, toPageEnd), job.lengthBytes - job.issuedBytes);
    }

    private void issue(long nowPs) {
        while (!waiting.isEmpty()) {
            int slot = waiting.peek();
            Job job = jobs[slot];
            int tag = tags.open(slot, nowPs + timeoutPs);
            if (tag == ReadTable.NONE) {
                return;
            }
            Tlp request = pool.take(Tlp.Kind.HOST_READ);
            request.address = job.address + job.issuedBytes;
            request.lengthBytes = pieceBytes(job);
            request.value = job.issuedBytes;
            request.tag = tag;
            request.number = tags.number(tag);
            request.relaxed = job.relaxed;
            request.room(request.lengthBytes);
            job.issuedBytes += request.lengthBytes;
            job.openRequests++;
            if (job.issuedBytes == job.lengthBytes) {
                waiting.remove();
            }
            port.timesOut(nowPs + timeoutPs);
            port.send(request, nowPs);
        }
    }

    /** An answer has arrived; false when nobody waits for it any more. The caller releases it. */
    boolean onAnswer(Tlp answer, long nowPs) {
        if (!tags.waits(answer.tag, answer.number)) {
            return false;
        }
        int slot = tags.owner(answer.tag);
        tags.close(answer.tag);
        Job job = jobs[slot];
        if (answer.seenStatus() != CompletionStatus.SUCCESS) {
            counters.increment(BusCounter.CARD_READ_ERRORS);
            fail(slot, answer.seenStatus());
        } else if (answer.lengthBytes < job.lengthBytes && job.status == CompletionStatus.SUCCESS) {
            MemorySegment.copy(answer.data, 0, job.data, answer.value, answer.lengthBytes);
        }
        job.openRequests--;
        endIfComplete(slot, answer.data, nowPs);
        issue(nowPs);
        return true;
    }

    /** Ends every request whose time is over. */
    void expire(long nowPs) {
        for (int tag = tags.expired(nowPs); tag != ReadTable.NONE; tag = tags.expired(nowPs)) {
            int slot = tags.owner(tag);
            tags.close(tag);
            counters.increment(BusCounter.CARD_READ_TIMEOUTS);
            fail(slot, CompletionStatus.TIMED_OUT);
            jobs[slot].openRequests--;
            endIfComplete(slot, NO_DATA, nowPs);
        }
        issue(nowPs);
    }

    long earliestPs() {
        return tags.earliestPs();
    }

    /** The first error is the read's; what was not asked for yet never is. */
    private void fail(int slot, CompletionStatus status) {
        Job job = jobs[slot];
        if (job.status == CompletionStatus.SUCCESS) {
            job.status = status;
        }
        if (job.issuedBytes < job.lengthBytes) {
            job.issuedBytes = job.lengthBytes;
            waiting.remove();
        }
    }

    private void endIfComplete(int slot, MemorySegment lastAnswer, long nowPs) {
        Job job = jobs[slot];
        if (job.openRequests > 0 || job.issuedBytes < job.lengthBytes) {
            return;
        }
        boolean ok = job.status == CompletionStatus.SUCCESS;
        MemorySegment data = whole(job) ? lastAnswer : job.data;
        port.deliver(job.token, job.status, ok ? data : NO_DATA, ok ? job.lengthBytes : 0, nowPs);
        job.busy = false;
        free[freeCount++] = slot;
    }

    /** Whether one request is enough: its answer need not be put together. */
    private boolean whole(Job job) {
        return job.lengthBytes <= maxReadBytes && (job.address & PAGE_BYTES - 1) + job.lengthBytes <= PAGE_BYTES;
    }

    /** Tags in use. */
    int openTags() {
        return tags.openCount();
    }

    /** Reads that have not ended. */
    int openReads() {
        return jobs.length - freeCount;
    }

    private void grow(int size) {
        int old = jobs.length;
        jobs = Arrays.copyOf(jobs, size);
        free = Arrays.copyOf(free, size);
        for (int slot = size - 1; slot >= old; slot--) {
            jobs[slot] = new Job();
            free[freeCount++] = slot;
        }
    }

    void state(StateVisitor visitor) {
        tags.state(visitor);
        waiting.state(visitor);
        int size = visitor.count("jobs", jobs.length, Integer.BYTES);
        if (size > jobs.length) {
            grow(size);
        }
        freeCount = visitor.index("freeJobs", freeCount, jobs.length + 1);
        for (int i = 0; i < freeCount; i++) {
            free[i] = visitor.index("free", free[i], jobs.length);
        }
        for (Job job : jobs) {
            job.busy = visitor.value("busy", job.busy);
            if (job.busy) {
                jobState(job, visitor);
            }
        }
    }

    private void jobState(Job job, StateVisitor visitor) {
        job.token = visitor.value("token", job.token);
        job.address = visitor.value("address", job.address);
        job.lengthBytes = visitor.value("length", job.lengthBytes);
        job.relaxed = visitor.value("relaxed", job.relaxed);
        job.issuedBytes = visitor.value("issued", job.issuedBytes);
        job.openRequests = visitor.value("open", job.openRequests);
        job.status = STATUSES[visitor.index("status", job.status.ordinal(), STATUSES.length)];
        int held = visitor.count("held", whole(job) ? 0 : job.lengthBytes, Byte.BYTES);
        if (held > job.data.byteSize()) {
            job.data = room(held);
        }
        visitor.segment("data", job.data.asSlice(0, held));
    }
}
