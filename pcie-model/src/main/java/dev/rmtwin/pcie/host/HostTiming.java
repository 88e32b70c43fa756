package dev.rmtwin.pcie.host;

import dev.rmtwin.core.chance.Draw;
import dev.rmtwin.core.chance.SeedTree;
import dev.rmtwin.core.counter.CounterBlock;

/** The durations of one host, with their chance. */
final class HostTiming {
    private static final int CORE_SHIFT = 48;
    private static final int THREAD_SHIFT = 40;

    private final HostProfile profile;
    private final CounterBlock<HostCounter> counters;
    private final Draw entry;
    private final Draw schedule;
    private final Draw slice;
    private final Draw stall;

    HostTiming(String host, HostProfile profile, SeedTree seeds, CounterBlock<HostCounter> counters) {
        this.profile = profile;
        this.counters = counters;
        entry = seeds.seam(host + "/interrupt-entry");
        schedule = seeds.seam(host + "/schedule");
        slice = seeds.seam(host + "/slice");
        stall = seeds.seam(host + "/stall");
    }

    HostProfile profile() {
        return profile;
    }

    /** From an interrupt's arrival to its service routine; {@code number} counts the interrupts of the core. */
    long interruptEntry(HostCore core, long number) {
        return profile.interrupt().entryPs()
                + entry.tail(profile.interrupt().entryTail(), (long) core.id() << CORE_SHIFT | number);
    }

    long scheduleDelay(HostCore core, HostThread thread) {
        return profile.wakeUp().schedulePs()
                + schedule.tail(profile.wakeUp().scheduleTail(), key(core, thread, thread.waitEpoch));
    }

    /** What the thread may burn before its next stall: the mean slice, half of it either way; 0 for no stalls. */
    long nextSlice(HostCore core, HostThread thread) {
        long mean = profile.scheduler().slicePs();
        return mean == 0 ? 0 : slice.between(mean / 2, mean + mean / 2, key(core, thread, thread.slices));
    }

    /** Adds burned time to the thread's slice; returns the stall when that uses the slice up. */
    long burn(HostCore core, HostThread thread, long burnedPs) {
        thread.burnedPs += burnedPs;
        return thread.slicePs == 0 || thread.burnedPs < thread.slicePs ? 0 : stall(core, thread);
    }

    /** Ends a thread's slice and starts the next; returns how long the thread is stalled in between. */
    long stall(HostCore core, HostThread thread) {
        counters.increment(HostCounter.STALLS);
        thread.burnedPs = 0;
        thread.slices++;
        thread.slicePs = nextSlice(core, thread);
        HostProfile.Scheduler scheduler = profile.scheduler();
        return stall.between(scheduler.stallMinPs(), scheduler.stallMaxPs(), key(core, thread, thread.slices));
    }

    /** What a draw is for: the thread, and its own count of such things. */
    private static long key(HostCore core, HostThread thread, long number) {
        return (long) core.id() << CORE_SHIFT | (long) thread.index << THREAD_SHIFT | number;
    }

    void countWakeup() {
        counters.increment(HostCounter.WAKEUPS);
    }
}
