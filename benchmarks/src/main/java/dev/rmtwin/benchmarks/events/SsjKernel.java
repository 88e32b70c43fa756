package dev.rmtwin.benchmarks.events;

import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;

/**
 * SSJ with the event list that a new simulator has, a splay tree.
 *
 * <p>Its times are doubles (exact here: whole picoseconds below 2^53) and its ties go by order of insertion.
 */
final class SsjKernel extends Kernel {
    private final Simulator simulator = new Simulator();

    SsjKernel(Meter meter) {
        super(meter);
        simulator.init();
    }

    @Override
    void schedule(long timePs, long key, int target, long arg) {
        new Posted(timePs, key, target, arg).schedule(timePs - simulator.time());
    }

    @Override
    void run() {
        simulator.start();
    }

    private final class Posted extends Event {
        private final long timePs;
        private final long key;
        private final int target;
        private final long arg;

        Posted(long timePs, long key, int target, long arg) {
            super(simulator);
            this.timePs = timePs;
            this.key = key;
            this.target = target;
            this.arg = arg;
        }

        @Override
        public void actions() {
            if (dispatch(timePs, key, target, arg)) {
                simulator.stop();
            }
        }
    }
}
