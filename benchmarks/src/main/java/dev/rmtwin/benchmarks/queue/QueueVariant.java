package dev.rmtwin.benchmarks.queue;

import dev.rmtwin.pcie.card.CommandOpcode;
import dev.rmtwin.pcie.card.CommandProfile;
import dev.rmtwin.scenarios.experiment.QueueLoad;
import dev.rmtwin.scenarios.experiment.QueueRig;
import dev.rmtwin.scenarios.experiment.QueueRun;

/** One way to carry descriptors from doorbell to interrupt; keeps going for as long as it is asked. */
interface QueueVariant {
    /** Bytes that each descriptor moves. */
    int MOVE_BYTES = 64;

    /** Carries so many descriptors, at least; returns how many it was. */
    long carry(long count);

    /** The model: one pair, {@code fetch} descriptors a fetch, {@code frames} completions an interrupt and an entry write. */
    static QueueVariant model(int fetch, int frames) {
        CommandProfile commands = new CommandProfile(1, 256, fetch, fetch, 0, 1_600_000_000L, frames);
        QueueLoad load = new QueueLoad(CommandOpcode.READ, 1024, MOVE_BYTES, Long.MAX_VALUE, frames, 20_000);
        QueueRun run = new QueueRig(commands, 1).start(load);
        return count -> {
            long before = run.reaped();
            run.until(before + count);
            if (run.failed() > 0) {
                throw new IllegalStateException(run.failed() + " commands failed");
            }
            return run.reaped() - before;
        };
    }
}
