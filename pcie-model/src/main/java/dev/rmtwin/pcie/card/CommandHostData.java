package dev.rmtwin.pcie.card;

import dev.rmtwin.core.memory.SlotQueue;
import dev.rmtwin.core.state.StateVisitor;
import dev.rmtwin.pcie.bus.CompletionStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Commands that read host memory: writes, whose data goes on to the ring in the order in which it arrives, and self-tests,
 * whose pattern is compared. Each has one read under way at a time.
 *
 * <p>Thread: the engine's.
 */
final class CommandHostData {
    /** What is read, in the token of a host read. */
    static final int DATA = 2;

    private final CommandEngine engine;
    private final CardEgress link;
    private final CommandRingPort ring;
    private final CommandSlots slots;
    private final int maxPayloadBytes;
    private final MemorySegment pattern;
    private final SlotQueue ringQueue = new SlotQueue();

    CommandHostData(
            CommandEngine engine, CardEgress link, CommandRingPort ring, CommandSlots slots, int maxPayloadBytes) {
        this.engine = engine;
        this.link = link;
        this.ring = ring;
        this.slots = slots;
        this.maxPayloadBytes = maxPayloadBytes;
        pattern = Arena.ofAuto().allocate(maxPayloadBytes, Long.BYTES);
    }

    /** Asks for the next piece of a write's data. */
    void ask(Command command, long nowPs) {
        if (!engine.mayMaster()) {
            engine.queue(command);
            return;
        }
        int left = Math.min(link.maxReadBytes(), command.lengthBytes - command.doneBytes);
        command.pieceBytes = Math.min(left, command.leftInPage());
        command.pieceDoneBytes = 0;
        command.stage = CommandStage.HOST_READ;
        link.readHostData(command.nextAddress(), command.pieceBytes, CommandFetcher.tag(DATA, command.slot), nowPs);
    }

    /** Sends the next piece of a self-test's pattern and asks for it again: the read follows the write. */
    void test(Command command, long nowPs) {
        if (!engine.mayMaster()) {
            engine.queue(command);
            return;
        }
        int left = Math.min(link.maxReadBytes(), command.lengthBytes - command.doneBytes);
        int length = Math.min(Math.min(left, maxPayloadBytes), command.leftInPage());
        CommandPattern.fill(pattern, command.doneBytes, length);
        link.writeHost(command.nextAddress(), pattern, length, -1, nowPs);
        command.stage = CommandStage.SELF_TEST;
        command.pieceBytes = length;
        link.readHost(command.nextAddress(), length, CommandFetcher.tag(DATA, command.slot), nowPs);
    }

    /** A read has ended. */
    void onData(Command command, CompletionStatus status, MemorySegment data, long nowPs) {
        if (command.stage == CommandStage.GONE) {
            slots.release(command);
        } else if (command.aborting) {
            engine.complete(command, CommandResult.ABORTED, nowPs);
        } else if (status != CompletionStatus.SUCCESS) {
            engine.complete(command, CommandResult.DATA_TRANSFER_ERROR, nowPs);
        } else if (command.stage == CommandStage.SELF_TEST) {
            compare(command, data, nowPs);
        } else {
            MemorySegment.copy(data, 0, command.data, 0, command.pieceBytes);
            if (!ringQueue.isEmpty() || !feed(command, nowPs)) {
                command.stage = CommandStage.RING_WAIT;
                engine.queueOf(command).counters.increment(CommandCounter.RING_WAITS);
                ringQueue.add(command.slot);
            }
        }
    }

    private void compare(Command command, MemorySegment data, long nowPs) {
        int alike = CommandPattern.alike(data, command.doneBytes, command.pieceBytes);
        command.doneBytes += alike;
        if (alike < command.pieceBytes) {
            engine.complete(command, CommandResult.SELF_TEST_FAILED, nowPs);
        } else if (command.doneBytes < command.lengthBytes) {
            test(command, nowPs);
        } else {
            engine.complete(command, CommandResult.SUCCESS, nowPs);
        }
    }

    /** Hands a piece to the ring in packets of the bus; false when the ring takes no more of it now. */
    private boolean feed(Command command, long nowPs) {
        while (command.pieceDoneBytes < command.pieceBytes) {
            int length = Math.min(maxPayloadBytes, command.pieceBytes - command.pieceDoneBytes);
            long offset = command.cardOffset + command.doneBytes;
            if (!ring.write(offset, command.data, command.pieceDoneBytes, length, nowPs)) {
                return false;
            }
            command.pieceDoneBytes += length;
            command.doneBytes += length;
        }
        if (command.doneBytes < command.lengthBytes) {
            ask(command, nowPs);
        } else {
            engine.complete(command, CommandResult.SUCCESS, nowPs);
        }
        return true;
    }

    boolean waitsForSpace() {
        return !ringQueue.isEmpty();
    }

    /** The transmit FIFO has room again: what waits goes on in order. */
    void onSpace(long nowPs) {
        while (!ringQueue.isEmpty()) {
            Command command = slots.get(ringQueue.peek());
            if (command.stage == CommandStage.GONE) {
                slots.release(command);
            } else if (!feed(command, nowPs)) {
                return;
            }
            ringQueue.remove();
        }
    }

    /** A command is about to be ended from outside: what the ring has refused of it does not come again. */
    void withdraw(Command command) {
        if (command.stage == CommandStage.RING_WAIT && ringQueue.peek() == command.slot) {
            ring.withdraw();
        }
    }

    void state(StateVisitor visitor) {
        ringQueue.state(visitor);
        ring.state(visitor);
    }
}
