package dev.rmtwin.scenarios.run;

import dev.rmtwin.scenarios.model.Expectation;

/**
 * One expectation with what was measured.
 *
 * @param expectation what was asked
 * @param measured what came out, in the measure's unit
 * @param pass whether it holds
 */
public record ExpectationResult(Expectation expectation, double measured, boolean pass) {}
