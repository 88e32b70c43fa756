package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.card.CommandControl;
import dev.rmtwin.pcie.card.CommandLayout;
import dev.rmtwin.pcie.card.CommandRegister;
import dev.rmtwin.pcie.host.HostRegion;
import java.lang.foreign.MemorySegment;

/** A driver's hold on pair 0 without a modelled core: every look and write is done at once, and registers are written raw. */
final class RawQueue {
    private static final int PAGE_BYTES = 4096;
    private static final long SETTLE_PS = Ps.US;

    /** The completion that was reaped last. */
    static final class Reaped {
        int id;
        int status;
        int result;
        int phase;
        int index;
        int sqHead;
    }

    private final QueueRig rig;
    private final int size;
    private final HostRegion submissions;
    private final HostRegion completions;
    private final Reaped last = new Reaped();
    private int tail;
    private int knownHead;
    private int head;
    private int phase = 1;

    RawQueue(QueueRig rig, int size) {
        this.rig = rig;
        this.size = size;
        submissions = rig.host().memory().map((long) size * CommandLayout.ENTRY_BYTES, PAGE_BYTES);
        completions = rig.host().memory().map((long) size * CommandLayout.COMPLETION_BYTES, PAGE_BYTES);
        rig.write(0, CommandRegister.SQ_BASE, submissions.address());
        rig.write(0, CommandRegister.CQ_BASE, completions.address());
        rig.write(0, CommandRegister.SQ_SIZE, size);
        rig.write(0, CommandRegister.CQ_SIZE, size);
        rig.write(0, CommandRegister.CONTROL, CommandControl.ENABLE.mask());
        run(SETTLE_PS);
    }

    /** Puts a command in the ring; false when the ring is full. */
    boolean put(int opcode, int id, long hostAddress, long cardOffset, int lengthBytes) {
        if ((tail + 1) % size == knownHead) {
            return false;
        }
        long at = (long) tail * CommandLayout.ENTRY_BYTES;
        CommandLayout.writeHead(submissions.segment(), at, opcode, id);
        CommandLayout.writeRange(submissions.segment(), at, hostAddress, cardOffset, lengthBytes);
        tail = (tail + 1) % size;
        return true;
    }

    void ringTail() {
        rig.write(0, CommandRegister.SQ_TAIL, tail);
    }

    /** Takes the next completion if the phase says that there is one; else null. */
    Reaped reap() {
        MemorySegment ring = completions.segment();
        long at = (long) head * CommandLayout.COMPLETION_BYTES;
        if (CommandLayout.phase(ring, at) != phase) {
            return null;
        }
        last.id = CommandLayout.commandId(ring, at);
        last.status = CommandLayout.status(ring, at);
        last.result = CommandLayout.result(ring, at);
        last.sqHead = CommandLayout.sqHead(ring, at);
        last.phase = phase;
        last.index = head;
        knownHead = last.sqHead;
        if (++head == size) {
            head = 0;
            phase ^= 1;
        }
        return last;
    }

    void ringHead() {
        rig.write(0, CommandRegister.CQ_HEAD, head);
    }

    void run(long ps) {
        rig.engine().runUntil(rig.engine().nowPs() + ps);
    }

    long peek(CommandRegister register) {
        return rig.card().commands(0).peek(register);
    }

    /** A word of the capture, read as a driver reads it: select, then look. */
    long capture(int word) {
        rig.write(0, CommandRegister.CAPTURE_SELECT, word);
        run(SETTLE_PS);
        return peek(CommandRegister.CAPTURE_DATA);
    }

    /** A word of a submission entry as the host wrote it. */
    long entryWord(int index, int word) {
        return CommandLayout.shadow(submissions.segment(), (long) index * CommandLayout.ENTRY_BYTES + word * 4L)
                & 0xFFFF_FFFFL;
    }
}
