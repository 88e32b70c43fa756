package dev.rmtwin.scenarios.run;

import dev.rmtwin.core.time.Ps;
import java.util.Locale;

/** The model itself is wrong: one of its invariants is broken. The message has all that is needed to see it again. */
public final class ModelFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param atPs virtual time at which it showed
     * @param seed the run's seed
     * @param command the command line that repeats the run
     * @param cause what showed
     */
    ModelFault(long atPs, long seed, String command, Throwable cause) {
        super(
                String.format(
                        Locale.ROOT,
                        "the model is wrong at %.3f us of virtual time: %s; seed %d; repeat with: %s",
                        Ps.toMicros(atPs),
                        cause,
                        seed,
                        command),
                cause);
    }
}
