package dev.rmtwin.pcie.card;

import dev.rmtwin.core.time.Ps;

/** Commands that wait until earlier writes of their pair are on the ring. Thread: the engine's. */
final class CommandFlushes {
    /** How often the engine looks whether the transmit FIFO is empty. */
    private static final long LOOK_PS = 100 * Ps.NS;

    private final CommandEngine engine;
    private final CommandRingPort ring;
    private final CommandSlots slots;

    CommandFlushes(CommandEngine engine, CommandRingPort ring, CommandSlots slots) {
        this.engine = engine;
        this.ring = ring;
        this.slots = slots;
    }

    /** Ends a flush if it can, or has it look again; while writes are under way their ends do that. */
    void look(Command flush, long nowPs) {
        if (slots.writesBefore(flush)) {
            return;
        }
        if (ring.drained()) {
            engine.complete(flush, CommandResult.SUCCESS, nowPs);
        } else {
            engine.lookAgain(flush, nowPs + LOOK_PS);
        }
    }

    /** A write has ended: flushes of its pair that waited for writes look again. */
    void onWriteEnded(int pair, long nowPs) {
        for (int slot = 0; slot < slots.count(); slot++) {
            Command command = slots.get(slot);
            if (command.stage == CommandStage.FLUSH && command.pair == pair) {
                engine.lookAgain(command, nowPs);
            }
        }
    }
}
