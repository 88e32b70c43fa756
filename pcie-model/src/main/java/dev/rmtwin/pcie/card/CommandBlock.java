package dev.rmtwin.pcie.card;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.pcie.register.RegisterBehaviour.Verdict;
import dev.rmtwin.pcie.register.RegisterBlock;

/**
 * The command queues behind their registers in BAR 4, from {@link CommandRegister#BASE} on, and their interrupts.
 *
 * <p>Thread: the engine's.
 */
final class CommandBlock extends Component implements CardWindow, CommandQueue.Owner {
    private static final int COALESCER_TIMER = 0;
    private static final int PAIR_BITS = 16;
    private static final int OUTCOME_HALTED = 0x100;

    private final QueueProfile profile;
    private final CommandQueue[] queues;
    private final CommandEngine commands;
    private final MsixTable vectors;

    CommandBlock(CardPlan plan, CardEgress link, CommandEngine.Ports ports, MsixTable vectors, SeamRegistry seams) {
        super("node/" + plan.node() + "/command-block");
        this.vectors = vectors;
        profile = plan.profile().queue();
        queues = new CommandQueue[plan.profile().commands().queueCount()];
        for (int index = 0; index < queues.length; index++) {
            int pair = index;
            InterruptCoalescer coalescer = new InterruptCoalescer(
                    "node/" + plan.node() + "/command/" + index,
                    profile,
                    (coalesced, nowPs) -> onCoalesced(pair, nowPs),
                    (epoch, timePs) -> post(Rank.CARD, timePs, COALESCER_TIMER, (long) epoch << PAIR_BITS | pair),
                    seams);
            int vector = CardConfig.commandVector(plan.profile(), index);
            queues[index] = new CommandQueue(index, this, coalescer, vectors.vectorCount(), vector);
        }
        commands = new CommandEngine(plan, link, ports, queues, seams);
    }

    CommandEngine commands() {
        return commands;
    }

    CommandQueue queue(int index) {
        return queues[index];
    }

    private void onCoalesced(int pair, long nowPs) {
        CommandQueue queue = queues[pair];
        if (queue.interrupting()) {
            interrupt(queue, nowPs);
        }
    }

    private void interrupt(CommandQueue queue, long nowPs) {
        queue.counters.increment(CommandCounter.INTERRUPTS);
        outcome(vectors.deliver(queue.vector, -1, nowPs).ordinal(), nowPs, queue.index);
    }

    // ---- what register writes ask for

    @Override
    public void onEnabled(CommandQueue queue, long nowPs) {
        commands.kick(queue, nowPs);
    }

    @Override
    public void onDisabled(CommandQueue queue, long nowPs) {
        commands.abort(queue, nowPs);
    }

    @Override
    public void onReset(CommandQueue queue, long nowPs) {
        queue.reset();
        queue.coalescer.forget(0);
        queue.coalescer.resetSettings(nowPs);
        commands.drop(queue, nowPs);
    }

    @Override
    public void onInterruptEnabled(CommandQueue queue, long nowPs) {
        if (queue.unconsumed() > 0) {
            interrupt(queue, nowPs);
        }
    }

    @Override
    public void onDoorbell(CommandQueue queue, long nowPs) {
        commands.kick(queue, nowPs);
    }

    @Override
    public void onHalted(CommandQueue queue, long nowPs) {
        outcome(OUTCOME_HALTED, nowPs, queue.index);
        if (queue.interrupting()) {
            interrupt(queue, nowPs);
        }
    }

    /** Resets every pair. */
    void reset(long nowPs) {
        for (CommandQueue queue : queues) {
            onReset(queue, nowPs);
        }
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        queues[(int) (arg & (1 << PAIR_BITS) - 1)].coalescer.onTimer((int) (arg >>> PAIR_BITS), nowPs);
    }

    // ---- registers; offsets are those of BAR 4

    @Override
    public boolean has(long offset, int widthBytes) {
        return locate(offset, widthBytes) != RegisterBlock.NONE;
    }

    @Override
    public long read(long offset, int widthBytes, long nowPs) {
        return queues[pairOf(offset)].file.read(locate(offset, widthBytes), widthBytes, nowPs);
    }

    @Override
    public Verdict write(long offset, int widthBytes, long value, long nowPs) {
        int spot = locate(offset, widthBytes);
        return spot == RegisterBlock.NONE
                ? Verdict.REFUSED
                : queues[pairOf(offset)].file.write(spot, widthBytes, value, nowPs);
    }

    private int locate(long offset, int widthBytes) {
        long within = offset - CommandRegister.BASE;
        return within >= 0 && within / CommandRegister.STRIDE < queues.length
                ? CommandRegister.BLOCK.locate(within % CommandRegister.STRIDE, widthBytes)
                : RegisterBlock.NONE;
    }

    private static int pairOf(long offset) {
        return (int) ((offset - CommandRegister.BASE) / CommandRegister.STRIDE);
    }
}
