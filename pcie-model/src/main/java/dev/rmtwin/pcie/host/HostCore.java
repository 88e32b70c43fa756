package dev.rmtwin.pcie.host;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.routine.ReadReply;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import java.util.ArrayList;
import java.util.List;

/**
 * One core: runs the threads that are pinned to it, one at a time, until they block, yield to another or have used up their
 * slice; service routines interrupt them, except while they wait for a read.
 *
 * <p>Fidelity: cycle-approximate. Not modelled: migration between cores, priorities. Thread: the engine's.
 */
public final class HostCore extends Component implements ReadReply {
    private static final int STEP = 0;
    private static final int WAKE = 1;
    private static final int TIMER = 2;
    private static final int STALL = 3;
    private static final int ISR = 4;
    private static final int EPOCH_SHIFT = 16;
    private static final int THREAD_MASK = (1 << EPOCH_SHIFT) - 1;

    /** What the current thread does. The order is part of snapshots. */
    private enum Mode {
        IDLE,
        STEPPING,
        READING,
        LOOPING;

        private static final Mode[] VALUES = values();
    }

    /** What happens when the charged time of a step has passed. The order is part of snapshots. */
    private enum After {
        RESUME,
        AWAIT,
        SLEEP,
        LOOP,
        END;

        private static final After[] VALUES = values();
    }

    private final HostTiming timing;
    private final ServiceSlot service;
    private final LoadMeter load = new LoadMeter();
    private final List<HostThread> threads = new ArrayList<>();
    private final RunQueue runQueue = new RunQueue();
    private final StepContext context = new StepContext();
    private HostThread current;
    private Mode mode = Mode.IDLE;
    private After after = After.RESUME;
    private int epoch;
    private long stepEndPs;

    HostCore(String name, HostTiming timing, HostCpu cpu) {
        super(name);
        this.timing = timing;
        service = new ServiceSlot(this, timing, cpu);
    }

    HostThread addThread(String name, Routine routine) {
        HostThread thread = new HostThread(name, this, threads.size(), routine);
        threads.add(thread);
        return thread;
    }

    void start(HostThread thread, long atPs) {
        thread.state = HostThread.State.WAKING;
        thread.slicePs = timing.nextSlice(this, thread);
        post(Rank.HOST, atPs, WAKE, thread.index);
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        switch (kind) {
            case STEP -> {
                if ((int) arg == epoch) {
                    onStepEnd(nowPs);
                }
            }
            case WAKE -> onRunnable(threads.get((int) arg), nowPs);
            case TIMER -> onTimer(threads.get((int) arg & THREAD_MASK), (int) (arg >>> EPOCH_SHIFT), nowPs);
            case STALL -> {
                if ((int) arg == epoch) {
                    onLoopStall(nowPs);
                }
            }
            case ISR -> service.onStep(nowPs);
            default -> throw new IllegalStateException(this + " got event kind " + kind);
        }
    }

    // ---- threads

    private void onRunnable(HostThread thread, long nowPs) {
        thread.state = HostThread.State.RUNNABLE;
        runQueue.add(thread);
        if (current == null) {
            dispatch(nowPs);
        } else if (mode == Mode.LOOPING && current.loop.awayPs > 0 && !service.active()) {
            yieldToOthers(nowPs);
        }
    }

    private void dispatch(long nowPs) {
        current = service.active() ? null : runQueue.poll();
        if (current == null) {
            setMode(Mode.IDLE, nowPs);
            return;
        }
        current.state = HostThread.State.RUNNING;
        // A thread that yielded in a loop takes its loop up again, with the check that follows a yield.
        after = current.looping ? After.LOOP : After.RESUME;
        long returnPs = current.returning ? timing.profile().wakeUp().returnPs() : 0;
        long costPs = current.looping ? current.loop.checkPs : returnPs;
        current.returning = false;
        step(nowPs + costPs, nowPs);
    }

    private void step(long endPs, long nowPs) {
        setMode(Mode.STEPPING, nowPs);
        stepEndPs = endPs;
        post(Rank.HOST, endPs, STEP, ++epoch);
    }

    private void onStepEnd(long nowPs) {
        if (mode == Mode.LOOPING) {
            endLoop(nowPs);
            return;
        }
        switch (after) {
            case RESUME -> resume(nowPs);
            case AWAIT -> block(HostThread.State.AWAITING, nowPs);
            case SLEEP -> block(HostThread.State.SLEEPING, nowPs);
            case LOOP -> startLoop(nowPs);
            case END -> {
                current.state = HostThread.State.ENDED;
                dispatch(nowPs);
            }
        }
    }

    private void resume(long nowPs) {
        HostThread thread = current;
        context.begin(nowPs, thread.value, thread.timedOut);
        thread.looping = false;
        thread.loop.touched = false;
        Want want = thread.routine.resume(context);
        thread.timedOut = false;
        long endPs = nowPs + context.chargedPs + timing.burn(this, thread, context.chargedPs);
        if (want == Want.READ) {
            setMode(Mode.READING, nowPs);
            context.port.request(context.address, context.widthBytes, id(), endPs);
            return;
        }
        after = switch (want) {
            case PROCEED -> After.RESUME;
            case AWAIT -> After.AWAIT;
            case SLEEP -> After.SLEEP;
            case LOOP -> After.LOOP;
            case DONE -> After.END;
            case READ -> throw new IllegalStateException("handled above");
        };
        if (want == Want.LOOP) {
            thread.loop.take(context);
            thread.looping = true;
        }
        if (want == Want.AWAIT || want == Want.SLEEP) {
            endPs += timing.profile().wakeUp().blockPs();
        }
        step(endPs, nowPs);
    }

    private void block(HostThread.State state, long nowPs) {
        HostThread thread = current;
        thread.returning = true;
        thread.burnedPs = 0;
        if (state == HostThread.State.AWAITING && thread.signalled) {
            thread.signalled = false;
            after = After.RESUME;
            thread.returning = false;
            step(nowPs + timing.profile().wakeUp().returnPs(), nowPs);
            return;
        }
        thread.state = state;
        thread.waitEpoch++;
        if (context.untilPs != Long.MAX_VALUE) {
            long arg = (long) thread.waitEpoch << EPOCH_SHIFT | thread.index;
            post(Rank.HOST, Math.max(context.untilPs, nowPs), TIMER, arg);
        }
        dispatch(nowPs);
    }

    private void onTimer(HostThread thread, int waitEpoch, long nowPs) {
        boolean waiting = thread.state == HostThread.State.AWAITING || thread.state == HostThread.State.SLEEPING;
        if (waiting && (thread.waitEpoch & 0xFFFF_FFFFL) == (waitEpoch & 0xFFFF_FFFFL)) {
            thread.timedOut = thread.state == HostThread.State.AWAITING;
            wake(thread, nowPs);
        }
    }

    void onSignal(HostThread thread, long nowPs) {
        if (thread.state == HostThread.State.AWAITING) {
            thread.wakeups++;
            timing.countWakeup();
            wake(thread, nowPs);
        } else {
            thread.signalled = true;
        }
    }

    private void wake(HostThread thread, long nowPs) {
        thread.state = HostThread.State.WAKING;
        thread.waitEpoch++;
        post(Rank.HOST, nowPs + timing.scheduleDelay(this, thread), WAKE, thread.index);
    }

    // ---- loops of checks

    private void startLoop(long nowPs) {
        LoopState loop = current.loop;
        if (!runQueue.isEmpty() && loop.awayPs > 0 && loop.wantedPs(nowPs) > nowPs) {
            yieldToOthers(nowPs);
            return;
        }
        loop.start(nowPs);
        goRound(nowPs);
    }

    private void goRound(long nowPs) {
        LoopState loop = current.loop;
        setMode(Mode.LOOPING, nowPs);
        epoch++;
        long wantedPs = loop.wantedPs(nowPs);
        if (wantedPs != Long.MAX_VALUE) {
            post(Rank.HOST, loop.boundary(wantedPs), STEP, epoch);
        }
        if (current.slicePs > 0) {
            long leftPs = Math.max(0, current.slicePs - current.burnedPs);
            post(Rank.HOST, loop.burnedFromPs + loop.elapsedFor(leftPs), STALL, epoch);
        }
    }

    /** Others run first; the loop is taken up again when they have blocked or yielded. */
    private void yieldToOthers(long nowPs) {
        HostThread thread = current;
        if (mode == Mode.LOOPING) {
            thread.burnedPs += thread.loop.burned(nowPs);
        }
        thread.state = HostThread.State.RUNNABLE;
        thread.returning = false;
        current = null;
        epoch++;
        runQueue.add(thread);
        setMode(Mode.IDLE, nowPs);
        dispatch(nowPs);
    }

    /** The slice is used up: whoever waits for the core gets it; when nobody does, the thread is stalled. */
    private void onLoopStall(long nowPs) {
        LoopState loop = current.loop;
        load.account(nowPs);
        long stallPs = timing.stall(this, current);
        if (!runQueue.isEmpty()) {
            loop.burned(nowPs);
            yieldToOthers(nowPs);
            return;
        }
        load.addStall(stallPs);
        loop.stalledUntilPs = nowPs + stallPs;
        loop.burnedFromPs = loop.stalledUntilPs;
        post(Rank.HOST, loop.stalledUntilPs + loop.elapsedFor(current.slicePs), STALL, epoch);
    }

    /** A touch that comes before the loop has begun, or while others run, is kept for it. */
    void onTouch(HostThread thread, long nowPs) {
        boolean looping = thread == current && mode == Mode.LOOPING && !service.active();
        if (looping && thread.loop.watching && !thread.loop.touched) {
            post(Rank.HOST, thread.loop.boundary(nowPs), STEP, ++epoch);
        }
        thread.loop.touched = true;
    }

    private void endLoop(long nowPs) {
        if (nowPs < current.loop.stalledUntilPs) {
            post(Rank.HOST, current.loop.stalledUntilPs, STEP, ++epoch);
            return;
        }
        current.burnedPs += current.loop.burned(nowPs);
        after = After.RESUME;
        resume(nowPs);
    }

    // ---- reads

    @Override
    public void onReadReply(long value, long nowPs) {
        if (service.active()) {
            service.onReadReply(value, nowPs);
            return;
        }
        current.value = value;
        after = After.RESUME;
        if (service.hasPending()) {
            // The load has retired: the interrupt comes first, then the thread goes on with the value.
            mode = Mode.STEPPING;
            stepEndPs = nowPs;
            epoch++;
            service.enter(nowPs);
        } else {
            resume(nowPs);
        }
    }

    // ---- interrupts

    /** An interrupt message for this core has arrived. */
    void raise(int vector, long nowPs) {
        service.add(vector);
        if (!service.active() && mode != Mode.READING) {
            service.enter(nowPs);
        }
    }

    void onServiceEntered(long nowPs) {
        load.setFull(nowPs);
        if (mode == Mode.STEPPING) {
            stepEndPs = Math.max(stepEndPs, nowPs) - nowPs;
            epoch++;
        } else if (mode == Mode.LOOPING) {
            current.burnedPs += current.loop.burned(nowPs);
            epoch++;
        }
    }

    void onServiceLeft(long nowPs) {
        switch (mode) {
            case STEPPING -> step(nowPs + stepEndPs, nowPs);
            case LOOPING -> {
                current.loop.burned(nowPs);
                goRound(nowPs);
            }
            case IDLE -> dispatch(nowPs);
            case READING -> throw new IllegalStateException(this + ": interrupt inside a read");
        }
    }

    void postServiceStep(long timePs) {
        post(Rank.HOST, timePs, ISR, 0);
    }

    void recordOutcome(int code, long nowPs, long detail) {
        outcome(code, nowPs, detail);
    }

    // ---- load

    private void setMode(Mode next, long nowPs) {
        mode = next;
        if (service.active()) {
            return;
        }
        if (next == Mode.IDLE) {
            load.setIdle(nowPs);
        } else if (next == Mode.LOOPING) {
            load.setShare(current.loop.checkPs, current.loop.checkPs + current.loop.awayPs, nowPs);
        } else {
            load.setFull(nowPs);
        }
    }

    /** Core time used until now. */
    public long busyPs(long nowPs) {
        return load.busyPs(nowPs);
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        mode = Mode.VALUES[visitor.value("mode", mode.ordinal())];
        after = After.VALUES[visitor.value("after", after.ordinal())];
        epoch = visitor.value("epoch", epoch);
        stepEndPs = visitor.value("stepEnd", stepEndPs);
        int running = visitor.value("current", current == null ? -1 : current.index);
        current = running < 0 ? null : threads.get(running);
        runQueue.state(visitor, threads);
        context.state(visitor);
        load.state(visitor);
        service.state(visitor);
        for (HostThread thread : threads) {
            thread.state(visitor);
        }
    }
}
