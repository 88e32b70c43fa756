package dev.rmtwin.pcie.card;

import dev.rmtwin.core.state.StateVisitor;
import java.util.Arrays;

/** The engine's slots. Those that fetches under way will need are reserved ahead. */
final class CommandSlots {
    private final Command[] slots;
    private final int[] free;
    private int freeCount;
    private int reserved;

    CommandSlots(int count, int dataBytes) {
        slots = new Command[count];
        free = new int[count];
        for (int slot = count - 1; slot >= 0; slot--) {
            slots[slot] = new Command(slot, dataBytes);
            free[freeCount++] = slot;
        }
    }

    Command get(int slot) {
        return slots[slot];
    }

    int count() {
        return slots.length;
    }

    /** Slots that nobody has or has been promised. */
    int available() {
        return freeCount - reserved;
    }

    void reserve(int count) {
        reserved += count;
    }

    void unreserve(int count) {
        reserved -= count;
    }

    /** A free slot; it must have been reserved, and is so no more. */
    Command take() {
        reserved--;
        return slots[free[--freeCount]];
    }

    void release(Command command) {
        command.stage = CommandStage.FREE;
        command.epoch++;
        free[freeCount++] = command.slot;
    }

    /** Whether an earlier write of the same pair has not ended yet. */
    boolean writesBefore(Command flush) {
        for (Command other : slots) {
            boolean live = other.stage != CommandStage.FREE && other.stage != CommandStage.GONE;
            boolean write = live && other.opcode == CommandOpcode.WRITE;
            if (write && other.pair == flush.pair && other.number < flush.number) {
                return true;
            }
        }
        return false;
    }

    void state(StateVisitor visitor) {
        freeCount = visitor.index("freeSlots", freeCount, slots.length + 1);
        reserved = visitor.index("reservedSlots", reserved, slots.length + 1);
        visitor.values("free", free);
        if (visitor.restoring() && Arrays.stream(free).anyMatch(slot -> slot < 0 || slot >= slots.length)) {
            throw new IndexOutOfBoundsException("a slot beyond " + slots.length);
        }
        for (Command command : slots) {
            command.state(visitor);
        }
    }
}
