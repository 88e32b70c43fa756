package dev.rmtwin.scenarios.report;

import dev.rmtwin.core.time.Ps;
import dev.rmtwin.scenarios.model.Measure;
import dev.rmtwin.scenarios.run.ExpectationResult;
import dev.rmtwin.scenarios.run.ReceiverResult;
import dev.rmtwin.scenarios.run.RunResult;
import java.util.Optional;

/** The expected figure that stands beside a measured one. */
final class References {
    private References() {}

    /** The first expectation that speaks of this receiver's measure. */
    static Optional<ExpectationResult> find(RunResult run, ReceiverResult receiver, Measure measure) {
        return run.expectations().stream()
                .filter(e -> e.expectation().receiver().equals(receiver.name())
                        && e.expectation().measure() == measure)
                .findFirst();
    }

    /** Its expected value without a unit, as it stands in tables. */
    static String expected(ExpectationResult result) {
        double value = result.expectation().expected();
        return switch (result.expectation().measure().unit()) {
            case TIME -> Numbers.scaled(value, Ps.US);
            case PERCENT, COUNT -> Numbers.scaled(value, 1);
        };
    }
}
