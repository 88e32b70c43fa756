package dev.rmtwin.core.event;

/**
 * The pending events of one engine, taken in the total order (time, key).
 *
 * <pre>
 *    now        |- first                                horizon -|
 *   -----+------+-----+-----+-----+-----+--- ... ---+-----+------+----------------->  time
 *        |  run | one bucket of the wheel each                   |  far heap
 *        | crowd|                                                |
 * </pre>
 *
 * <p>Time is cut into buckets of 2^shift ps. What falls before bucket {@code first} stands sorted in the <em>run</em> (or,
 * when that is full, in the <em>crowd</em> heap); what falls within one turn of the wheel hangs unsorted in its bucket; what
 * lies beyond goes to the <em>far</em> heap. When the run is used up the next bucket is sorted into it.
 *
 * <p><strong>Self-tuning.</strong> Width and number of the buckets follow the load ({@link WheelTuner}); when they are off by
 * much, the pending events are laid out anew. Only the times popped decide, so a run that is repeated tunes alike, and the
 * order never depends on it.
 *
 * <p><strong>Looking ahead.</strong> The next bucket that has events, its first slot and that slot's link are known before
 * the next pop asks. So a pop need not wait for what the last push wrote, and the slot's cache line is on its way while a
 * handler runs. Mostly the bucket holds one event, which is then taken without passing through the run.
 *
 * <p>Cost: push and pop O(1) when tuned, O(log n) at worst amortised, whatever the times are. Memory doubles when it must and
 * is kept; in a steady state nothing is allocated. Times run from 0 to {@code Long.MAX_VALUE / 2}. Not thread-safe.
 */
public final class EventQueue {
    private final EventPool pool = new EventPool();
    private final SortedRun run = new SortedRun();
    private final EventHeap crowd = new EventHeap();
    private final BucketWheel wheel = new BucketWheel();
    private final EventHeap far = new EventHeap();
    private final WheelTuner tuner = new WheelTuner();

    private int size;
    private int shift = WheelTuner.INITIAL_SHIFT;
    private long first;
    private long nextBucket = BucketWheel.NONE;
    private int nextSlot;
    private long nextLink;

    private long timePs;
    private long key;
    private int target;
    private long arg;

    private long relinked;

    /** Sees one pending event. */
    public interface Visitor {
        /** Called once an event, with what was pushed. */
        void visit(long timePs, long key, int target, long arg);
    }

    /** An empty queue at time 0. */
    public EventQueue() {
        // Nothing to set: the queue finds its own measures.
    }

    /**
     * Adds an event.
     *
     * @param timePs when, not before the event popped last
     * @param key decides ties, see {@link EventKey}; no two pending events share time and key
     * @param target whom it concerns, opaque here
     * @param arg what it carries, opaque here
     * @throws IllegalStateException if the time lies before the event popped last: an error of the model
     */
    public void push(long timePs, long key, int target, long arg) {
        long bucket = timePs >>> shift;
        long ahead = bucket - first;
        if (ahead < 0) {
            pushNear(timePs, key, target, arg);
        } else if (ahead <= wheel.mask()) {
            int slot = pool.take(timePs, key, target, arg, wheel.first(bucket));
            wheel.setFirst(bucket, slot);
            if (bucket <= nextBucket) { // a branch, seldom taken: so the next pop need not wait for this bucket
                expect(bucket, slot);
            }
        } else {
            pushFar(timePs, key, target, arg);
        }
        size++;
    }

    /** Takes the earliest event, which the four getters then describe; false, and nothing changed, when there is none. */
    public boolean pop() {
        if (run.count() == 0 || crowd.size() != 0) {
            return popNext();
        }
        take(run.first());
        run.removeFirst();
        return true;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public int size() {
        return size;
    }

    /** Time of the earliest pending event, {@code Long.MAX_VALUE} when there is none. */
    public long nextTimePs() {
        if (run.count() == 0 && crowd.size() == 0) {
            if (nextIsAlone()) {
                return pool.cells()[nextSlot];
            }
            if (!advance()) {
                return Long.MAX_VALUE;
            }
        }
        return crowd.size() != 0 && crowdLeads() ? crowd.topTimePs() : pool.cells()[run.first()];
    }

    /** Time of the event popped last, 0 before the first. */
    public long timePs() {
        return timePs;
    }

    /** Key of the event popped last. */
    public long key() {
        return key;
    }

    /** Target of the event popped last. */
    public int target() {
        return target;
    }

    /** Argument of the event popped last. */
    public long arg() {
        return arg;
    }

    /** Forgets all events and goes back to time 0; keeps memory and measures. */
    public void clear() {
        run.clear();
        crowd.clear();
        wheel.clear();
        far.clear();
        pool.clear();
        size = 0;
        first = 0;
        expect(BucketWheel.NONE, 0);
        record(0, 0, 0, 0);
        tuner.restart(0, shift, wheel.bucketCount());
    }

    /** Shows all pending events in the order of their pops; the queue stays as it is. Allocates: meant for snapshots. */
    public void forEachInOrder(Visitor v) {
        EventHeap all = new EventHeap();
        crowd.copyTo(all);
        far.copyTo(all);
        for (int i = 0; i < run.count(); i++) {
            copyChain(run.slot(i), false, all);
        }
        for (int i = 0; i < wheel.bucketCount(); i++) {
            copyChain(wheel.head(i), true, all);
        }
        for (; all.size() > 0; all.removeTop()) {
            v.visit(all.topTimePs(), all.topKey(), all.topTarget(), all.topArg());
        }
    }

    /** Elementary steps so far (moves, words scanned, events laid out anew); counted only where assertions are enabled. */
    long work() {
        return run.work() + crowd.work() + far.work() + wheel.work() + relinked;
    }

    /** The bucket width is 2^this ps. */
    int shift() {
        return shift;
    }

    int bucketCount() {
        return wheel.bucketCount();
    }

    private void pushNear(long timePs, long key, int target, long arg) {
        if (timePs < this.timePs) {
            throw new IllegalStateException("event posted into the past: at " + timePs + " ps, now " + this.timePs
                    + " ps, key " + Long.toHexString(key) + ", target " + target);
        }
        settle(pool.take(timePs, key, target, arg, 0));
    }

    private void pushFar(long timePs, long key, int target, long arg) {
        if (timePs < 0) {
            throw new IllegalStateException("event posted before time 0: at " + timePs + " ps");
        }
        far.push(timePs, key, target, arg);
    }

    /** Puts a slot into the run, or its event into the crowd when the run is full. */
    private void settle(int slot) {
        long[] c = pool.cells();
        if (!run.insert(c, slot)) {
            crowd.push(c[slot], c[slot + EventPool.KEY], EventPool.target(c, slot), c[slot + EventPool.ARG]);
            pool.release(slot);
        }
    }

    private void record(long timePs, long key, int target, long arg) {
        tuner.onGap(timePs - this.timePs);
        this.timePs = timePs;
        this.key = key;
        this.target = target;
        this.arg = arg;
    }

    private boolean crowdLeads() {
        if (run.count() == 0) {
            return true;
        }
        long[] c = pool.cells();
        int slot = run.first();
        long crowdPs = crowd.topTimePs();
        return crowdPs < c[slot] || (crowdPs == c[slot] && crowd.topKey() < c[slot + EventPool.KEY]);
    }

    /** Pop, when the run is empty or has a crowd beside it. */
    private boolean popNext() {
        if (tuner.isDue()) {
            tune();
        }
        if (run.count() == 0 && crowd.size() == 0) {
            if (nextIsAlone()) {
                takeNext();
                return true;
            }
            if (!advance()) {
                return false;
            }
        }
        if (crowd.size() != 0 && crowdLeads()) {
            record(crowd.topTimePs(), crowd.topKey(), crowd.topTarget(), crowd.topArg());
            crowd.removeTop();
            size--;
        } else {
            take(run.first());
            run.removeFirst();
        }
        return true;
    }

    /** Makes a slot's event the one popped last, and the slot free. */
    private void take(int slot) {
        long[] c = pool.cells();
        record(c[slot], c[slot + EventPool.KEY], EventPool.target(c, slot), c[slot + EventPool.ARG]);
        pool.release(slot);
        size--;
    }

    /** Whether the next bucket comes before all far events and has one event. */
    private boolean nextIsAlone() {
        return nextLink >>> 32 == 0 && nextBucket < far.topTimePs() >>> shift;
    }

    /** Takes the only event of the next bucket. */
    private void takeNext() {
        long[] c = pool.cells();
        int slot = nextSlot;
        record(c[slot], c[slot + EventPool.KEY], (int) nextLink, c[slot + EventPool.ARG]);
        wheel.unlink(nextBucket);
        pool.release(slot);
        first = nextBucket + 1;
        size--;
        findNextBucket(0); // run and crowd are empty
    }

    /** Moves the next bucket that has events, in the wheel or in the far heap, to the empty run; false when there is none. */
    private boolean advance() {
        if (size == 0) {
            return false;
        }
        long bucket = Math.min(nextBucket, far.topTimePs() >>> shift);
        first = bucket + 1;
        if (bucket == nextBucket) {
            long[] c = pool.cells();
            for (int slot = wheel.unlink(bucket); slot != 0; ) {
                int next = EventPool.next(c, slot); // read before settling, which may free the slot
                settle(slot);
                slot = next;
            }
            findNextBucket(run.count() + crowd.size());
        }
        settleFar();
        return true;
    }

    /** Looks for the next bucket, before it is needed; {@code nearCount} events are in run and crowd. */
    private void findNextBucket(int nearCount) {
        if (size == far.size() + nearCount) {
            expect(BucketWheel.NONE, 0);
        } else {
            long bucket = wheel.nextBucket(first);
            expect(bucket, wheel.first(bucket));
        }
    }

    private void expect(long bucket, int slot) {
        nextBucket = bucket;
        nextSlot = slot;
        nextLink = pool.cells()[slot + EventPool.LINK];
    }

    /** Brings the far events that now fall before {@code first} to the others of their time. */
    private void settleFar() {
        while (far.size() != 0 && far.topTimePs() >>> shift < first) {
            int slot = pool.take(far.topTimePs(), far.topKey(), far.topTarget(), far.topArg(), 0);
            far.removeTop();
            settle(slot);
        }
    }

    private void tune() {
        int buckets = wheel.bucketCount();
        int wantedShift = tuner.shiftFor(size, shift);
        // a wheel whose width is still to change may reach far enough then
        long endPs = (first + buckets) << shift;
        int missed = wantedShift == shift ? far.countBetween(endPs, endPs + ((long) buckets << shift)) : 0;
        int wantedBuckets = tuner.bucketsFor(size, buckets, missed);
        if (wantedShift != shift || wantedBuckets != buckets) {
            layOut(wantedShift, wantedBuckets);
        }
        tuner.restart(size, shift, wheel.bucketCount());
    }

    /** Gives the wheel other measures and every event its place in it; what is in the far heap waits there for its bucket. */
    private void layOut(int newShift, int newBuckets) {
        int chain = gather();
        shift = newShift;
        wheel.reset(newBuckets);
        first = (timePs >>> newShift) + 1;
        long[] c = pool.cells();
        while (chain != 0) {
            assert ++relinked > 0;
            int slot = chain;
            chain = EventPool.next(c, slot);
            long bucket = c[slot] >>> newShift;
            long ahead = bucket - first;
            if (ahead < 0) {
                settle(slot);
            } else if (ahead < newBuckets) {
                EventPool.setNext(c, slot, wheel.first(bucket));
                wheel.setFirst(bucket, slot);
            } else {
                far.push(c[slot], c[slot + EventPool.KEY], EventPool.target(c, slot), c[slot + EventPool.ARG]);
                pool.release(slot);
            }
        }
        findNextBucket(run.count() + crowd.size());
        settleFar();
    }

    /** Strings the events of run, crowd and wheel on one chain and returns its first slot. */
    private int gather() {
        int chain = 0;
        for (; crowd.size() != 0; crowd.removeTop()) {
            chain = pool.take(crowd.topTimePs(), crowd.topKey(), crowd.topTarget(), crowd.topArg(), chain);
        }
        long[] c = pool.cells();
        for (; run.count() != 0; run.removeFirst()) {
            EventPool.setNext(c, run.first(), chain);
            chain = run.first();
        }
        for (int i = 0; i < wheel.bucketCount(); i++) {
            for (int slot = wheel.head(i); slot != 0; ) {
                int next = EventPool.next(c, slot);
                EventPool.setNext(c, slot, chain);
                chain = slot;
                slot = next;
            }
        }
        return chain;
    }

    private void copyChain(int head, boolean wholeChain, EventHeap to) {
        long[] c = pool.cells();
        for (int slot = head; slot != 0; slot = wholeChain ? EventPool.next(c, slot) : 0) {
            to.push(c[slot], c[slot + EventPool.KEY], EventPool.target(c, slot), c[slot + EventPool.ARG]);
        }
    }
}
