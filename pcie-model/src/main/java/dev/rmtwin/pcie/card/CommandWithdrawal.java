package dev.rmtwin.pcie.card;

/** Ends commands from outside, wherever they stand. Thread: the engine's. */
final class CommandWithdrawal {
    private final CommandEngine engine;
    private final CommandHostData hostData;
    private final CommandSlots slots;

    CommandWithdrawal(CommandEngine engine, CommandHostData hostData, CommandSlots slots) {
        this.engine = engine;
        this.hostData = hostData;
        this.slots = slots;
    }

    /** Completes a pair's commands as aborted: at once, or when what is under way for them has ended. */
    void abort(CommandQueue queue, long nowPs) {
        for (int slot = 0; slot < slots.count(); slot++) {
            Command command = slots.get(slot);
            if (command.pair == queue.index) {
                abort(command, nowPs);
            }
        }
    }

    private void abort(Command command, long nowPs) {
        switch (command.stage) {
            case MOVE, HOST_READ, SELF_TEST -> command.aborting = true;
            case MEDIUM, QUEUED, FLUSH, RING_WAIT -> {
                command.aborting = true;
                hostData.withdraw(command);
                engine.complete(command, CommandResult.ABORTED, nowPs);
            }
            case FREE, FETCH, GONE -> {
                // nothing is under way
            }
        }
    }

    /** Takes a pair's commands away without a completion. */
    void drop(CommandQueue queue) {
        for (int slot = 0; slot < slots.count(); slot++) {
            Command command = slots.get(slot);
            boolean live = command.stage != CommandStage.FREE && command.stage != CommandStage.GONE;
            if (command.pair == queue.index && live) {
                drop(command);
            }
        }
    }

    private void drop(Command command) {
        hostData.withdraw(command);
        if (command.stage == CommandStage.MEDIUM || command.stage == CommandStage.FLUSH) {
            engine.leave(command);
        } else {
            command.stage = CommandStage.GONE;
        }
    }
}
