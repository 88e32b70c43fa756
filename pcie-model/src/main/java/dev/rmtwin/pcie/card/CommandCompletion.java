package dev.rmtwin.pcie.card;

import dev.rmtwin.core.seam.Lens;
import java.util.List;

/** A completion entry on its way out; what faults at its seam see. Reused. */
final class CommandCompletion {
    static final List<Lens<CommandCompletion>> LENSES = List.of(
            new Lens<>("cqe.id", c -> c.commandId, (c, v) -> c.commandId = (int) v & 0xFFFF),
            new Lens<>("cqe.status", c -> c.status, (c, v) -> c.status = (int) v & 0x7FFF),
            new Lens<>("cqe.phase", c -> c.phase, (c, v) -> c.phase = (int) v & 1),
            new Lens<>("cqe.sqHead", c -> c.sqHead, (c, v) -> c.sqHead = (int) v & 0xFFFF),
            new Lens<>("cqe.result", c -> c.result, (c, v) -> c.result = (int) v));

    int pair;
    int commandId;
    int status;
    int phase;
    int sqHead;
    int result;
}
