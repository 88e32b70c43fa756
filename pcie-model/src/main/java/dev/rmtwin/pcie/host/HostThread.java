package dev.rmtwin.pcie.host;

import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.Wakeable;
import dev.rmtwin.core.state.StateVisitor;

/** A modelled thread: a routine that runs on one core. */
public final class HostThread implements Wakeable {
    /** Where a thread stands. The order is part of snapshots. */
    enum State {
        NEW,
        RUNNABLE,
        RUNNING,
        AWAITING,
        SLEEPING,
        WAKING,
        ENDED;

        private static final State[] VALUES = values();
    }

    final String name;
    final HostCore core;
    final int index;
    final Routine routine;
    State state = State.NEW;
    /** Counts waits, so that the timer of an earlier wait wakes nobody. */
    int waitEpoch;

    boolean signalled;
    boolean timedOut;
    /** The thread has blocked, so its next run starts with the return from the kernel. */
    boolean returning;

    /** In a loop of checks, perhaps while others run. */
    boolean looping;

    final LoopState loop = new LoopState();
    long value;
    long wakeups;
    /** Core time burned since the thread last blocked or was stalled, and how much it may burn. */
    long burnedPs;

    long slicePs;
    long slices;

    HostThread(String name, HostCore core, int index, Routine routine) {
        this.name = name;
        this.core = core;
        this.index = index;
        this.routine = routine;
    }

    @Override
    public void onSignal(long nowPs) {
        core.onSignal(this, nowPs);
    }

    @Override
    public void onTouch(long nowPs) {
        core.onTouch(this, nowPs);
    }

    /** Times that it was woken from waiting. */
    public long wakeups() {
        return wakeups;
    }

    /** The core that it runs on. */
    public HostCore core() {
        return core;
    }

    /** Whether its routine has ended. */
    public boolean ended() {
        return state == State.ENDED;
    }

    void state(StateVisitor visitor) {
        state = State.VALUES[visitor.value("state", state.ordinal())];
        waitEpoch = visitor.value("waitEpoch", waitEpoch);
        signalled = visitor.value("signalled", signalled);
        timedOut = visitor.value("timedOut", timedOut);
        returning = visitor.value("returning", returning);
        looping = visitor.value("looping", looping);
        loop.state(visitor);
        value = visitor.value("value", value);
        wakeups = visitor.value("wakeups", wakeups);
        burnedPs = visitor.value("burned", burnedPs);
        slicePs = visitor.value("slice", slicePs);
        slices = visitor.value("slices", slices);
        routine.state(visitor);
    }
}
