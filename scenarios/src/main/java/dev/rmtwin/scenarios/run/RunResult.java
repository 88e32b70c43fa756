package dev.rmtwin.scenarios.run;

import dev.rmtwin.scenarios.model.Scenario;
import java.util.List;

/**
 * What one run gave. All times are virtual picoseconds unless the name says otherwise.
 *
 * @param scenario what was run
 * @param command the command line that repeats it
 * @param simulatedPs virtual time that passed while senders were active
 * @param wallSeconds time that the run took on the wall clock
 * @param events events that the engine executed
 * @param traceHash versioned hash of the history
 * @param interrupted whether the run was stopped from outside before its end; what was measured until then is kept
 * @param receivers one result for each receiver, in scenario order
 * @param spans one result for each span, in ring order
 * @param expectations one result for each expectation, in scenario order
 */
public record RunResult(
        Scenario scenario,
        String command,
        long simulatedPs,
        double wallSeconds,
        long events,
        String traceHash,
        boolean interrupted,
        List<ReceiverResult> receivers,
        List<SpanResult> spans,
        List<ExpectationResult> expectations) {

    public RunResult {
        receivers = List.copyOf(receivers);
        spans = List.copyOf(spans);
        expectations = List.copyOf(expectations);
    }

    /** Whether every expectation holds. */
    public boolean pass() {
        return expectations.stream().allMatch(ExpectationResult::pass);
    }

    /** The receiver of this name. */
    public ReceiverResult receiver(String name) {
        return receivers.stream()
                .filter(r -> r.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no receiver " + name));
    }
}
