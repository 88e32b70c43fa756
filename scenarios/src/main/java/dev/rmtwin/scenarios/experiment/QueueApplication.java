package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.routine.InterruptHandler;
import dev.rmtwin.core.routine.Routine;
import dev.rmtwin.core.routine.RoutineContext;
import dev.rmtwin.core.routine.Want;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.BarAddress;
import dev.rmtwin.pcie.bus.PcieLink;
import dev.rmtwin.pcie.card.CommandLayout;
import dev.rmtwin.pcie.card.CommandRegister;
import dev.rmtwin.pcie.card.QueueRegister;
import dev.rmtwin.pcie.host.HostProfile;
import dev.rmtwin.pcie.host.HostThread;
import java.lang.foreign.MemorySegment;

/**
 * An application on a core that keeps a command queue full: it submits what it may, rings once, waits for the interrupt, reaps
 * what the phase says is new, rings the head once. Costs are the host profile's: a submission is a send, a reaped completion a
 * take. Nothing is allocated once it runs.
 *
 * <p>Thread: the engine's.
 */
final class QueueApplication implements Routine, InterruptHandler {
    /** Latencies are kept of so many commands, the last ones. */
    static final int SAMPLES = 1 << 16;

    private final QueueLoad load;
    private final PcieLink link;
    private final HostProfile host;
    private final QueueMemory memory;
    private final Service service = new Service();
    private final long[] submittedPs;
    private final int[] freeIds;
    private final long[] latenciesPs = new long[SAMPLES];
    private int freeCount;
    private HostThread thread;
    private int tail;
    private int head;
    private int phase = 1;
    private long submitted;
    private long reaped;
    private long failed;
    private long reaps;
    private long firstPs = -1;
    private long lastPs;

    QueueApplication(QueueLoad load, PcieLink link, HostProfile host, QueueMemory memory) {
        this.load = load;
        this.link = link;
        this.host = host;
        this.memory = memory;
        submittedPs = new long[load.depth()];
        freeIds = new int[load.depth()];
        for (int id = load.depth() - 1; id >= 0; id--) {
            freeIds[freeCount++] = id;
        }
    }

    void runsOn(HostThread hostThread) {
        thread = hostThread;
    }

    @Override
    public Want resume(RoutineContext context) {
        if (firstPs < 0) {
            firstPs = context.nowPs();
        }
        reap(context);
        submit(context);
        return reaped == load.count() ? context.done() : context.await(Long.MAX_VALUE);
    }

    private void submit(RoutineContext context) {
        int before = tail;
        while (freeCount > 0 && submitted < load.count()) {
            context.charge(host.application().sendPs());
            int id = freeIds[--freeCount];
            long at = (long) tail * CommandLayout.ENTRY_BYTES;
            CommandLayout.writeHead(memory.submissions().segment(), at, load.opcode(), id);
            CommandLayout.writeRange(
                    memory.submissions().segment(), at, memory.buffer(id), memory.offset(id), load.lengthBytes());
            submittedPs[id] = context.nowPs();
            submitted++;
            if (++tail == memory.entries()) {
                tail = 0;
            }
        }
        if (tail != before) {
            ring(CommandRegister.SQ_TAIL, tail, context);
        }
    }

    private void reap(RoutineContext context) {
        MemorySegment ring = memory.completions().segment();
        int before = head;
        while (CommandLayout.phase(ring, (long) head * CommandLayout.COMPLETION_BYTES) == phase) {
            long at = (long) head * CommandLayout.COMPLETION_BYTES;
            context.charge(host.application().takePs());
            int id = CommandLayout.commandId(ring, at);
            failed += CommandLayout.status(ring, at) == 0 ? 0 : 1;
            latenciesPs[(int) (reaped++ & SAMPLES - 1)] = context.nowPs() - submittedPs[id];
            freeIds[freeCount++] = id;
            if (++head == memory.entries()) {
                head = 0;
                phase ^= 1;
            }
        }
        if (head != before) {
            reaps++;
            lastPs = context.nowPs();
            ring(CommandRegister.CQ_HEAD, head, context);
        }
    }

    private void ring(CommandRegister register, int value, RoutineContext context) {
        long address = BarAddress.of(QueueRegister.BAR, register.offset(memory.pair()));
        link.writeRegister(address, register.widthBytes(), value, context.nowPs());
    }

    @Override
    public Routine onMessage(int vector, long nowPs) {
        service.charged = false;
        return service;
    }

    Routine service() {
        return service;
    }

    /** The service routine: wakes the application. */
    private final class Service implements Routine {
        private boolean charged;

        @Override
        public Want resume(RoutineContext context) {
            if (!charged) {
                charged = true;
                context.charge(host.interrupt().servicePs() + host.wakeUp().signalPs());
                return context.proceed();
            }
            thread.onSignal(context.nowPs());
            return context.done();
        }

        @Override
        public void state(StateVisitor visitor) {
            charged = visitor.value("charged", charged);
        }
    }

    // ---- what was measured

    long reaped() {
        return reaped;
    }

    long failed() {
        return failed;
    }

    long reaps() {
        return reaps;
    }

    long elapsedPs() {
        return lastPs - firstPs;
    }

    long[] latencies() {
        return java.util.Arrays.copyOf(latenciesPs, (int) Math.min(reaped, SAMPLES));
    }

    @Override
    public void state(StateVisitor visitor) {
        visitor.values("submittedAt", submittedPs);
        visitor.values("freeIds", freeIds);
        visitor.values("latencies", latenciesPs);
        freeCount = visitor.index("freeIdCount", freeCount, freeIds.length + 1);
        tail = visitor.index("tail", tail, memory.entries());
        head = visitor.index("head", head, memory.entries());
        phase = visitor.value("phase", phase);
        submitted = visitor.value("submitted", submitted);
        reaped = visitor.value("reaped", reaped);
        failed = visitor.value("failed", failed);
        reaps = visitor.value("reaps", reaps);
        firstPs = visitor.value("first", firstPs);
        lastPs = visitor.value("last", lastPs);
        service.state(visitor);
    }
}
