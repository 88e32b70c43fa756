package dev.rmtwin.pcie.host;

import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;

/**
 * The interrupt side of a core: pending vectors, and the service routine that runs. Lower vectors go first. Behind all vectors
 * come the polls that service routines have put off; a vector that arrives meanwhile breaks into a poll between two steps.
 *
 * <p>Fidelity: cycle-approximate. Not modelled: handing polls that never end to a thread.
 */
final class ServiceSlot {
    /** The poll of vector v is raised as this plus v. */
    static final int POLLS_FROM = HostCpu.LINE_VECTOR + 1;

    private static final int VECTOR_LIMIT = POLLS_FROM;
    private static final int OUTCOME_SERVICED = 1;

    /** Where the service stands. The order is part of snapshots. */
    private enum Phase {
        NONE,
        ENTERING,
        RUNNING,
        READING,
        LEAVING;

        private static final Phase[] VALUES = values();
    }

    private final HostCore core;
    private final HostTiming timing;
    private final HostCpu cpu;
    private final StepContext context = new StepContext();
    private Phase phase = Phase.NONE;
    private final VectorSet pending = new VectorSet(VECTOR_LIMIT);
    private final VectorSet pendingPolls = new VectorSet(VECTOR_LIMIT);
    private long taken;
    private int vector;
    private boolean polling;
    private boolean byTimer;
    private int brokenInto = -1;
    private long value;
    private Routine routine;

    ServiceSlot(HostCore core, HostTiming timing, HostCpu cpu) {
        this.core = core;
        this.timing = timing;
        this.cpu = cpu;
    }

    boolean active() {
        return phase != Phase.NONE;
    }

    boolean hasPending() {
        return !pending.isEmpty() || !pendingPolls.isEmpty();
    }

    void add(int newVector) {
        if (newVector < 0 || newVector >= POLLS_FROM + VECTOR_LIMIT) {
            throw new IllegalArgumentException("vector " + newVector);
        }
        if (newVector < POLLS_FROM) {
            pending.add(newVector);
        } else {
            pendingPolls.add(newVector - POLLS_FROM);
        }
    }

    /** The core leaves what it did for what is pending; a poll alone means that a timer's interrupt has brought it. */
    void enter(long nowPs) {
        core.onServiceEntered(nowPs);
        if (!pending.isEmpty()) {
            takeVector(nowPs);
        } else {
            byTimer = true;
            takePoll(timing.interruptEntry(core, taken++), nowPs);
        }
    }

    private void takeVector(long nowPs) {
        vector = pending.removeLowest();
        polling = false;
        phase = Phase.ENTERING;
        core.postServiceStep(nowPs + timing.interruptEntry(core, taken++));
    }

    private void takePoll(long entryPs, long nowPs) {
        vector = pendingPolls.removeLowest();
        polling = true;
        phase = Phase.ENTERING;
        core.postServiceStep(nowPs + entryPs + timing.profile().interrupt().softIrqPs());
    }

    void onStep(long nowPs) {
        switch (phase) {
            case ENTERING -> {
                routine = polling ? cpu.poll(vector, nowPs) : cpu.service(vector, nowPs);
                if (routine == null) {
                    finish(nowPs);
                    return;
                }
                if (!polling) {
                    core.recordOutcome(OUTCOME_SERVICED, nowPs, vector);
                }
                phase = Phase.RUNNING;
                run(nowPs);
            }
            case RUNNING -> {
                if (polling && !pending.isEmpty()) {
                    brokenInto = vector;
                    takeVector(nowPs);
                } else {
                    run(nowPs);
                }
            }
            case LEAVING -> leave(nowPs);
            case NONE, READING -> throw new IllegalStateException(core + ": service step while " + phase);
        }
    }

    private void run(long nowPs) {
        context.begin(nowPs, value, false);
        Want want = routine.resume(context);
        long endPs = context.nowPs();
        switch (want) {
            case PROCEED -> core.postServiceStep(endPs);
            case READ -> {
                phase = Phase.READING;
                context.port.request(context.address, context.widthBytes, core.id(), endPs);
            }
            case DONE -> finish(endPs);
            case SLEEP, AWAIT, LOOP ->
                throw new IllegalStateException(core + ": service routine of vector " + vector + " tried to " + want);
        }
    }

    /** Goes back; a poll behind a service routine runs after that one's return, which has been paid for. */
    private void finish(long endPs) {
        boolean returns = !polling || byTimer;
        byTimer &= !polling;
        phase = Phase.LEAVING;
        core.postServiceStep(endPs + (returns ? timing.profile().interrupt().exitPs() : 0));
    }

    void onReadReply(long readValue, long nowPs) {
        value = readValue;
        phase = Phase.RUNNING;
        run(nowPs);
    }

    private void leave(long nowPs) {
        routine = null;
        if (!pending.isEmpty()) {
            takeVector(nowPs);
        } else if (brokenInto >= 0) {
            vector = brokenInto;
            brokenInto = -1;
            polling = true;
            routine = cpu.pollOf(vector);
            phase = Phase.RUNNING;
            run(nowPs);
        } else if (!pendingPolls.isEmpty()) {
            takePoll(0, nowPs);
        } else {
            phase = Phase.NONE;
            core.onServiceLeft(nowPs);
        }
    }

    void state(StateVisitor visitor) {
        phase = Phase.VALUES[visitor.value("servicePhase", phase.ordinal())];
        pending.state(visitor, "servicePending");
        pendingPolls.state(visitor, "pollsPending");
        taken = visitor.value("serviceTaken", taken);
        vector = visitor.index("serviceVector", vector, VECTOR_LIMIT);
        polling = visitor.value("polling", polling);
        byTimer = visitor.value("byTimer", byTimer);
        brokenInto = visitor.index("brokenInto", brokenInto + 1, VECTOR_LIMIT + 1) - 1;
        value = visitor.value("serviceValue", value);
        if (visitor.restoring()) {
            boolean running = phase == Phase.RUNNING || phase == Phase.READING;
            routine = !running ? null : polling ? cpu.pollOf(vector) : cpu.routineOf(vector);
        }
    }
}
