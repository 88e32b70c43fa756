package dev.rmtwin.benchmarks.events;

import dev.rmtwin.core.event.EventQueue;

/** The emulator's own queue. */
final class EventQueueKernel extends Kernel {
    private final EventQueue queue = new EventQueue();

    EventQueueKernel(Meter meter) {
        super(meter);
    }

    @Override
    void schedule(long timePs, long key, int target, long arg) {
        queue.push(timePs, key, target, arg);
    }

    @Override
    void run() {
        boolean complete = false;
        while (!complete && queue.pop()) {
            complete = dispatch(queue.timePs(), queue.key(), queue.target(), queue.arg());
        }
    }
}
