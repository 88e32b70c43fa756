package dev.rmtwin.pcie.card;

import dev.rmtwin.core.counter.CounterBlock;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.register.RegisterBehaviour;
import dev.rmtwin.pcie.register.RegisterFile;

/**
 * A command queue pair: its registers and where its two rings stand. A ring is empty when head equals tail and full when
 * (tail + 1) mod size equals head; the phase of completions starts at 1 and flips exactly at each wrap.
 *
 * <p>Thread: the engine's.
 */
final class CommandQueue implements RegisterBehaviour {
    /** What a register write asks of the block. */
    interface Owner {
        void onEnabled(CommandQueue queue, long nowPs);

        void onDisabled(CommandQueue queue, long nowPs);

        void onReset(CommandQueue queue, long nowPs);

        void onInterruptEnabled(CommandQueue queue, long nowPs);

        void onDoorbell(CommandQueue queue, long nowPs);

        void onHalted(CommandQueue queue, long nowPs);
    }

    final int index;
    final CounterBlock<CommandCounter> counters = new CounterBlock<>(CommandCounter.class);
    final InterruptCoalescer coalescer;
    final RegisterFile file = new RegisterFile(CommandRegister.BLOCK, this);
    private final CommandCapture capture = new CommandCapture();
    private final Owner owner;
    private final int vectorCount;
    private final int resetVector;

    boolean enabled;
    boolean halted;
    int vector;
    long sqBase;
    long cqBase;
    long shadowBase;
    int sqSize;
    int cqSize;
    /** Submission ring: up to where entries have been asked for, and up to where they have arrived. */
    int issueHead;

    int sqHead;
    int sqTail;
    int cqHead;
    int cqTail;
    int phase = 1;
    /** Commands asked for or in slots: each has its place in the completion ring. */
    int inFlight;
    /** Commands that the read under way will bring; whether they are wanted no more. */
    int fetching;

    boolean discardFetch;
    boolean shadow;
    boolean shadowReading;
    boolean discardShadow;
    /** The shadow doorbells have been looked at and the host knows when to ring. */
    boolean shadowIdle;

    boolean held;
    long numbers;
    private long badDoorbells;

    CommandQueue(int index, Owner owner, InterruptCoalescer coalescer, int vectorCount, int resetVector) {
        this.index = index;
        this.owner = owner;
        this.coalescer = coalescer;
        this.vectorCount = vectorCount;
        this.resetVector = resetVector;
        vector = resetVector;
    }

    // ---- rings

    /** Entries submitted and not yet asked for. */
    int waiting() {
        return distance(issueHead, sqTail, sqSize);
    }

    /** Commands that the completion ring has room for, besides those in flight. */
    int completionRoom() {
        return cqSize - 1 - unconsumed() - inFlight;
    }

    int unconsumed() {
        return distance(cqHead, cqTail, cqSize);
    }

    boolean wantsFetch() {
        if (!enabled || halted || fetching > 0 || issueHead == sqTail) {
            return false;
        }
        boolean room = completionRoom() > 0;
        if (!room && !held) {
            counters.increment(CommandCounter.HELD);
        }
        held = !room;
        return room;
    }

    /** Whether the host could have news that only the shadow doorbells tell. */
    boolean wantsShadow() {
        return shadow
                && enabled
                && !halted
                && !shadowReading
                && !shadowIdle
                && (issueHead == sqTail || completionRoom() <= 0);
    }

    private static int distance(int from, int to, int size) {
        int ahead = to - from;
        return ahead < 0 ? ahead + size : ahead;
    }

    void advanceCompletion() {
        if (++cqTail == cqSize) {
            cqTail = 0;
            phase ^= 1;
        }
    }

    boolean ringTail(long value) {
        if (!enabled || Long.compareUnsigned(value, sqSize) >= 0) {
            return badDoorbell();
        }
        // A tail that passes the head, or goes back, would announce more than the ring holds.
        int added = distance(sqTail, (int) value, sqSize);
        if (distance(sqHead, sqTail, sqSize) + added >= sqSize) {
            return badDoorbell();
        }
        counters.add(CommandCounter.SUBMITTED, added);
        sqTail = (int) value;
        return true;
    }

    boolean ringHead(long value) {
        if (!enabled
                || Long.compareUnsigned(value, cqSize) >= 0
                || distance(cqHead, (int) value, cqSize) > unconsumed()) {
            return badDoorbell();
        }
        cqHead = (int) value;
        return true;
    }

    private boolean badDoorbell() {
        counters.increment(CommandCounter.BAD_DOORBELLS);
        badDoorbells++;
        file.set(CommandRegister.STATUS.ordinal(), CommandStatus.BAD_DOORBELL.mask());
        return false;
    }

    // ---- failures

    void fail(Command command, CommandResult result) {
        counters.increment(CommandCounter.FAILED);
        capture.take(command, result);
        file.set(CommandRegister.STATUS.ordinal(), CommandStatus.FAILED.mask());
    }

    /** Nothing more can be read for this pair. */
    void halt(long nowPs) {
        counters.increment(CommandCounter.FETCH_ERRORS);
        capture.takeFetch(issueHead, CommandResult.DATA_TRANSFER_ERROR);
        halted = true;
        file.set(CommandRegister.STATUS.ordinal(), CommandStatus.FAILED.mask() | CommandStatus.HALTED.mask());
        owner.onHalted(this, nowPs);
    }

    boolean interrupting() {
        return CommandControl.INTERRUPT.isSet(file.peek(CommandRegister.CONTROL.ordinal()));
    }

    // ---- life

    /** Drops what waits in the ring; what is in slots is the engine's. */
    void dropWaiting() {
        if (fetching > 0 && !discardFetch) {
            inFlight -= fetching;
            discardFetch = true;
            issueHead = sqHead;
        }
        counters.add(CommandCounter.DROPPED, waiting());
        issueHead = sqTail;
        sqHead = sqTail;
        discardShadow = shadowReading;
        held = false;
    }

    private void enable() {
        sqBase = file.peek(CommandRegister.SQ_BASE.ordinal());
        cqBase = file.peek(CommandRegister.CQ_BASE.ordinal());
        shadowBase = file.peek(CommandRegister.SHADOW_BASE.ordinal());
        long entries = file.peek(CommandRegister.SQ_SIZE.ordinal());
        long completions = file.peek(CommandRegister.CQ_SIZE.ordinal());
        sqSize = (int) entries;
        cqSize = (int) completions;
        sqHead = 0;
        issueHead = 0;
        sqTail = 0;
        cqHead = 0;
        cqTail = 0;
        phase = 1;
        halted = false;
        shadowIdle = false;
        file.clear(CommandRegister.STATUS.ordinal(), CommandStatus.HALTED.mask());
        enabled = true;
    }

    private boolean sensible(long control) {
        long entries = file.peek(CommandRegister.SQ_SIZE.ordinal());
        long completions = file.peek(CommandRegister.CQ_SIZE.ordinal());
        boolean sizes = entries >= 2
                && entries <= CommandRegister.MAX_ENTRIES
                && completions >= 2
                && completions <= CommandRegister.MAX_ENTRIES;
        return sizes
                && inFlight == 0
                && fits(CommandRegister.SQ_BASE, entries, CommandLayout.ENTRY_BYTES)
                && fits(CommandRegister.CQ_BASE, completions, CommandLayout.COMPLETION_BYTES)
                && (!CommandControl.SHADOW.isSet(control)
                        || fits(CommandRegister.SHADOW_BASE, 1, CommandLayout.SHADOW_BYTES));
    }

    /** A ring must be aligned to its entries and must not wrap the address space. */
    private boolean fits(CommandRegister base, long entries, int entryBytes) {
        long address = file.peek(base.ordinal());
        return address % entryBytes == 0 && Long.compareUnsigned(address, -entries * entryBytes) <= 0;
    }

    /** Gives everything its reset value; counters go on counting. */
    void reset() {
        dropWaiting();
        counters.add(CommandCounter.DROPPED, inFlight);
        inFlight = 0;
        enabled = false;
        halted = false;
        shadow = false;
        shadowIdle = false;
        sqSize = 0;
        cqSize = 0;
        sqHead = 0;
        issueHead = 0;
        sqTail = 0;
        cqHead = 0;
        cqTail = 0;
        phase = 1;
        vector = resetVector;
        badDoorbells = 0;
        capture.clear();
        file.reset();
    }

    // ---- registers

    @Override
    public long onPeek(int register) {
        return switch (CommandRegister.of(register)) {
            case STATUS -> {
                boolean full = enabled && waiting() > 0 && completionRoom() <= 0;
                yield CommandStatus.HELD.bits(full ? 1 : 0)
                        | CommandStatus.BUSY.bits(inFlight > 0 ? 1 : 0)
                        | CommandStatus.COMPLETIONS.bits(unconsumed() > 0 ? 1 : 0);
            }
            case SQ_TAIL -> sqTail;
            case CQ_HEAD -> cqHead;
            case COALESCE_NS -> coalescer.timerNsSet();
            case COALESCE_FRAMES -> coalescer.framesSet();
            case VECTOR -> vector;
            case CAPTURE_DATA -> {
                int word = (int) file.peek(CommandRegister.CAPTURE_SELECT.ordinal());
                yield word == CommandRegister.CAPTURE_BAD_DOORBELLS
                        ? badDoorbells & 0xFFFF_FFFFL
                        : capture.word(word) & 0xFFFF_FFFFL;
            }
            default -> 0;
        };
    }

    @Override
    public void onRead(int register, long nowPs) {
        // nothing changes by being read
    }

    @Override
    public Verdict onWrite(int register, long present, long next, long nowPs) {
        boolean taken = switch (CommandRegister.of(register)) {
            case CONTROL -> mayControl(present, next);
            case SQ_BASE, CQ_BASE, SHADOW_BASE, SQ_SIZE, CQ_SIZE -> !enabled && inFlight == 0;
            case SQ_TAIL -> ringTail(next);
            case CQ_HEAD -> ringHead(next);
            case VECTOR -> next < vectorCount;
            default -> true;
        };
        return taken ? Verdict.TAKEN : Verdict.REFUSED;
    }

    private boolean mayControl(long present, long next) {
        boolean enabling = CommandControl.ENABLE.isSet(next) && !CommandControl.ENABLE.isSet(present);
        if (CommandControl.RESET.isSet(next) || !enabling || sensible(next)) {
            return true;
        }
        counters.increment(CommandCounter.BAD_PARAMETERS);
        file.set(CommandRegister.STATUS.ordinal(), CommandStatus.BAD_PARAMETER.mask());
        return false;
    }

    @Override
    public void onWritten(int register, long present, long next, long nowPs) {
        switch (CommandRegister.of(register)) {
            case CONTROL -> onControl(present, next, nowPs);
            case STATUS -> {
                if (!CommandStatus.FAILED.isSet(file.peek(register))) {
                    capture.clear();
                }
            }
            case SQ_TAIL, CQ_HEAD -> {
                shadowIdle = false;
                owner.onDoorbell(this, nowPs);
            }
            case COALESCE_NS -> {
                coalescer.setTimerNs(next);
                coalescer.onSettings(nowPs);
            }
            case COALESCE_FRAMES -> {
                coalescer.setFrames(next);
                coalescer.onSettings(nowPs);
            }
            case VECTOR -> vector = (int) next;
            default -> {
                // kept, and looked at when the pair is enabled
            }
        }
    }

    private void onControl(long present, long next, long nowPs) {
        if (CommandControl.RESET.isSet(next)) {
            owner.onReset(this, nowPs);
            return;
        }
        boolean enabling = CommandControl.ENABLE.isSet(next) && !enabled;
        if (enabling) {
            enable();
            shadow = CommandControl.SHADOW.isSet(next);
            owner.onEnabled(this, nowPs);
        } else if (enabled && !CommandControl.ENABLE.isSet(next)) {
            enabled = false;
            dropWaiting();
            owner.onDisabled(this, nowPs);
        }
        if (CommandControl.INTERRUPT.isSet(next) && !CommandControl.INTERRUPT.isSet(present)) {
            owner.onInterruptEnabled(this, nowPs);
        }
    }

    void state(StateVisitor visitor) {
        file.state(visitor);
        capture.state(visitor);
        coalescer.state(visitor);
        counters.state(visitor);
        enabled = visitor.value("enabled", enabled);
        halted = visitor.value("halted", halted);
        vector = visitor.index("vector", vector, vectorCount);
        sqBase = visitor.value("sqBase", sqBase);
        cqBase = visitor.value("cqBase", cqBase);
        shadowBase = visitor.value("shadowBase", shadowBase);
        sqSize = visitor.value("sqSize", sqSize);
        cqSize = visitor.value("cqSize", cqSize);
        issueHead = visitor.value("issueHead", issueHead);
        sqHead = visitor.value("sqHead", sqHead);
        sqTail = visitor.value("sqTail", sqTail);
        cqHead = visitor.value("cqHead", cqHead);
        cqTail = visitor.value("cqTail", cqTail);
        phase = visitor.value("phase", phase);
        inFlight = visitor.value("inFlight", inFlight);
        fetching = visitor.value("fetching", fetching);
        discardFetch = visitor.value("discardFetch", discardFetch);
        shadow = visitor.value("shadow", shadow);
        shadowReading = visitor.value("shadowReading", shadowReading);
        discardShadow = visitor.value("discardShadow", discardShadow);
        shadowIdle = visitor.value("shadowIdle", shadowIdle);
        held = visitor.value("held", held);
        numbers = visitor.value("numbers", numbers);
        badDoorbells = visitor.value("badDoorbells", badDoorbells);
    }
}
