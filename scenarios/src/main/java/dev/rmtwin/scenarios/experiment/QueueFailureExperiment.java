package dev.rmtwin.scenarios.experiment;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.pcie.card.CommandOpcode;
import dev.rmtwin.pcie.card.CommandProfile;
import dev.rmtwin.pcie.card.CommandRegister;
import dev.rmtwin.pcie.card.CommandStatus;
import dev.rmtwin.pcie.host.HostRegion;

/** A transfer that runs off the end of mapped memory, what the card keeps of it, and the self-test that follows. */
public final class QueueFailureExperiment {
    private static final int ENTRIES = 16;
    private static final int PAGE_BYTES = 4096;
    private static final int ENTRY_WORDS = 16;
    private static final int GOOD_BEFORE = 3;
    private static final int MAPPED_BYTES = 512;
    private static final int LENGTH_BYTES = 2048;
    private static final int TEST_BYTES = 1024;
    private static final long WAIT_PS = 100 * Ps.US;

    private final QueueRig rig;

    /**
     * What was seen.
     *
     * @param status status code in the completion entry
     * @param capturedStatus status code in the capture
     * @param capturedStage {@code CommandStage} in the capture
     * @param capturedIndex index of the descriptor in the capture
     * @param expectedIndex where the descriptor stood
     * @param wrongWords words of the captured descriptor that are not those that the host wrote
     * @param capturedBytes bytes done in the capture
     * @param bytesInMemory bytes that did reach card memory
     * @param keptAfterNext whether a later failure left the capture alone
     * @param testStatus status code of the self-test that followed
     * @param testBytes bytes that it compared
     * @param testOfBadStatus status code of a self-test of memory that is not mapped
     * @param clears whether the driver could clear the capture
     */
    public record Seen(
            int status,
            int capturedStatus,
            int capturedStage,
            long capturedIndex,
            long expectedIndex,
            int wrongWords,
            long capturedBytes,
            long bytesInMemory,
            boolean keptAfterNext,
            int testStatus,
            int testBytes,
            int testOfBadStatus,
            boolean clears) {}

    /** An experiment; nothing has run. */
    public QueueFailureExperiment(CommandProfile commands, long seed) {
        rig = new QueueRig(commands, seed);
    }

    /** Runs it. */
    public Seen run() {
        RawQueue queue = new RawQueue(rig, ENTRIES);
        HostRegion buffer = rig.host().memory().map(PAGE_BYTES, PAGE_BYTES);
        buffer.segment().fill((byte) 0x5A);
        long bad = buffer.address() + PAGE_BYTES - MAPPED_BYTES;
        for (int id = 0; id < GOOD_BEFORE; id++) {
            queue.put(CommandOpcode.READ, id, buffer.address(), PAGE_BYTES, 64);
        }
        queue.put(CommandOpcode.WRITE, GOOD_BEFORE, bad, 0, LENGTH_BYTES);
        queue.ringTail();
        queue.run(WAIT_PS);
        int status = 0;
        for (RawQueue.Reaped next = queue.reap(); next != null; next = queue.reap()) {
            status = next.id == GOOD_BEFORE ? next.status : status;
        }
        int wrongWords = 0;
        for (int word = 0; word < ENTRY_WORDS; word++) {
            wrongWords += queue.capture(word) == queue.entryWord(GOOD_BEFORE, word) ? 0 : 1;
        }
        long captured = queue.capture(CommandRegister.CAPTURE_STATUS);
        long index = queue.capture(CommandRegister.CAPTURE_INDEX);
        long done = queue.capture(CommandRegister.CAPTURE_DONE);

        RawQueue.Reaped invalid = command(queue, 0x7F, 0, 0);
        boolean kept = invalid.status != 0 && queue.capture(CommandRegister.CAPTURE_STATUS) == captured;
        RawQueue.Reaped test = command(queue, CommandOpcode.SELF_TEST, buffer.address(), TEST_BYTES);
        int testStatus = test.status;
        int testBytes = test.result;
        int badStatus = command(queue, CommandOpcode.SELF_TEST, bad + MAPPED_BYTES, TEST_BYTES).status;
        rig.write(0, CommandRegister.STATUS, CommandStatus.FAILED.mask());
        boolean clears = queue.capture(CommandRegister.CAPTURE_STATUS) == 0
                && !CommandStatus.FAILED.isSet(queue.peek(CommandRegister.STATUS));
        return new Seen(
                status,
                (int) captured & 0xFFFF,
                (int) captured >>> Short.SIZE,
                index,
                GOOD_BEFORE,
                wrongWords,
                done,
                bytesInMemory(),
                kept,
                testStatus,
                testBytes,
                badStatus,
                clears);
    }

    private RawQueue.Reaped command(RawQueue queue, int opcode, long address, int length) {
        queue.ringHead();
        queue.put(opcode, 0x100, address, 0, length);
        queue.ringTail();
        queue.run(WAIT_PS);
        RawQueue.Reaped reaped = queue.reap();
        if (reaped == null) {
            throw new IllegalStateException("no completion of command " + opcode + " after " + WAIT_PS + " ps");
        }
        return reaped;
    }

    private long bytesInMemory() {
        return rig.patternBytes(LENGTH_BYTES, (byte) 0x5A);
    }
}
