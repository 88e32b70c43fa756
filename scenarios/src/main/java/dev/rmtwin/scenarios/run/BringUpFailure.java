package dev.rmtwin.scenarios.run;

import java.io.IOException;
import java.util.List;

/** A node's driver could not start: the scenario asks its card for something that the card refuses. */
public final class BringUpFailure extends IOException {
    private static final long serialVersionUID = 1L;

    /** @param failures one line a node, with the reason */
    BringUpFailure(List<String> failures) {
        super("bring-up failed: " + String.join("; ", failures));
    }
}
