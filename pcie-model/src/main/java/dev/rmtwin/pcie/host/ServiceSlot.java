package dev.rmtwin.pcie.host;

import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;

/** The interrupt side of a core: pending vectors, and the service routine that runs. Lower vectors go first. */
final class ServiceSlot {
    private static final int VECTOR_LIMIT = 64;
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
    private long pending;
    private long taken;
    private int vector;
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
        return pending != 0;
    }

    void add(int newVector) {
        if (newVector < 0 || newVector >= VECTOR_LIMIT) {
            throw new IllegalArgumentException("vector " + newVector);
        }
        pending |= 1L << newVector;
    }

    void enter(long nowPs) {
        core.onServiceEntered(nowPs);
        take(nowPs);
    }

    private void take(long nowPs) {
        vector = Long.numberOfTrailingZeros(pending);
        pending &= pending - 1;
        phase = Phase.ENTERING;
        core.postServiceStep(nowPs + timing.interruptEntry(core, taken++));
    }

    void onStep(long nowPs) {
        switch (phase) {
            case ENTERING -> {
                routine = cpu.service(vector, nowPs);
                core.recordOutcome(OUTCOME_SERVICED, nowPs, vector);
                phase = Phase.RUNNING;
                run(nowPs);
            }
            case RUNNING -> run(nowPs);
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
            case DONE -> {
                phase = Phase.LEAVING;
                core.postServiceStep(endPs + timing.profile().interrupt().exitPs());
            }
            case SLEEP, AWAIT, LOOP ->
                throw new IllegalStateException(core + ": service routine of vector " + vector + " tried to " + want);
        }
    }

    void onReadReply(long readValue, long nowPs) {
        value = readValue;
        phase = Phase.RUNNING;
        run(nowPs);
    }

    private void leave(long nowPs) {
        routine = null;
        if (pending != 0) {
            take(nowPs);
            return;
        }
        phase = Phase.NONE;
        core.onServiceLeft(nowPs);
    }

    void state(StateVisitor visitor) {
        phase = Phase.VALUES[visitor.value("servicePhase", phase.ordinal())];
        pending = visitor.value("servicePending", pending);
        taken = visitor.value("serviceTaken", taken);
        vector = visitor.index("serviceVector", vector, VECTOR_LIMIT);
        value = visitor.value("serviceValue", value);
        if (visitor.restoring()) {
            boolean running = phase == Phase.RUNNING || phase == Phase.READING;
            routine = running ? cpu.routineOf(vector) : null;
        }
    }
}
