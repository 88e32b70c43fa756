package dev.rmtwin.pcie.card;

import dev.rmtwin.core.engine.Component;
import dev.rmtwin.core.event.Rank;
import dev.rmtwin.core.memory.SlotQueue;
import dev.rmtwin.core.port.CardMemoryPort;
import dev.rmtwin.core.seam.Seam;
import dev.rmtwin.core.seam.SeamRegistry;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.core.time.ClockDomain;
import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.bus.CompletionStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/**
 * The engine behind the command queues. Fetched commands wait for the medium side by side, then for the one mover, which
 * takes them in order; writes of host data to the ring overlap each other. Completions follow their data.
 *
 * <p>Fidelity: cycle-approximate. Thread: the engine's.
 */
final class CommandEngine extends Component {
    /** Bits of the index in a host read's token; what is read stands above them. */
    static final int TOKEN_BITS = 20;

    private static final int STEP = 0;
    private static final int DISPATCH = 1;
    private static final int FLUSH_LOOK = 2;
    private static final int NONE = -1;
    private static final int OUTCOME_LOST = 0x100;

    /**
     * What the engine is joined with.
     *
     * @param memory card memory
     * @param ring the card's way to the ring
     */
    record Ports(CardMemoryPort memory, CommandRingPort ring) {}

    private final CommandQueue[] queues;
    private final CommandProfile profile;
    private final CardEgress link;
    private final Ports ports;
    private final CommandSlots slots;
    private final CommandFetcher fetcher;
    private final CommandPoster poster;
    private final ClockDomain memoryClock;
    private final Seam<Command> fetchSeam;
    private final Seam<Command> moveSeam;
    private final int maxPayloadBytes;
    private final MemorySegment piece;
    private final CommandJudge judge;
    private final CommandHostData hostData;
    private final CommandFlushes flushes;
    private final CommandWithdrawal withdrawal;
    private final SlotQueue moveQueue = new SlotQueue();
    private int moving = NONE;
    private boolean heldStep;
    private BooleanSupplier master = () -> true;

    CommandEngine(CardPlan plan, CardEgress link, Ports ports, CommandQueue[] queues, SeamRegistry seams) {
        super("node/" + plan.node() + "/commands");
        this.queues = queues;
        this.link = link;
        this.ports = ports;
        profile = plan.profile().commands();
        maxPayloadBytes = plan.profile().pcie().maxPayloadBytes();
        slots = new CommandSlots(profile.slotCount(), link.maxReadBytes());
        fetcher = new CommandFetcher(profile, link, queues, slots);
        int entries = Math.min(profile.completionCount(), maxPayloadBytes / CommandLayout.COMPLETION_BYTES);
        poster = new CommandPoster(name(), link, queues, new CommandPoster.Sizes(entries, profile.slotCount()), seams);
        memoryClock = ClockDomain.ofRate(profile.memoryBytesPerSecond(), Ps.SECOND);
        fetchSeam = seams.add(new Seam<>(name() + "/fetch", Command.LENSES));
        moveSeam = seams.add(new Seam<>(name() + "/move", Command.LENSES));
        judge = new CommandJudge(ports.memory().sizeBytes());
        flushes = new CommandFlushes(this, ports.ring(), slots);
        hostData = new CommandHostData(this, link, ports.ring(), slots, maxPayloadBytes);
        withdrawal = new CommandWithdrawal(this, hostData, slots);
        piece = Arena.ofAuto().allocate(maxPayloadBytes, Long.BYTES);
    }

    /** Says whether the card may send requests; before the first event. */
    void setMaster(BooleanSupplier newMaster) {
        master = newMaster;
        fetcher.setMaster(newMaster);
        poster.setMaster(newMaster);
    }

    boolean mayMaster() {
        return master.getAsBoolean();
    }

    // ---- what sets it going

    /** The card may send requests, or may no more: what was held back goes on. */
    void onMaster(long nowPs) {
        if (!mayMaster()) {
            return;
        }
        poster.release(nowPs);
        for (CommandQueue queue : queues) {
            fetcher.refresh(queue, nowPs);
        }
        if (heldStep) {
            heldStep = false;
            step(slots.get(moving), nowPs);
        }
        settle(nowPs);
    }

    /** A doorbell, or a pair has been enabled. */
    void kick(CommandQueue queue, long nowPs) {
        fetcher.refresh(queue, nowPs);
        fetcher.fetch(nowPs);
    }

    void onHostData(int token, CompletionStatus status, MemorySegment data, int lengthBytes, long nowPs) {
        int index = token & (1 << TOKEN_BITS) - 1;
        switch (token >>> TOKEN_BITS) {
            case CommandFetcher.FETCH -> onFetched(queues[index], status, data, nowPs);
            case CommandFetcher.SHADOW -> {
                fetcher.onShadow(queues[index], status, data, nowPs);
                fetcher.refresh(queues[index], nowPs);
            }
            default -> hostData.onData(slots.get(index), status, data, nowPs);
        }
        settle(nowPs);
    }

    private void onFetched(CommandQueue queue, CompletionStatus status, MemorySegment data, long nowPs) {
        int count = fetcher.onFetched(queue, status, nowPs);
        for (int i = 0; i < count; i++) {
            Command command = slots.take();
            command.pair = queue.index;
            command.number = queue.numbers++;
            command.ringIndex = queue.sqHead;
            command.load(data, (long) i * CommandLayout.ENTRY_BYTES);
            if (++queue.sqHead == queue.sqSize) {
                queue.sqHead = 0;
            }
            begin(command, nowPs);
        }
        if (count > 0 && queue.issueHead == queue.sqTail) {
            queue.counters.increment(CommandCounter.STARVED);
        }
        fetcher.refresh(queue, nowPs);
    }

    @Override
    public void onEvent(int kind, long arg, long nowPs) {
        if (kind == STEP) {
            heldStep = !mayMaster();
            if (!heldStep) {
                step(slots.get((int) arg), nowPs);
            }
        } else {
            Command command = slots.get((int) arg);
            if (command.ticket() == arg && command.stage == CommandStage.MEDIUM) {
                dispatch(command, nowPs);
            } else if (command.ticket() == arg && command.stage == CommandStage.FLUSH) {
                flushes.look(command, nowPs);
            }
        }
        settle(nowPs);
    }

    /** Whether something waits for room in the transmit FIFO. */
    boolean waitsForSpace() {
        return hostData.waitsForSpace();
    }

    /** The transmit FIFO has room again. */
    void onSpace(long nowPs) {
        hostData.onSpace(nowPs);
        settle(nowPs);
    }

    /** What every entry into the engine ends with: whatever has become possible is begun. */
    private void settle(long nowPs) {
        startMover(nowPs);
        if (moving == NONE
                || !poster.holds(slots.get(moving).pair)
                || slots.get(moving).lengthBytes > maxPayloadBytes) {
            poster.flush(nowPs);
        }
        fetcher.fetch(nowPs);
    }

    // ---- one command

    private void begin(Command command, long nowPs) {
        long extraPs = fetchSeam.pass(command, nowPs);
        if (extraPs == Seam.DROPPED) {
            CommandQueue queue = queues[command.pair];
            queue.counters.increment(CommandCounter.FAULT);
            outcome(OUTCOME_LOST, nowPs, command.number);
            end(command, nowPs);
            return;
        }
        CommandResult verdict = judge.verdict(command);
        if (verdict != CommandResult.SUCCESS) {
            complete(command, verdict, nowPs);
            return;
        }
        long waitPs = extraPs + (CommandOpcode.moves(command.opcode) ? profile.latencyPs() : 0);
        if (waitPs > 0) {
            command.stage = CommandStage.MEDIUM;
            post(Rank.CARD, nowPs + waitPs, DISPATCH, command.ticket());
        } else {
            dispatch(command, nowPs);
        }
    }

    private void dispatch(Command command, long nowPs) {
        switch (command.opcode) {
            case CommandOpcode.NOOP -> complete(command, CommandResult.SUCCESS, nowPs);
            case CommandOpcode.FLUSH -> {
                command.stage = CommandStage.FLUSH;
                flushes.look(command, nowPs);
            }
            default -> queue(command);
        }
    }

    /** Puts a command, or the rest of it, into the mover's line. */
    void queue(Command command) {
        command.stage = CommandStage.QUEUED;
        moveQueue.add(command.slot);
    }

    private void startMover(long nowPs) {
        while (moving == NONE && !moveQueue.isEmpty() && mayMaster()) {
            Command command = slots.get(moveQueue.peek());
            moveQueue.remove();
            if (command.stage == CommandStage.GONE) {
                slots.release(command);
                continue;
            }
            CommandResult verdict =
                    moveSeam.armed() && command.doneBytes == 0 ? faulty(command, nowPs) : CommandResult.SUCCESS;
            if (verdict != CommandResult.SUCCESS) {
                complete(command, verdict, nowPs);
            } else if (command.stage == CommandStage.QUEUED) {
                start(command, nowPs);
            }
        }
    }

    /** A fault may lose, change or delay what is to move; what it has changed is judged again. */
    private CommandResult faulty(Command command, long nowPs) {
        long extraPs = moveSeam.pass(command, nowPs);
        if (extraPs == Seam.DROPPED) {
            return CommandResult.DATA_TRANSFER_ERROR;
        }
        CommandResult verdict = judge.movable(command);
        if (verdict == CommandResult.SUCCESS && extraPs > 0) {
            start(command, nowPs + extraPs);
        }
        return verdict;
    }

    private void start(Command command, long fromPs) {
        if (command.opcode == CommandOpcode.READ) {
            command.stage = CommandStage.MOVE;
            moving = command.slot;
            schedule(command, fromPs);
        } else if (command.opcode == CommandOpcode.WRITE) {
            hostData.ask(command, fromPs);
        } else if (command.lengthBytes == 0) {
            complete(command, CommandResult.SUCCESS, fromPs);
        } else {
            hostData.test(command, fromPs);
        }
    }

    // ---- card memory to host

    private void schedule(Command command, long fromPs) {
        int left = Math.min(maxPayloadBytes, command.lengthBytes - command.doneBytes);
        command.pieceBytes = Math.min(left, command.leftInPage());
        post(Rank.CARD, fromPs + memoryClock.edgePs(command.pieceBytes), STEP, command.slot);
    }

    /** A piece has been read from card memory: it goes out, and the next is begun or the command ends. */
    private void step(Command command, long nowPs) {
        if (command.stage == CommandStage.GONE) {
            moving = NONE;
            slots.release(command);
            return;
        }
        ports.memory().read(command.cardOffset + command.doneBytes, piece, 0, command.pieceBytes);
        link.writeHostData(command.nextAddress(), piece, command.pieceBytes, nowPs);
        command.doneBytes += command.pieceBytes;
        if (command.doneBytes < command.lengthBytes && !command.aborting) {
            schedule(command, nowPs);
            return;
        }
        moving = NONE;
        complete(command, command.aborting ? CommandResult.ABORTED : CommandResult.SUCCESS, nowPs);
    }

    /** Has a flush look again at a time. */
    void lookAgain(Command flush, long atPs) {
        post(Rank.CARD, atPs, FLUSH_LOOK, flush.ticket());
    }

    CommandQueue queueOf(Command command) {
        return queues[command.pair];
    }

    // ---- the end of a command

    void complete(Command command, CommandResult result, long nowPs) {
        CommandQueue queue = queues[command.pair];
        if (result == CommandResult.ABORTED) {
            queue.counters.increment(CommandCounter.ABORTED);
        } else if (result != CommandResult.SUCCESS) {
            queue.fail(command, result);
        }
        outcome(result.ordinal(), nowPs, (long) command.pair << Short.SIZE | command.commandId);
        queue.counters.increment(CommandCounter.COMPLETED);
        queue.counters.add(CommandCounter.BYTES, command.doneBytes);
        poster.stage(command, result, nowPs);
        end(command, nowPs);
    }

    private void end(Command command, long nowPs) {
        CommandQueue queue = queues[command.pair];
        queue.inFlight--;
        boolean write = command.opcode == CommandOpcode.WRITE;
        leave(command);
        if (write) {
            flushes.onWriteEnded(queue.index, nowPs);
        }
        if (queue.held) {
            fetcher.refresh(queue, nowPs);
        }
    }

    /** Gives the slot back, or leaves it to whoever still names it. */
    void leave(Command command) {
        if (command.named()) {
            command.stage = CommandStage.GONE;
        } else {
            slots.release(command);
        }
    }

    // ---- ends from outside

    /** The pair has been disabled: what is under way ends as aborted, at the latest with the packet that is on its way. */
    void abort(CommandQueue queue, long nowPs) {
        withdrawal.abort(queue, nowPs);
        settle(nowPs);
    }

    /** The pair has been reset: nothing more of it is posted. */
    void drop(CommandQueue queue, long nowPs) {
        poster.discard(queue.index);
        withdrawal.drop(queue);
        fetcher.refresh(queue, nowPs);
        settle(nowPs);
    }

    @Override
    public void state(StateVisitor visitor) {
        super.state(visitor);
        slots.state(visitor);
        fetcher.state(visitor);
        poster.state(visitor);
        moveQueue.state(visitor);
        hostData.state(visitor);
        moving = visitor.value("moving", moving);
        heldStep = visitor.value("heldStep", heldStep);
        for (CommandQueue queue : queues) {
            queue.state(visitor);
        }
    }
}
