package dev.rmtwin.pcie.card;

import dev.rmtwin.core.state.StateVisitor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** What is kept of the first command of a pair that failed: its entry as fetched and where it stood. */
final class CommandCapture {
    private final MemorySegment entry = Arena.ofAuto().allocate(CommandLayout.ENTRY_BYTES, Long.BYTES);
    private int ringIndex;
    private int code;
    private int stage;
    private int doneBytes;
    private int failures;

    /** A command has failed; only the first is kept. */
    void take(Command command, CommandResult result) {
        if (failures++ == 0) {
            entry.copyFrom(command.entry);
            ringIndex = command.ringIndex;
            code = result.code();
            stage = command.stage.ordinal();
            doneBytes = command.doneBytes;
        }
    }

    /** The queue could not be read at an index: there is no entry to keep. */
    void takeFetch(int index, CommandResult result) {
        if (failures++ == 0) {
            entry.fill((byte) 0);
            ringIndex = index;
            code = result.code();
            stage = CommandStage.FETCH.ordinal();
            doneBytes = 0;
        }
    }

    void clear() {
        entry.fill((byte) 0);
        ringIndex = 0;
        code = 0;
        stage = 0;
        doneBytes = 0;
        failures = 0;
    }

    int word(int index) {
        return switch (index) {
            case CommandRegister.CAPTURE_INDEX -> ringIndex;
            case CommandRegister.CAPTURE_STATUS -> stage << Short.SIZE | code;
            case CommandRegister.CAPTURE_DONE -> doneBytes;
            case CommandRegister.CAPTURE_FAILURES -> failures;
            default -> index < CommandRegister.CAPTURE_INDEX ? CommandLayout.word(entry, index) : 0;
        };
    }

    void state(StateVisitor visitor) {
        visitor.segment("captureEntry", entry);
        ringIndex = visitor.value("captureIndex", ringIndex);
        code = visitor.value("captureCode", code);
        stage = visitor.value("captureStage", stage);
        doneBytes = visitor.value("captureDone", doneBytes);
        failures = visitor.value("captureFailures", failures);
    }
}
