package dev.rmtwin.pcie.card;

import dev.rmtwin.core.seam.Lens;
import dev.rmtwin.core.state.StateVisitor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** A command in one of the engine's slots. Reused. */
final class Command {
    static final List<Lens<Command>> LENSES = List.of(
            new Lens<>("command.opcode", c -> c.opcode, (c, v) -> c.opcode = (int) v & 0xFF),
            new Lens<>("command.id", c -> c.commandId, (c, v) -> c.commandId = (int) v & 0xFFFF),
            new Lens<>("command.address", c -> c.hostAddress, (c, v) -> c.hostAddress = v),
            new Lens<>("command.offset", c -> c.cardOffset, (c, v) -> c.cardOffset = v),
            new Lens<>("command.length", c -> c.lengthBytes, (c, v) -> c.lengthBytes = (int) v));

    private static final int PAGE_BYTES = 4096;

    final int slot;
    final MemorySegment entry = Arena.ofAuto().allocate(CommandLayout.ENTRY_BYTES, Long.BYTES);
    /** What has come from host memory and not gone on yet. */
    final MemorySegment data;

    CommandStage stage = CommandStage.FREE;
    /** Counts uses of the slot, so that an event of an earlier use means nothing. */
    int epoch;

    int pair;
    /** Count of the command within its pair. */
    long number;

    int ringIndex;
    int opcode;
    int commandId;
    long hostAddress;
    long cardOffset;
    int lengthBytes;
    int doneBytes;
    int pieceBytes;
    int pieceDoneBytes;
    boolean aborting;

    Command(int slot, int dataBytes) {
        this.slot = slot;
        data = Arena.ofAuto().allocate(dataBytes, Long.BYTES);
    }

    /** Takes the fields of an entry. */
    void load(MemorySegment source, long at) {
        MemorySegment.copy(source, at, entry, 0, CommandLayout.ENTRY_BYTES);
        opcode = CommandLayout.opcode(source, at);
        commandId = CommandLayout.entryId(source, at);
        hostAddress = CommandLayout.hostAddress(source, at);
        cardOffset = CommandLayout.cardOffset(source, at);
        lengthBytes = CommandLayout.lengthBytes(source, at);
        doneBytes = 0;
        pieceBytes = 0;
        pieceDoneBytes = 0;
        aborting = false;
        stage = CommandStage.FETCH;
    }

    /** Host address of the next byte. */
    long nextAddress() {
        return hostAddress + doneBytes;
    }

    /** Bytes up to the next 4 KiB boundary in host memory: no packet crosses one. */
    int leftInPage() {
        return PAGE_BYTES - (int) (nextAddress() & PAGE_BYTES - 1);
    }

    /** Whether a queue names the slot of a command that was ended from outside. */
    boolean named() {
        return aborting && (stage == CommandStage.QUEUED || stage == CommandStage.RING_WAIT);
    }

    /** An event's argument that means this use of the slot only. */
    long ticket() {
        return (long) epoch << Integer.SIZE | slot;
    }

    void state(StateVisitor visitor) {
        stage = CommandStage.of(visitor.value("stage", stage.ordinal()));
        epoch = visitor.value("epoch", epoch);
        if (stage == CommandStage.FREE) {
            return;
        }
        pair = visitor.value("pair", pair);
        number = visitor.value("number", number);
        ringIndex = visitor.value("ringIndex", ringIndex);
        opcode = visitor.value("opcode", opcode);
        commandId = visitor.value("commandId", commandId);
        hostAddress = visitor.value("hostAddress", hostAddress);
        cardOffset = visitor.value("cardOffset", cardOffset);
        lengthBytes = visitor.value("length", lengthBytes);
        doneBytes = visitor.value("done", doneBytes);
        pieceBytes = visitor.value("piece", pieceBytes);
        pieceDoneBytes = visitor.value("pieceDone", pieceDoneBytes);
        aborting = visitor.value("aborting", aborting);
        visitor.segment("entry", entry);
        visitor.segment("data", data);
    }
}
