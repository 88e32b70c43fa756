package dev.rmtwin.scenarios.run;

import dev.rmtwin.core.trace.Stage;

/**
 * Time that frames spent before they reached a stage, since the stage before it.
 *
 * @param stage the stage reached
 * @param meanPs mean over the frames measured
 * @param maxPs maximum over the frames measured
 */
public record StageTime(Stage stage, long meanPs, long maxPs) {}
