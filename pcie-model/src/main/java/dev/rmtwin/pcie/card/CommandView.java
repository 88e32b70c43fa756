package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;

/** A command queue pair as observers see it: nothing changes by being looked at. Thread: the engine's. */
public final class CommandView {
    private final CommandQueue queue;

    CommandView(CommandQueue queue) {
        this.queue = queue;
    }

    /** A register's whole value. */
    public long peek(CommandRegister register) {
        return queue.file.peek(register.ordinal());
    }

    /** Counters of the pair. */
    public CounterBlock<CommandCounter> counters() {
        return queue.counters;
    }

    /** Commands that are under way: fetched or being fetched, and not yet completed. */
    public int inFlight() {
        return queue.inFlight;
    }

    /** Commands that the host has announced and that are not being fetched yet. */
    public int waiting() {
        return queue.waiting();
    }
}
